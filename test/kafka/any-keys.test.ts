/**
 * Three ingest processes read events with random message keys, so that the versions of one event
 * and all events about one company or person reach different processes. Some are killed, and others
 * get their batches again. The stored result must equal that of one process. Needs a Kafka broker;
 * `CROSSING_SEED` repeats a run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataFolder, type DataFolder } from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { type CrossingEvent, crossingEvents } from '../helpers/crossing-events.js';
import { until } from '../helpers/eventually.js';
import { comparableExport } from '../helpers/exported.js';
import { BROKERS, createTopics, kafkaMissing, type TestTopics } from '../helpers/kafka.js';
import { createRandom } from '../helpers/random.js';
import {
  type Exit,
  type SupervisedProcess,
  startSupervised,
} from '../helpers/supervised-process.js';
import { startTestService } from '../helpers/test-service.js';

const missing = kafkaMissing();
const EVENT_COUNT = process.env.LONG ? 1_500 : 144;
const CHUNK = 12;
const KILLS = 3;
const FIXED_SEED = process.env.CROSSING_SEED;
const seeds = FIXED_SEED
  ? [Number(FIXED_SEED)]
  : process.env.LONG
    ? Array.from({ length: 5 }, () => Math.floor(Math.random() * 1e9))
    : [1];

describe.skipIf(missing)(`Three ingests with random keys${missing ? ` (${missing})` : ''}`, () => {
  let folder: DataFolder;
  let topics: TestTopics;
  let members: SupervisedProcess[];
  let exits: Exit[];

  beforeEach(async () => {
    topics = await createTopics({ partitions: 6 });
    folder = createDataFolder();
    exits = [];
    const env = {
      ...folder.env,
      KAFKA_BROKERS: BROKERS,
      KAFKA_TOPIC: topics.topic,
      KAFKA_REJECTED_TOPIC: topics.rejectedTopic,
      KAFKA_GROUP_ID: topics.groupId,
      KAFKA_SESSION_SECONDS: '10',
    };
    const holder = startSupervised('serve', folder, ['serve', '--no-demo'], exits);
    const ingests = ['a', 'b', 'c'].map((name) =>
      startSupervised(name, { ...folder, env }, ['ingest'], exits),
    );
    members = [...ingests, holder];
    await until(async () => (await topics.members()) === ingests.length, 200);
  });

  afterEach(async () => {
    for (const member of members) await member.stop();
    await topics.remove();
    folder.remove();
  });

  it.each(seeds)('store the same as one process, seed %i', { timeout: 900_000 }, async (seed) => {
    process.stdout.write(`CROSSING_SEED=${seed}\n`);
    const events = crossingEvents(seed, EVENT_COUNT);
    await produceAndKill(seed, events);
    await until(async () => (await topics.committed()) === (await topics.ends()), 400);
    for (const member of members) await member.stop();
    expect(exits, 'ended wrongly').toEqual([]);
    const open = await openDataFolder(folder.path);
    const stored = await comparableExport(open.clickhouse).finally(() => open.close());
    expect(stored === (await storedByOne(events)), 'as by one process').toBe(true);
  });

  /** Sends small chunks, so that every process has many small batches, and kills some processes. */
  async function produceAndKill(seed: number, events: readonly CrossingEvent[]): Promise<void> {
    const random = createRandom(seed);
    const producer = topics.kafka.producer({ idempotent: true });
    await producer.connect();
    const chunks = Math.ceil(events.length / CHUNK);
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const messages = events.slice(chunk * CHUNK, (chunk + 1) * CHUNK).map((event) => ({
        key: `any-${random.below(1_000)}`,
        value: JSON.stringify(event),
      }));
      await producer.send({ topic: topics.topic, messages });
      await sleep(random.below(200));
      if ((chunk + 1) % Math.ceil(chunks / (KILLS + 1)) === 0) {
        random
          .pick(members.slice(0, 3) as [SupervisedProcess, SupervisedProcess, SupervisedProcess])
          .kill();
      }
    }
    await producer.disconnect();
  }
});

async function storedByOne(events: readonly CrossingEvent[]): Promise<string> {
  const service = await startTestService();
  try {
    await service.load(events, 250);
    return await comparableExport(service.clickhouse);
  } finally {
    await service.stop();
  }
}
