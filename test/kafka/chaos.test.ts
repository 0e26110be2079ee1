/**
 * Sends 3,000 events (20,000 with `LONG=1`) to four partitions while members of the group are
 * killed, join and leave, the owner of the data folder dies and the broker is stopped: every event
 * must be stored once, every invalid one must be on the rejected topic, and all must be committed.
 * Starts its own broker; `CHAOS_SEED` repeats the choices of a run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Producer } from 'kafkajs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { type ChaosMessage, chaosMessages, isPoison, poisonCode } from '../helpers/chaos-events.js';
import {
  type ChaosState,
  differences,
  expectedState,
  storedState,
} from '../helpers/chaos-model.js';
import { createDataFolder, type DataFolder } from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { until } from '../helpers/eventually.js';
import { createTopics, kafkaMissing, type RawMessage, type TestTopics } from '../helpers/kafka.js';
import { librariesMissing, type OwnBroker, startOwnBroker } from '../helpers/own-broker.js';
import { createRandom, type Random } from '../helpers/random.js';
import {
  type Exit,
  type SupervisedProcess,
  startSupervised,
} from '../helpers/supervised-process.js';

const missing = kafkaMissing() ?? librariesMissing();
const LONG = Boolean(process.env.LONG);
const EVENT_COUNT = LONG ? 20_000 : 3_000;
const CHUNKS = LONG ? 40 : 20;
const KILLS = LONG ? 10 : 5;
const BROKER_AWAY_MS = 12_000;
const MESSAGE_BYTES = 4_194_304;
const TIMEOUT_MS = 900_000;
const FIXED_SEED = process.env.CHAOS_SEED;
const seeds = FIXED_SEED
  ? [Number(FIXED_SEED)]
  : LONG
    ? Array.from({ length: 5 }, () => Math.floor(Math.random() * 1e9))
    : [1];

interface Stage {
  random: Random;
  broker: OwnBroker;
  producer: Producer;
  topic: string;
  folder: DataFolder;
  /** Owns the data folder at first. */
  holder: SupervisedProcess;
  members: SupervisedProcess[];
  exits: Exit[];
}

describe.skipIf(missing)(`Ingest under failures${missing ? ` (${missing})` : ''}`, () => {
  let folder: DataFolder;
  let broker: OwnBroker;
  let topics: TestTopics;

  beforeEach(async () => {
    broker = await startOwnBroker();
    topics = await createTopics({
      brokers: broker.address,
      partitions: 4,
      maxMessageBytes: MESSAGE_BYTES,
      maxRejectedBytes: MESSAGE_BYTES,
    });
    folder = createDataFolder();
    Object.assign(folder.env, {
      KAFKA_TOPIC: topics.topic,
      KAFKA_REJECTED_TOPIC: topics.rejectedTopic,
      KAFKA_GROUP_ID: topics.groupId,
      KAFKA_SESSION_SECONDS: '10',
    });
  });

  afterEach(async () => {
    await topics.remove().catch(() => undefined);
    await broker.remove();
    folder.remove();
  });

  it.each(seeds)('stores every event once, seed %i', { timeout: TIMEOUT_MS }, async (seed) => {
    process.stdout.write(`CHAOS_SEED=${seed}\n`);
    const exits: Exit[] = [];
    const producer = topics.kafka.producer({ idempotent: true });
    await producer.connect();
    const holder = startSupervised('serve', folder, ['serve', '--no-demo'], exits);
    const withKafka = { ...folder, env: { ...folder.env, KAFKA_BROKERS: broker.address } };
    const members = ['a', 'b'].map((name) => startSupervised(name, withKafka, ['ingest'], exits));
    const stage: Stage = {
      random: createRandom(seed),
      broker,
      producer,
      topic: topics.topic,
      folder: withKafka,
      holder,
      members,
      exits,
    };
    try {
      await produceThroughFailures(stage, chaosMessages(seed, EVENT_COUNT));
      await until(async () => (await topics.committed()) === (await topics.ends()), 400);
      await Promise.all(members.map((member) => member.stop()));
      await holder.stop();
      expect(exits, 'ended wrongly').toEqual([]);
    } finally {
      await Promise.all([...members, holder].map((member) => member.stop()));
      await producer.disconnect();
    }
    const messages = await topics.readAll(topics.topic);
    expect(messages.length).toBeGreaterThanOrEqual(EVENT_COUNT);
    expectSame(await stateOf(folder), expectedState(messages));
    expectRejected(topics.topic, messages, await topics.readAll(topics.rejectedTopic));
  });
});

/** Sends the messages in chunks and causes the failures in between. */
async function produceThroughFailures(
  stage: Stage,
  messages: readonly ChaosMessage[],
): Promise<void> {
  const { random, producer, topic, folder } = stage;
  const size = Math.ceil(messages.length / CHUNKS);
  let kills = 0;
  let third: SupervisedProcess | undefined;
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    await sendBounded(producer, topic, messages.slice(chunk * size, (chunk + 1) * size));
    await sleep(500 + random.below(2_500));
    if (chunk === CHUNKS * 0.2)
      third = startSupervised('third', stage.folder, ['ingest'], stage.exits);
    if (chunk === CHUNKS * 0.4) void third?.stop();
    if (chunk === CHUNKS * 0.55) {
      await stage.broker.stop();
      await sleep(BROKER_AWAY_MS);
      await stage.broker.start();
    }
    const due = Math.floor(((chunk + 1) / CHUNKS) * KILLS);
    if (kills < due) {
      kills += 1;
      const everybody = [stage.holder, ...stage.members] as const;
      // The third kill (and the eighth) hits the current owner of the data folder.
      const holder = everybody.find(
        (each) => each.pid() === readPublishedGateway(folder.path)?.pid,
      );
      const victim = kills % 5 === 3 && holder ? holder : random.pick(everybody);
      victim.kill();
    }
  }
  await third?.stop();
}

/** Sends large messages one by one, so that each request stays within the limit of the topic. */
async function sendBounded(
  producer: Producer,
  topic: string,
  messages: readonly ChaosMessage[],
): Promise<void> {
  const isBig = ({ value }: ChaosMessage): boolean => (value?.byteLength ?? 0) > 100_000;
  await producer.send({ topic, messages: messages.filter((message) => !isBig(message)) });
  for (const message of messages.filter(isBig)) await producer.send({ topic, messages: [message] });
}

async function stateOf(folder: DataFolder): Promise<ChaosState> {
  const open = await openDataFolder(folder.path);
  try {
    return await storedState(open.clickhouse);
  } finally {
    await open.close();
  }
}

function expectSame(actual: ChaosState, expected: ChaosState): void {
  for (const part of ['signals', 'companies', 'contacts'] as const) {
    expect(differences(actual[part], expected[part]), part).toEqual([]);
    expect(actual[part].size, part).toBe(expected[part].size);
  }
  expect(actual.events).toBe(expected.events);
}

/**
 * Expects each invalid record on the rejected topic at least once, unchanged, and no other record.
 */
function expectRejected(
  topic: string,
  messages: readonly RawMessage[],
  rejected: readonly RawMessage[],
): void {
  const placeOf = (partition: unknown, offset: unknown): string => `${partition}/${offset}`;
  const poison = new Map(
    messages
      .filter(isPoison)
      .map((message) => [placeOf(message.partition, message.offset), message]),
  );
  const seen = new Set<string>();
  for (const { key, value, headers } of rejected) {
    const place = placeOf(headers.partition, headers.offset);
    const original = poison.get(place);
    if (!original) throw new Error(`${place} is rejected for ${headers.code}: ${headers.message}`);
    seen.add(place);
    expect(headers.topic).toBe(topic);
    expect(key).toBe(original.key);
    expect(headers.code, key ?? '').toBe(poisonCode(original.key ?? ''));
    expect(headers.message).not.toBe('');
    expect((value ?? Buffer.alloc(0)).equals(original.value ?? Buffer.alloc(0)), place).toBe(true);
  }
  expect([...poison.keys()].filter((place) => !seen.has(place))).toEqual([]);
}
