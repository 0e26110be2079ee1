/** An embedded ClickHouse with its gateway for the tests of one file, which may ask as `analyst`. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import {
  type PublishedGateway,
  readPublishedGateway,
} from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { createDataDir, openDataFolder, SCHEMA_FOLDER } from './clickhouse-adapters.js';

/** Small limits, so that costly statements reach them soon. */
export const SMALL_LIMITS = { seconds: 3, memoryMb: 400 };
/** The text of the file that no statement may read. */
export const SECRET = 'the-secret';

interface AskOptions {
  /** Parameters of the URL: `query`, `param_x`, settings. */
  search?: Record<string, string>;
  signal?: AbortSignal;
}

/** Starts the engine before all tests of the file, and stops it after them. */
export function prepareGateway(limits?: typeof SMALL_LIMITS) {
  const dataDir = createDataDir();
  let open: OpenClickHouse;
  let address: PublishedGateway;

  beforeAll(async () => {
    open = await openDataFolder(dataDir, limits);
    await migrate(open.clickhouse, SCHEMA_FOLDER);
    const published = readPublishedGateway(dataDir);
    if (!published) throw new Error('the gateway has not published its address');
    address = published;
  });

  afterAll(async () => {
    await open.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  return { dataDir, engine: () => open, address: () => address };
}

/** Does the same with small limits, and asks as the user `analyst`. */
export function prepareAnalyst(limits = SMALL_LIMITS) {
  const { dataDir, engine, address } = prepareGateway(limits);
  /** A file that no statement may read, and one that no statement may write. */
  const secret = join(dataDir, 'secret.txt');
  const written = join(dataDir, 'written.csv');

  beforeAll(() => writeFileSync(secret, `${SECRET}\n`));

  async function ask(
    sql: string | Uint8Array<ArrayBuffer>,
    { search = {}, signal }: AskOptions = {},
  ) {
    const { url, analyst } = address();
    const { user, password } = analyst;
    const response = await fetch(`${url}/?${new URLSearchParams(search)}`, {
      method: 'POST',
      body: sql,
      headers: { 'x-clickhouse-user': user, 'x-clickhouse-key': password },
      ...(signal ? { signal } : {}),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Expects that the statement is rejected by the rules for analysts, and that it neither read nor wrote a file. */
  async function expectRefused(sql: string, options: AskOptions = {}): Promise<void> {
    const { status, text } = await ask(sql, options);
    expect(status, `${sql}\n${text}`).toBe(400);
    expect(text, sql).not.toContain(SECRET);
    expect(text, sql).toMatch(/READONLY|SYNTAX_ERROR|Exception: unknown function /);
    expect(existsSync(written), sql).toBe(false);
  }

  return {
    dataDir,
    secret,
    written,
    ask,
    expectRefused,
    engine,
    address,
  };
}
