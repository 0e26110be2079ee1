/** Health and metrics of a process that serves nothing else, over real HTTP. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HealthCheck } from '../../../../api/monitoring/health.js';
import { createMonitoringApp, sharedInTurn } from '../../../../api/monitoring/monitoring-routes.js';
import { type RunningApi, startApi } from '../../../../api/start-api.js';
import { createLogger } from '../../../../shared/platform/process/logger.js';

const away = new Set<string>();
const check = (name: string): HealthCheck => ({
  name,
  async check() {
    if (away.has(name)) throw new Error('away');
  },
});
const health = [check('clickhouse'), { ...check('qdrant'), optional: true as const }];
let api: RunningApi;

beforeAll(async () => {
  const app = createMonitoringApp({ registry: new Registry(), health }, createLogger('silent'));
  api = await startApi(app, { host: '127.0.0.1', port: 0, setting: 'INGEST_PORT' });
});

afterAll(() => api.stop(100));

async function get(path: string, method = 'GET') {
  const response = await fetch(`${api.url}${path}`, { method });
  return { response, status: response.status, text: await response.text() };
}

describe('Health and metrics server', () => {
  it('is live, and reports readiness for each store and as a whole', async () => {
    expect(JSON.parse((await get('/health/live')).text)).toEqual({ status: 'ok' });
    const ready = async () => {
      const { status, text } = await get('/health/ready');
      const { status: word, stores, loading } = JSON.parse(text);
      expect(stores.clickhouse.latency_ms).toBeGreaterThanOrEqual(0);
      expect(loading).toEqual([]);
      return [status, word, stores.clickhouse.status, stores.qdrant.status];
    };
    expect(await ready()).toEqual([200, 'ok', 'ok', 'ok']);
    away.add('qdrant');
    expect(await ready()).toEqual([200, 'degraded', 'ok', 'unavailable']);
    away.add('clickhouse');
    expect(await ready()).toEqual([503, 'unavailable', 'unavailable', 'unavailable']);
    away.clear();
  });

  it('returns metrics with the content type of the Prometheus text format', async () => {
    const { response } = await get('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  it('reads the metrics once for all requests of a turn, and again for later ones', async () => {
    let reads = 0;
    const read = sharedInTurn(async () => {
      reads += 1;
      if (reads === 2) throw new Error('away');
      return String(reads);
    });
    expect(await Promise.all([read(), read(), read()])).toEqual(['1', '1', '1']);
    await expect(read()).rejects.toThrow('away');
    expect(await read()).toBe('3');
  });

  it('returns 404 for other paths and 405 for other methods, as the API does', async () => {
    for (const path of ['/', '/metrics/', '/Metrics', '/health/ready/', '/v1/account']) {
      const { status, text, response } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(JSON.parse(text)).toMatchObject({ error: 'not_found', code: 404, details: [] });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    const posted = await get('/metrics', 'POST');
    expect([posted.status, posted.response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
