/**
 * Runs `signals produce`, `signals ingest` and `signals serve` as processes on a real Kafka broker,
 * with `kill -9` during ingest.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { CompressionCodecs, CompressionTypes, ConfigResourceTypes } from 'kafkajs';
import snappy from 'snappyjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDataFolder,
  type DataFolder,
  finish,
  jsonOf,
  type RunningService,
  rowsOf,
  runSignals,
  startService,
  startSignals,
} from '../helpers/cli.js';
import { eventually, until } from '../helpers/eventually.js';
import { fundingRoundLine, fundingRoundLines } from '../helpers/funding-rounds.js';
import { BROKERS, createTopics, kafkaMissing, type TestTopics } from '../helpers/kafka.js';

const missing = kafkaMissing();
const ROUNDS = process.env.LONG ? 3_000 : 2_000;

describe.skipIf(missing)(`Command line on Kafka${missing ? ` (${missing})` : ''}`, () => {
  let folder: DataFolder;
  let topics: TestTopics;
  /** Runs of `ingest` that give up after half a minute or more, while the other tests run. */
  let noBroker: ReturnType<typeof runSignals>;
  let other: DataFolder;
  let serving: DataFolder;
  let service: RunningService;

  beforeAll(async () => {
    other = createDataFolder();
    serving = createDataFolder();
    for (const { env } of [other, serving]) env.KAFKA_BROKERS = '127.0.0.1:1';
    noBroker = runSignals(other, 'ingest');
    service = await startService(serving, '--no-demo');
  });

  afterAll(async () => {
    await noBroker;
    if (service.child.exitCode === null) await service.stop('SIGKILL');
    other.remove();
    serving.remove();
  });

  beforeEach(async () => {
    topics = await createTopics();
    folder = createDataFolder();
    Object.assign(folder.env, {
      KAFKA_BROKERS: BROKERS,
      KAFKA_TOPIC: topics.topic,
      KAFKA_REJECTED_TOPIC: topics.rejectedTopic,
      KAFKA_GROUP_ID: topics.groupId,
      KAFKA_SESSION_SECONDS: '10',
    });
  });

  afterEach(async () => {
    await topics.remove();
    folder.remove();
  });

  const file = (count: number): string => {
    const path = join(folder.path, 'rounds.ndjson');
    writeFileSync(path, fundingRoundLines(count));
    return path;
  };

  const counts = async () => {
    const sql = `SELECT count() AS signals, uniqExact(event_id) AS events,
      (SELECT count() FROM signals_by_time FINAL) AS by_time FROM signals FINAL`;
    return (await rowsOf(folder, sql))[0];
  };

  it('loses and duplicates no event when ingest is killed twice', async () => {
    expect(await jsonOf(folder, 'produce', file(ROUNDS))).toEqual({
      produced: ROUNDS,
      rejected: 0,
    });
    for (let kill = 0, reached = 0; kill < 2; kill += 1) {
      const child = startSignals(folder, 'ingest');
      const ended = finish(child);
      const before = Math.min(reached, ROUNDS - 1);
      await until(async () => (await topics.committed()) > before);
      reached = await topics.committed();
      child.kill('SIGKILL');
      await ended;
    }
    const last = startSignals(folder, 'ingest');
    const ended = finish(last);
    await until(async () => (await topics.committed()) === ROUNDS);
    last.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    const expected = ROUNDS - ROUNDS / 100;
    expect(await counts()).toEqual({ signals: expected, events: expected, by_time: expected });
    const rejected = await topics.read(topics.rejectedTopic, ROUNDS / 100);
    expect(new Set(rejected.map(({ value }) => value))).toEqual(new Set(['not json']));
  });

  it('creates missing topics in ingest, and stores or rejects what arrives there', async () => {
    const id = topics.groupId;
    Object.assign(folder.env, {
      KAFKA_TOPIC: `new-${id}`,
      KAFKA_REJECTED_TOPIC: `new-rejected-${id}`,
    });
    const running = startSignals(folder, 'ingest');
    const ended = finish(running);
    await sleep(1_000);
    const path = join(folder.path, 'one.ndjson');
    writeFileSync(path, `${fundingRoundLine(0)}\n${fundingRoundLine(99)}\n`);
    expect(await jsonOf(folder, 'produce', path)).toEqual({ produced: 2, rejected: 0 });
    await until(async () => (await counts()).signals === 1);
    const rejected = await topics.read(`new-rejected-${id}`, 1);
    expect(rejected[0]?.value).toBe('not json');
    running.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    const admin = topics.kafka.admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [`new-${id}`, `new-rejected-${id}`] });
    await admin.disconnect();
  });

  it('says how many messages produce has sent when it is interrupted', async () => {
    const child = startSignals(folder, 'produce', '-', '--json');
    const ended = finish(child);
    // A batch of 500 is sent when the next line arrives.
    child.stdin?.write(`${fundingRoundLines(501)}\n`);
    await until(async () => (await topics.ends()) === 500);
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ended;
    expect({ code, result: JSON.parse(stdout) }).toEqual({
      code: 1,
      result: { produced: 500, rejected: 0 },
    });
    expect(stderr).toContain('Run the same command again');
  });

  it('sends nothing if one of the files does not exist', async () => {
    const { code, stderr } = await runSignals(folder, 'produce', file(1), 'missing.ndjson');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: missing.ndjson does not exist.\n',
    });
    expect(await topics.ends()).toBe(0);
  });

  it('wraps bare payloads in produce, shows them in status, and consumes them in serve', async () => {
    const path = join(folder.path, 'bare.ndjson');
    const payload = { company_name: 'Bare Works', funded_at: '2025-11-30', raised_amount_usd: '5' };
    writeFileSync(path, JSON.stringify(payload));
    const made = await jsonOf(folder, 'produce', path, '--source', 'funding-rounds');
    expect(made).toEqual({ produced: 1, rejected: 0 });
    const unread = async () => (await jsonOf(folder, 'status')).kafka;
    expect(await unread()).toMatchObject({ topic: topics.topic, status: 'ok', unread: 1 });
    const service = await startService(folder, '--no-demo');
    await until(async () => (await topics.committed()) === 1);
    expect(await counts()).toMatchObject({ signals: 1 });
    expect(await unread()).toMatchObject({ status: 'ok', unread: 0, reason: null });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('signals_ingest_events_total{outcome="accepted"} 1');
    expect(await service.stop()).toBe(0);
  });

  it('reads compressed messages', async () => {
    const compressing = (compress: (text: Buffer) => Buffer) => () => ({
      compress: async ({ buffer }: { buffer: Buffer }) => compress(buffer),
    });
    const before = { ...CompressionCodecs };
    CompressionCodecs[CompressionTypes.Snappy] = compressing((text) => snappy.compress(text));
    CompressionCodecs[CompressionTypes.GZIP] = compressing((text) => gzipSync(text));
    const producer = topics.kafka.producer();
    await producer.connect();
    const codecs = [CompressionTypes.Snappy, CompressionTypes.GZIP];
    for (const [at, compression] of codecs.entries()) {
      const messages = [{ value: fundingRoundLine(at) }];
      await producer.send({ topic: topics.topic, compression, messages });
    }
    await producer.disconnect();
    Object.assign(CompressionCodecs, before);
    const running = startSignals(folder, 'ingest');
    const ended = finish(running);
    await until(async () => (await topics.committed()) === codecs.length);
    expect(await counts()).toMatchObject({ signals: codecs.length });
    running.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('answers in serve while a message stops ingest, and goes on when the cause is gone', async () => {
    const limit = (bytes: number) => ({
      validateOnly: false,
      resources: [
        {
          type: ConfigResourceTypes.TOPIC,
          name: topics.rejectedTopic,
          configEntries: [{ name: 'max.message.bytes', value: String(bytes) }],
        },
      ],
    });
    const admin = topics.kafka.admin();
    const producer = topics.kafka.producer();
    await Promise.all([admin.connect(), producer.connect()]);
    await admin.alterConfigs(limit(1_000));
    const messages = [{ partition: 0, value: 'x'.repeat(20_000) }];
    await producer.send({ topic: topics.topic, messages });
    await producer.disconnect();
    const service = await startService(folder, '--no-demo');
    const status = async () => {
      const answer: unknown = await (await fetch(`${service.url}/health/ready`)).json();
      return answer;
    };
    await eventually(status, (answer) => JSON.stringify(answer).includes('"degraded"'));
    expect(await status()).toMatchObject({ stores: { kafka: { status: 'unavailable' } } });
    expect(service.output()).toContain('raise its max.message.bytes to 1048576');
    await admin.alterConfigs(limit(1_048_576));
    await admin.disconnect();
    await until(async () => (await topics.committed()) === 1);
    await eventually(status, (answer) => JSON.stringify(answer).includes('"status":"ok"'));
    expect(await service.stop()).toBe(0);
  });

  it('creates the rejected topic again when somebody deletes it meanwhile', async () => {
    const path = join(folder.path, 'two.ndjson');
    writeFileSync(path, `${fundingRoundLine(0)}\n`);
    await jsonOf(folder, 'produce', path);
    const running = startSignals(folder, 'ingest');
    const ended = finish(running);
    await until(async () => (await topics.committed()) === 1);
    const admin = topics.kafka.admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topics.rejectedTopic] });
    writeFileSync(path, `${fundingRoundLine(99)}\n${fundingRoundLine(1)}\n`);
    await jsonOf(folder, 'produce', path);
    await until(async () => (await topics.committed()) === 3);
    const rejected = await topics.read(topics.rejectedTopic, 1);
    expect(rejected[0]?.value).toBe('not json');
    await admin.disconnect();
    running.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toContain('kafka_messages_rejected');
  });

  it('sends no line that produce cannot send as it is, names it and exits with 1', async () => {
    const path = join(folder.path, 'rounds.csv');
    const long = `${'x'.repeat(1_000_001)}\n`;
    writeFileSync(path, 'company_name,funded_at\nBare, Inc.,2025-11-30\nBare,2025-11-30\n');
    const csv = await runSignals(folder, 'produce', path, '--source', 'funding-rounds', '--json');
    expect(csv).toMatchObject({ code: 1, stdout: '{"produced":1,"rejected":1}\n' });
    expect(csv.stderr).toMatch(/^rounds\.csv, line 2 was not sent: .* columns \(3\)/);
    const events = file(1);
    appendFileSync(events, `\n${long}${fundingRoundLine(0)}`);
    const cut = await runSignals(folder, 'produce', events, '--json');
    expect(cut).toMatchObject({ code: 1, stdout: '{"produced":2,"rejected":1}\n' });
    expect(cut.stderr).toContain(
      'rounds.ndjson, line 2 was not sent: the line is larger than 1 MB',
    );
  });

  it('exits with 2 without KAFKA_BROKERS, and with 1 on an unavailable broker', async () => {
    folder.env.KAFKA_BROKERS = '';
    const unset = await runSignals(folder, 'produce', file(1));
    expect(unset.code).toBe(2);
    expect(unset.stderr).toContain('KAFKA_BROKERS');
    const gone = await noBroker;
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain('ingest_failed');
    expect(gone.stderr).toContain('Cannot connect to Kafka at 127.0.0.1:1:');
    const times = gone.stderr.match(/(?<="time":")[^"]+/g) ?? [];
    expect(Date.parse(times.at(-1) ?? '') - Date.parse(times[0] ?? '')).toBeLessThan(45_000);
  });

  it('serves the API without a broker, and says why nothing is consumed', async () => {
    await eventually(
      async () => service.output(),
      (said) => said.includes('kafka_unavailable'),
    );
    expect(service.output()).toContain('Cannot connect to Kafka at 127.0.0.1:1:');
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});
