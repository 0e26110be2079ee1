/**
 * Users, passwords, rights and client certificates on a real broker: what ingest needs, and what it
 * says and loses without. The broker knows the user `ingest`, who has no right at first.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs, { type Admin, Kafka, logLevel } from 'kafkajs';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumeKafka } from '../../cli/compose/consume-kafka.js';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { reasonOf } from '../../shared/domain/errors.js';
import { waitForBroker } from '../../shared/platform/kafka/client.js';
import { describeTopics } from '../../shared/platform/kafka/describe-topics.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { STORES_NOTHING } from '../fakes/fake-batch-writer.js';
import { createDataFolder, runSignals } from '../helpers/cli.js';
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
  const folder = mkdtempSync(join(tmpdir(), 'signals-certificates-'));
  let mutual: number;

  beforeAll(async () => {
    makeCertificates(folder);
    const login = await freePort();
    mutual = await freePort();
    address = `127.0.0.1:${login}`;
    broker = await startOwnBroker((port) => settingsOf(folder, { port, login, mutual }));
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
    rmSync(folder, { recursive: true, force: true });
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

  describe('Client certificates', () => {
    const data = createDataFolder();
    afterAll(() => data.remove());

    /** Returns how `signals status` finds Kafka with these settings. */
    async function status(settings: Record<string, string>): Promise<unknown> {
      const env = {
        ...data.env,
        KAFKA_BROKERS: `localhost:${mutual}`,
        KAFKA_SSL: 'true',
        NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
        ...settings,
      };
      const { stdout, stderr } = await runSignals({ ...data, env }, 'status', '--json');
      return stdout === '' ? stderr : JSON.parse(stdout).kafka;
    }

    const certificate = (name: string) => ({
      KAFKA_SSL_CERT_FILE: join(folder, `${name}.pem`),
      KAFKA_SSL_KEY_FILE: join(folder, `${name}.key`),
    });

    it('are sent to a broker that asks for them', async () => {
      expect(await status(certificate('client'))).toMatchObject({ status: 'ok' });
    });

    it.each([
      ['none is set', {}],
      ['the brokers do not know the CA', certificate('stranger')],
    ])('are asked for by name if %s', async (_, settings) => {
      expect(await status(settings)).toMatchObject({
        status: 'unavailable',
        reason: expect.stringContaining('set KAFKA_SSL_CERT_FILE and KAFKA_SSL_KEY_FILE'),
      });
    });

    it('are refused at the start if the key belongs to another certificate', async () => {
      const settings = {
        ...certificate('client'),
        KAFKA_SSL_KEY_FILE: join(folder, 'stranger.key'),
      };
      expect(await status(settings)).toMatch(/KAFKA_SSL_KEY_FILE must name .*key values mismatch/);
    });
  });
});

const sockets = (): number =>
  process.getActiveResourcesInfo().filter((each) => each === 'TCPSocketWrap').length;

/** Makes a CA, certificates of it for the broker and a client, and one that nobody trusts. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const ownKey = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`];
  const subject = (name: string) => ['-subj', `/CN=${name}.example`];
  for (const name of ['ca', 'stranger']) {
    openssl('req', '-x509', ...ownKey(name), '-out', `${name}.pem`, ...subject(name));
  }
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  for (const name of ['broker', 'client']) {
    openssl('req', ...ownKey(name), '-out', `${name}.csr`, ...subject(name));
    const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signer, '-out', `${name}.pem`);
  }
  const store = ['broker.key', 'broker.pem'].map((name) => readFileSync(join(folder, name)));
  writeFileSync(join(folder, 'broker-store.pem'), Buffer.concat(store));
}

interface Ports {
  port: number;
  login: number;
  mutual: number;
}

/**
 * Adds two listeners to the broker, one with SASL and one that asks for client certificates, and an
 * authorizer that denies what nothing allows.
 */
function settingsOf(folder: string, { port, login, mutual }: Ports): string {
  const places = [
    `PLAINTEXT://127.0.0.1:${port}`,
    `LOGIN://127.0.0.1:${login}`,
    `MUTUAL://localhost:${mutual}`,
  ];
  return `
listeners=${places.join(',')},CONTROLLER://127.0.0.1:${port + 1}
advertised.listeners=${places.join(',')}
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,LOGIN:SASL_PLAINTEXT,MUTUAL:SSL
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS;User:CN=client.example
sasl.enabled.mechanisms=PLAIN
listener.name.login.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_ingest="right";
listener.name.mutual.ssl.client.auth=required
ssl.keystore.type=PEM
ssl.keystore.location=${join(folder, 'broker-store.pem')}
ssl.truststore.type=PEM
ssl.truststore.location=${join(folder, 'ca.pem')}
`;
}

/** Stores nothing, and rejects every message. */
const REJECTING: Parameters<typeof consumeKafka>[1] = {
  normalise: async () => ({
    kind: 'rejected',
    reason: { code: 'malformed_json', message: 'no JSON', field: '' },
    feed: null,
  }),
  writer: STORES_NOTHING,
  outcomes: { putOutcomes: async () => undefined, acceptedFrom: async () => [] },
};
