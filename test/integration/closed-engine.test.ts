/** Closing the embedded engine: it ends every session, whatever is called meanwhile or later. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEngine } from '../../shared/platform/clickhouse/engine/engine.js';

const QUERY = { sql: 'SELECT 1', params: {}, format: 'JSONEachRow' };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'closed-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const open = (name: string) => openEngine(join(folder, name), 'signals');

/** A process can have one folder open, so this throws if a session of another is left. */
async function expectAllClosed(): Promise<void> {
  await open('other').close();
}

it('close answers the queries that wait for a session, and then ends all sessions', async () => {
  const engine = open('first');
  const answers = Array.from({ length: 60 }, () => engine.query('reads', QUERY));
  await engine.close();
  expect(await Promise.all(answers)).toHaveLength(60);
  await expectAllClosed();
});

it('a query after close is rejected as unavailable, and opens no session', async () => {
  const engine = open('first');
  await engine.close();
  await expect(engine.query('reads', QUERY)).rejects.toMatchObject({ code: 'unavailable' });
  await expectAllClosed();
});
