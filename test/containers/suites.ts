/**
 * Servers in containers for the contract suites: how each is started from its official image, and
 * which tests run on it. The versions are those of `deploy/compose.yaml`, for ClickHouse also the
 * oldest and the newest.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { packageRoot } from '../../shared/domain/package-root.js';
import { readDeployFile } from '../helpers/deploy/environment.js';
import { readYaml } from '../helpers/deploy/kustomize.js';
import { freePort } from '../helpers/free-port.js';

const CLICKHOUSE = 'clickhouse/clickhouse-server';
/** Limit from the start of a container, after the download, to its first answer. */
const STARTUP_MS = 120_000;

export interface Server {
  /** Environment variables by which the tests find the server. */
  environment: Record<string, string>;
  stop(): Promise<unknown>;
}

export interface ContainerSuite {
  image: string;
  /** Arguments of `vitest run`. */
  tests: string[];
  start(): Promise<Server>;
}

export function containerSuites(): ContainerSuite[] {
  const [compose] = readYaml(join(packageRoot(), 'deploy/compose.yaml'));
  const imageOf = (service: string): string => compose.services[service].image;
  return [
    clickHouse(`${CLICKHOUSE}:25.8`),
    clickHouse(imageOf('clickhouse')),
    clickHouse(`${CLICKHOUSE}:26.9`),
    qdrant(imageOf('qdrant')),
    kafka(imageOf('kafka')),
    redis(imageOf('redis')),
  ];
}

function clickHouse(image: string): ContainerSuite {
  return {
    image,
    tests: ['--project', 'contract', 'test/contract/server.test.ts'],
    async start() {
      const [user, password] = ['signals', randomUUID()];
      const container = await new GenericContainer(image)
        .withEnvironment({ CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password })
        .withUlimits({ nofile: { soft: 262_144, hard: 262_144 } })
        .withExposedPorts(8123)
        .withWaitStrategy(Wait.forHttp('/ping', 8123).forStatusCode(200))
        .withStartupTimeout(STARTUP_MS)
        .start();
      return {
        environment: {
          REQUIRE: 'clickhouse',
          CLICKHOUSE_URL: `http://${container.getHost()}:${container.getMappedPort(8123)}`,
          CLICKHOUSE_USER: user,
          CLICKHOUSE_PASSWORD: password,
        },
        stop: () => container.stop(),
      };
    },
  };
}

function qdrant(image: string): ContainerSuite {
  const files = ['test/contract/vector-index.test.ts', 'test/contract/vector-writer.test.ts'];
  return {
    image,
    tests: ['--project', 'contract', ...files],
    async start() {
      const container = await new GenericContainer(image)
        .withEnvironment({ QDRANT__TELEMETRY_DISABLED: 'true' })
        .withExposedPorts(6333)
        .withWaitStrategy(Wait.forHttp('/readyz', 6333).forStatusCode(200))
        .withStartupTimeout(STARTUP_MS)
        .start();
      const url = `http://${container.getHost()}:${container.getMappedPort(6333)}`;
      return {
        environment: { REQUIRE: 'qdrant', QDRANT_URL: url },
        stop: () => container.stop(),
      };
    },
  };
}

function kafka(image: string): ContainerSuite {
  return {
    image,
    tests: ['--project', 'kafka', 'test/kafka/kafka-source.test.ts'],
    async start() {
      const { info } = await getContainerRuntimeClient();
      // A broker gives its address to its clients, of which it is one itself, so the port must be
      // known before the start and be the same inside the container.
      const port = await freePort();
      const address = `${info.containerRuntime.host}:${port}`;
      const container = await new GenericContainer(image)
        .withEnvironment({
          ...brokerSettings(),
          CLUSTER_ID: 'c2lnbmFscy1jb250YWluZQ',
          KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
          KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${address}`,
          KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
          KAFKA_LOG_DIRS: '/var/lib/kafka/data',
        })
        .withExposedPorts({ container: port, host: port })
        .withWaitStrategy(Wait.forLogMessage(/Transitioning from RECOVERY to RUNNING/))
        .withStartupTimeout(STARTUP_MS)
        .start();
      return {
        environment: { REQUIRE: 'kafka', KAFKA_BROKERS: address },
        stop: () => container.stop(),
      };
    },
  };
}

/**
 * Returns the settings of the broker that `kafka.sh` starts, under the names that the image reads.
 */
function brokerSettings(): Record<string, string> {
  const lines = readDeployFile('kafka/server.properties').matchAll(/^([a-z.]+)=(.*)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => [
      `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
      value,
    ]),
  );
}

/** The tests kill and restart the server, so each starts its own container. */
function redis(image: string): ContainerSuite {
  const files = ['test/contract/credit-meter.test.ts', 'test/contract/rate-window.test.ts'];
  return {
    image,
    tests: ['--project', 'contract', ...files],
    start: async () => ({ environment: { REDIS_IMAGE: image }, stop: async () => undefined }),
  };
}
