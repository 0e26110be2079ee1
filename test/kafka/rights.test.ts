/**
 * Users, passwords and rights on a real broker: what ingest needs, and what it says and loses
 * without. The broker knows the user `ingest`, who has no right at first.
 */
import kafkajs, { type Admin, Kafka, logLevel } from 'kafkajs';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumeKafka } from '../../cli/compose/consume-kafka.js';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { reasonOf } from '../../shared/domain/errors.js';
import { waitForBroker } from '../../shared/platform/kafka/client.js';
import { describeTopics } from '../../shared/platform/kafka/describe-topics.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { until } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';
import { librariesMissing, type OwnBroker, startOwnBroker } from '../helpers/own-broker.js';

const missing = librariesMissing();
const logger = createLogger('silent');
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
const { GROUP, TOPIC } = AclResourceTypes;
const { READ, WRITE } = AclOperationTypes;
type Right = readonly [resourceType: number, resourceName: string, operation: number];
/** All that ingest needs. */
const RIGHTS = {
  readTopic: [TOPIC, 'raw', READ],
  readGroup: [GROUP, 'readers', READ],
  writeRejected: [TOPIC, 'rejected', WRITE],
} as const satisfies Record<string, Right>;

describe.skipIf(missing)(`Rights in Kafka${missing ? ` (${missing})` : ''}`, () => {
  let broker: OwnBroker;
  let admin: Admin;
  let kafka: Kafka;
  let address = '';

  beforeAll(async () => {
    const login = await freePort();
    address = `127.0.0.1:${login}`;
    broker = await startOwnBroker((port) => settingsOf(port, login));
    kafka = new Kafka({ brokers: [broker.address], logLevel: logLevel.NOTHING });
    admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({
      waitForLeaders: false,
      topics: ['raw', 'rejected'].map((topic) => ({ topic, numPartitions: 1 })),
    });
  });

  afterAll(async () => {
    await admin.disconnect();
    await broker.remove();
  });

  const settings = (password = 'right') => ({
    brokers: [address],
    topic: 'raw',
    rejectedTopic: 'rejected',
    groupId: 'readers',
    sessionMs: 6_000,
    ssl: false,
    sasl: { mechanism: 'plain' as const, username: 'ingest', password },
  });

  const aclOf = ([resourceType, resourceName, operation]: Right) => ({
    principal: 'User:ingest',
    host: '*',
    resourceType,
    resourceName,
    resourcePatternType: ResourcePatternTypes.LITERAL,
    operation,
    permissionType: AclPermissionTypes.ALLOW,
  });

  const allow = (...rights: Right[]) => admin.createAcls({ acl: rights.map(aclOf) });

  const deny = (right: Right) => admin.deleteAcls({ filters: [aclOf(right)] });

  async function send(value: string): Promise<void> {
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic: 'raw', messages: [{ value }] });
    await producer.disconnect();
  }

  const endOf = async (topic: string) => Number((await admin.fetchTopicOffsets(topic))[0]?.high);

  const committed = async () => {
    const [offsets] = await admin.fetchOffsets({ groupId: 'readers', topics: ['raw'] });
    return Number(offsets?.partitions[0]?.offset);
  };

  /** Consumes, rejecting every message. `said` collects why it could not. */
  function consume(mayWait: boolean) {
    const controller = new AbortController();
    const said: string[] = [];
    const ended = consumeKafka(settings(), REJECTING, {
      registry: new Registry(),
      logger,
      signal: controller.signal,
      mayWait,
      report: (error) => {
        if (error !== null) said.push(reasonOf(error));
      },
    });
    ended.catch(() => undefined);
    const stop = () => {
      controller.abort();
      return ended;
    };
    return { said, ended, stop };
  }

  it('does not repeat a wrong password, and says which settings to check', async () => {
    // Otherwise it would try for as long as that.
    const waiting = waitForBroker(settings('wrong'), logger, { withinMs: 200_000 });
    await expect(withTimeout(60_000, waiting)).rejects.toThrow(
      /^Cannot connect .*Check KAFKA_SASL_USERNAME and/,
    );
  });

  it('names each missing right, loses nothing meanwhile, and needs no other right', async () => {
    await send('a bad message');
    const before = sockets();
    const nameless = consume(false);
    await expect(nameless.ended).rejects.toThrow('Allow the user ingest Read on the topic raw and');
    await allow(RIGHTS.readTopic);
    const waiting = consume(false);
    await until(async () => waiting.said.length > 0);
    expect(waiting.said[0]).toContain('Allow the user ingest Read on the group readers');
    const described = await describeTopics(settings(), ['raw', 'rejected'], logger);
    expect(described).toMatchObject([
      { partitions: 1, unread: null, cleanupPolicy: null },
      { partitions: null },
    ]);
    await allow(RIGHTS.readGroup);
    await expect(waiting.ended).rejects.toThrow('and Write on rejected;');
    expect([await committed(), await endOf('rejected')]).toEqual([-1, 0]);
    // An open connection would keep the process from ending.
    await until(async () => sockets() <= before, 20);
    await allow(RIGHTS.writeRejected);
    const running = consume(true);
    await until(async () => (await committed()) === 1);
    expect([running.said, await endOf('rejected')]).toEqual([[], 1]);
    await deny(RIGHTS.writeRejected);
    await send('another bad message');
    await until(async () => running.said.length > 0);
    expect([await committed(), await endOf('rejected')]).toEqual([1, 1]);
    await allow(RIGHTS.writeRejected);
    await until(async () => (await committed()) === 2);
    expect(await endOf('rejected')).toBe(2);
    await running.stop();
  });
});

const sockets = (): number =>
  process.getActiveResourcesInfo().filter((each) => each === 'TCPSocketWrap').length;

/** Adds a listener with SASL to the broker, and an authorizer that denies what nothing allows. */
function settingsOf(port: number, login: number): string {
  const places = [
    `PLAINTEXT://127.0.0.1:${port}`,
    `CONTROLLER://127.0.0.1:${port + 1}`,
    `LOGIN://127.0.0.1:${login}`,
  ];
  return `
listeners=${places.join(',')}
advertised.listeners=${places[0]},${places[2]}
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,LOGIN:SASL_PLAINTEXT
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS
sasl.enabled.mechanisms=PLAIN
listener.name.login.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_ingest="right";
`;
}

/** Stores nothing, and rejects every message. */
const REJECTING: Parameters<typeof consumeKafka>[1] = {
  normalise: async () => ({
    kind: 'rejected',
    reason: { code: 'malformed_json', message: 'no JSON', field: '' },
    feed: null,
  }),
  writer: {
    prepare: async (events) => ({
      events,
      outcomes: [],
      chosen: [],
      embeddings: Promise.resolve(new Map()),
      foreignWritesSeen: 0,
    }),
    commit: async () => ({ signals: 0, profiles: 0 }),
    release: () => undefined,
  },
  outcomes: { putOutcomes: async () => undefined, acceptedFrom: async () => [] },
};
