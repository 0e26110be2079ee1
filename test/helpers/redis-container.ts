/**
 * The Redis of the contract suites: a container of `REDIS_IMAGE` if it is set, otherwise
 * `redis-server` from the PATH.
 */
import { freePort } from './free-port.js';
import {
  DURABLE,
  type RedisServer,
  redisMissing,
  sendCommand,
  startRedis,
  untilReady,
} from './redis.js';

const { REDIS_IMAGE } = process.env;
const PORT = 6379;

/** Returns why the suite is skipped, or null; with `REQUIRE=redis` it throws instead. */
export function redisServerMissing(): string | null {
  return REDIS_IMAGE ? null : redisMissing();
}

export function startRedisServer(): Promise<RedisServer> {
  return REDIS_IMAGE ? startContainer(REDIS_IMAGE) : startRedis();
}

async function startContainer(image: string): Promise<RedisServer> {
  // Imports here, because most runs need no container.
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  // Docker changes the port of a restarted container unless it is fixed.
  const port = await freePort();
  const started = await new GenericContainer(image)
    .withCommand(['redis-server', ...DURABLE])
    .withExposedPorts({ container: PORT, host: port })
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .start();
  const url = `redis://${started.getHost()}:${port}`;
  const engine = await getContainerRuntimeClient();
  const container = engine.container.getById(started.getId());
  return {
    url,
    command: (...args) => sendCommand(url, args),
    async kill() {
      await container.kill({ signal: 'SIGKILL' });
      await container.wait();
    },
    async start() {
      await container.start();
      await untilReady(url);
    },
    async remove() {
      await started.stop();
    },
  };
}
