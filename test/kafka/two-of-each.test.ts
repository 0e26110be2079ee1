/**
 * Two API and two ingest processes on one embedded ClickHouse: both APIs must return the same, and
 * one that is stopped under load must answer every request it has accepted. Needs a Kafka broker.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaosMessages, isPoison } from '../helpers/chaos-events.js';
import { expectedState } from '../helpers/chaos-model.js';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  type RunningService,
  rowsOf,
  startServer,
} from '../helpers/cli.js';
import { until } from '../helpers/eventually.js';
import { BROKERS, createTopics, kafkaMissing, type TestTopics } from '../helpers/kafka.js';
import {
  type Exit,
  type SupervisedProcess,
  startSupervised,
} from '../helpers/supervised-process.js';

const missing = kafkaMissing();
/** Removes the times at which an answer was given. */
const timeless = (text: string | undefined) =>
  text?.replaceAll(/"(since|until|counted_at)":"[^"]*"/g, '"$1":""');
const EVENT_COUNT = process.env.LONG ? 4_000 : 500;
const CLIENTS = 8;
/** Pause between two requests of one client, so that the processes ingest meanwhile. */
const PAUSE_MS = 100;

describe.skipIf(missing)(`Two APIs and two ingests${missing ? ` (${missing})` : ''}`, () => {
  let folder: DataFolder;
  let topics: TestTopics;
  let apis: RunningService[];
  let members: SupervisedProcess[];
  let key: string;
  const exits: Exit[] = [];
  /** Ids of the requests that got a whole answer. */
  const answered = new Set<string>();

  beforeAll(async () => {
    topics = await createTopics({ partitions: 4 });
    folder = createDataFolder();
    apis = [await startServer(folder, 'serve', '--no-demo')];
    apis.push(await startServer(folder, 'api', '--unsafe-local-credits'));
    const settings = { unlimited: true, rateLimit: 1_000_000 };
    key = (await createAccount(folder, 'free', settings)).key;
    const env = {
      ...folder.env,
      KAFKA_BROKERS: BROKERS,
      KAFKA_TOPIC: topics.topic,
      KAFKA_REJECTED_TOPIC: topics.rejectedTopic,
      KAFKA_GROUP_ID: topics.groupId,
    };
    members = ['a', 'b'].map((name) =>
      startSupervised(name, { ...folder, env }, ['ingest'], exits),
    );
  });

  afterAll(async () => {
    await Promise.all(members.map((member) => member.stop()));
    const alive = apis.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    for (const api of alive) await api.stop('SIGKILL');
    await topics.remove();
    folder.remove();
    expect(exits.splice(0)).toEqual([]);
  });

  const ask = async (api: RunningService, method: string, path: string, body?: object) => {
    const id = randomUUID();
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { 'x-api-key': key, 'x-request-id': id, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    answered.add(id);
    return { status: response.status, text };
  };

  const search = (api: RunningService, body: object = {}) =>
    ask(api, 'POST', '/v1/signals/search', body);

  async function produce(seed: number): Promise<void> {
    const producer = topics.kafka.producer({ idempotent: true });
    await producer.connect();
    const messages = chaosMessages(seed, EVENT_COUNT).filter((message) => !isPoison(message));
    for (let at = 0; at < messages.length; at += 200) {
      await producer.send({ topic: topics.topic, messages: messages.slice(at, at + 200) });
      await sleep(100);
    }
    await producer.disconnect();
  }

  const settled = () =>
    until(async () => (await topics.committed()) === (await topics.ends()), 400);

  it('never count fewer signals while events arrive, then return the same from both APIs', async () => {
    const produced = produce(1);
    const totals: number[][] = apis.map(() => []);
    let arriving = true;
    const watching = apis.map(async (api, at) => {
      while (arriving) {
        const { status, text } = await search(api);
        expect(status, text).toBe(200);
        totals[at]?.push(JSON.parse(text).total);
        await sleep(PAUSE_MS);
      }
    });
    await produced;
    await settled();
    arriving = false;
    await Promise.all(watching);
    for (const seen of totals) expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const expected = expectedState(await topics.readAll(topics.topic));
    const [company] = expected.companies.keys();
    const questions = [
      ['POST', '/v1/signals/search', {}],
      ['POST', '/v1/signals/search', { query: 'a partnership', limit: 50 }],
      ['POST', '/v1/signals/search', { signal_types: ['sec-8k'], limit: 100 }],
      ['GET', '/v1/signals/types'],
      ['GET', '/v1/signals/types/news/history'],
      ['GET', '/v1/signals/trending'],
      ['GET', `/v1/companies/${company}/timeline`],
    ] as const;
    for (const [method, path, body] of questions) {
      const [first, second] = await Promise.all(apis.map((api) => ask(api, method, path, body)));
      expect(first?.status, path).toBe(200);
      expect(timeless(second?.text), path).toBe(timeless(first?.text));
    }
    const [answer] = await Promise.all(apis.map((api) => search(api)));
    expect(JSON.parse(answer?.text ?? '').total).toBe(expected.signals.size);
  });

  it('answer every accepted request when they are stopped under load', async () => {
    const before = await topics.committed();
    await produce(2);
    await until(async () => (await topics.committed()) > before);
    const [serve, second] = apis;
    if (!serve || !second) throw new Error('two processes');
    // First the API that uses the other one's ClickHouse, then the owner of the data folder.
    await stopUnderLoad(second);
    await stopUnderLoad(serve);
    await settled();
    const sql = 'SELECT request_id AS id, status FROM request_logs FINAL';
    const logged: { id: string; status: number }[] = await rowsOf(folder, sql);
    expect(logged.length).toBeGreaterThan(CLIENTS);
    expect(logged.filter(({ status }) => status !== 200)).toEqual([]);
    expect(logged.filter(({ id }) => !answered.has(id))).toEqual([]);
    expect(answered.size).toBe(logged.length);
  });

  /** Stops an API under load and expects that no request failed which it had accepted. */
  async function stopUnderLoad(api: RunningService): Promise<void> {
    const before = answered.size;
    const wrong: string[] = [];
    let stopped = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!stopped) {
        const answer = await search(api, { limit: 100 }).catch(() => null);
        if (!answer) {
          await sleep(20);
          continue;
        }
        if (answer.status !== 200 || JSON.parse(answer.text).total === 0) {
          wrong.push(`${answer.status} ${answer.text.slice(0, 200)}`);
        }
      }
    });
    await until(async () => answered.size - before > CLIENTS * 2);
    expect(await api.stop()).toBe(0);
    stopped = true;
    await Promise.all(clients);
    expect(wrong).toEqual([]);
    expect(api.output()).not.toContain('stop_phase_timed_out');
  }
});
