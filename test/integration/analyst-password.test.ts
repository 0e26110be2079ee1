/** The password of the user `analyst` of the embedded ClickHouse. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openClickHouse } from '../../shared/platform/clickhouse/client/open-clickhouse.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { readConfig } from '../../shared/platform/process/config.js';

const folder = mkdtempSync(join(tmpdir(), 'signals-password-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the password that the folder publishes, and the status of a statement with it. */
async function start(
  settings: Record<string, string>,
): Promise<{ password: string; status: number }> {
  const { clickhouse } = readConfig({
    SIGNALS_DATA_DIR: folder,
    SIGNALS_CLICKHOUSE_PORT: '0',
    ...settings,
  });
  const { close } = await openClickHouse(clickhouse, { command: 'test' });
  try {
    const { url = '', analyst: { password } = { password: '' } } =
      readPublishedGateway(folder) ?? {};
    const headers = { 'x-clickhouse-user': 'analyst', 'x-clickhouse-key': password };
    const { status } = await fetch(url, { method: 'POST', body: 'SELECT 1', headers });
    return { password, status };
  } finally {
    await close();
  }
}

it('is the one that is set, or a new one at each start', async () => {
  const password = 'one-that-analysts-saved';
  const wrong = 403;
  const kept = await start({ SIGNALS_ANALYST_PASSWORD: password });
  expect(kept.password).toBe(password);
  expect(kept.status).not.toBe(wrong);
  const first = await start({});
  expect(first.password).toHaveLength(32);
  expect((await start({})).password).not.toBe(first.password);
});

it('is rejected if it is short', () => {
  expect(() => readConfig({ SIGNALS_ANALYST_PASSWORD: 'short' })).toThrow(
    'SIGNALS_ANALYST_PASSWORD must NOT have fewer than 16 characters',
  );
});
