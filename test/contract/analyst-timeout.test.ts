/** Timeout of the ClickHouse client that runs SQL of analysts. Needs no engine: a fake server answers. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openClickHouse } from '../../shared/platform/clickhouse/client/open-clickhouse.js';
import { publishGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { readConfig } from '../../shared/platform/process/config.js';

vi.mock('@clickhouse/client', async (load) => {
  const actual = await load<typeof import('@clickhouse/client')>();
  return { ...actual, createClient: vi.fn(actual.createClient) };
});

const dataDir = mkdtempSync(join(tmpdir(), 'signals-analyst-'));
/** Answers every request with the name of the database. */
const server = createServer((_request, response) => response.end('{"name":"signals"}\n'));
let url: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(dataDir, { recursive: true });
});

const waitSeconds = async (more: NodeJS.ProcessEnv): Promise<number> => {
  const { clickhouse } = readConfig({ SIGNALS_DATA_DIR: dataDir, ...more });
  const open = await openClickHouse(clickhouse, { command: 'sql' });
  await open.close();
  // The client of analysts is created last.
  return (vi.mocked(createClient).mock.lastCall?.[0]?.request_timeout ?? 0) / 1_000;
};

test.each(['1', '60', '3600'])(
  'The client of a remote server waits 30 seconds longer than a statement limit of %s seconds',
  async (seconds) => {
    const waited = await waitSeconds({ CLICKHOUSE_URL: url, SIGNALS_ANALYST_SECONDS: seconds });
    expect(waited).toBe(Number(seconds) + 30);
  },
);

test('The client of a running service waits longer than the statement limit', async () => {
  const analyst = { user: 'analyst', password: 'secret' } as const;
  const service = { user: 'service', password: 'secret' } as const;
  publishGateway(dataDir, { url, analyst, service, pid: process.pid, command: 'serve' });
  expect(await waitSeconds({ SIGNALS_ANALYST_SECONDS: '3600' })).toBeGreaterThan(3_600);
});
