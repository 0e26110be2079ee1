/** `serve`, `api` and `ingest` must serve the same health and metrics endpoints. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createDataFolder,
  type RunningService,
  startServer,
  startSignals,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';

const folder = createDataFolder();
const urls: Record<string, string> = {};
const services: RunningService[] = [];
let ingest: ReturnType<typeof startSignals>;

beforeAll(async () => {
  for (const args of [
    ['serve', '--no-demo'],
    ['api', '--unsafe-local-credits'],
  ]) {
    const service = await startServer(folder, ...args);
    services.push(service);
    urls[args[0] ?? ''] = service.url;
  }
  const port = await freePort();
  // An unavailable Kafka broker does not make the process unready, because events wait there.
  const env = { ...folder.env, KAFKA_BROKERS: '127.0.0.1:1', INGEST_PORT: String(port) };
  ingest = startSignals({ env }, 'ingest');
  urls.ingest = `http://127.0.0.1:${port}`;
  await eventually(
    async () => (await fetch(`${urls.ingest}/health/live`)).status,
    (status) => status === 200,
    60_000,
  );
});

afterAll(async () => {
  const ended = once(ingest, 'close');
  ingest.kill('SIGKILL');
  await ended;
  for (const service of services.reverse()) await service.stop();
  folder.remove();
});

it.each(['serve', 'api', 'ingest'])(
  'signals %s serves the common health and metrics endpoints',
  async (command) => {
    const ask = (path: string, method = 'GET') => fetch(`${urls[command]}${path}`, { method });
    expect(await (await ask('/health/live')).json()).toEqual({ status: 'ok' });
    const ready = await ask('/health/ready');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'ok',
      stores: { clickhouse: { status: 'ok', latency_ms: expect.any(Number) } },
      loading: [],
    });
    expect((await ask('/metrics')).headers.get('content-type')).toContain('version=0.0.4');
    expect((await ask('/metrics/')).status).toBe(404);
    expect((await ask('/health/live', 'POST')).headers.get('allow')).toBe('GET, HEAD');
  },
);
