/** An embedded ClickHouse with its gateway, which the tests of one file ask as the user `analyst`. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { openDataFolder, SCHEMA_FOLDER } from './clickhouse-adapters.js';

/** Small limits, so that costly statements reach them soon. */
export const SMALL_LIMITS = { seconds: 3, memoryMb: 400 };

interface AskOptions {
  /** Parameters of the URL: `query`, `param_x`, settings. */
  search?: Record<string, string>;
  signal?: AbortSignal;
}

/** Starts the engine before all tests of the file, and stops it after them. */
export function prepareAnalyst() {
  const dataDir = mkdtempSync(join(tmpdir(), 'signals-analyst-'));
  /** A file that no statement may read, and one that no statement may write. */
  const secret = join(dataDir, 'secret.txt');
  const written = join(dataDir, 'written.csv');
  let open: OpenClickHouse;
  let address: { url: string; analyst: { user: string; password: string } };

  beforeAll(async () => {
    writeFileSync(secret, 'the-secret\n');
    open = await openDataFolder(dataDir, SMALL_LIMITS);
    await migrate(open.clickhouse, SCHEMA_FOLDER);
    address = JSON.parse(readFileSync(join(dataDir, 'clickhouse.json'), 'utf8'));
  });

  afterAll(async () => {
    await open.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function ask(sql: string, { search = {}, signal }: AskOptions = {}) {
    const { user, password } = address.analyst;
    const response = await fetch(`${address.url}/?${new URLSearchParams(search)}`, {
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
    expect(text, sql).not.toContain('the-secret');
    expect(text, sql).toMatch(/READONLY|SYNTAX_ERROR/);
    expect(existsSync(written), sql).toBe(false);
  }

  return {
    dataDir,
    secret,
    written,
    ask,
    expectRefused,
    engine: () => open,
    address: () => address,
  };
}
