/**
 * Random hostile SQL of an analyst must be answered or rejected: it must not reach a file, a host or another user,
 * change anything, or block the process or the next statement. `fuzz.ts` decides how many statements are drawn.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createFunctionRules,
  type EngineFunction,
} from '../../shared/platform/clickhouse/analysts/analyst-names.js';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { openDataFolder, SCHEMA_FOLDER } from '../helpers/clickhouse-adapters.js';
import { FUZZ_SECONDS, fuzz } from '../helpers/fuzz.js';
import { type HostileStatement, hostileStatement, type SqlWorld } from '../helpers/hostile-sql.js';

const STATEMENTS = 120;
/** Time after which the client disconnects, which ends its statement. */
const PATIENCE_MS = 2_000;
const SECRET = 'nobody-may-read-this';
const folder = mkdtempSync(join(tmpdir(), 'signals-hostile-sql-'));
const dataDir = join(folder, 'data');
const secret = join(folder, 'secret.txt');
const written = join(folder, 'written.csv');
let open: OpenClickHouse;
let address: { url: string; analyst: { user: string; password: string } };
let world: SqlWorld;
let reached = 0;
const listener = createServer((_request, response) => {
  reached += 1;
  response.end('a,b\n1,2\n');
});

beforeAll(async () => {
  writeFileSync(secret, `${SECRET}\n`);
  open = await openDataFolder(dataDir);
  await migrate(open.clickhouse, SCHEMA_FOLDER);
  address = JSON.parse(readFileSync(join(dataDir, 'clickhouse.json'), 'utf8'));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const functions = await open.clickhouse.rows<EngineFunction>(
    'SELECT name, case_insensitive, alias_to FROM system.functions ORDER BY name',
  );
  const names = functions.map(({ name }) => name);
  world = {
    functions: names,
    allowed: names.filter(createFunctionRules(functions).isAllowed),
    written,
    forbidden: [
      `file('${secret}')`,
      `file('${secret}', 'LineAsString')`,
      `loop(file('${secret}', 'LineAsString'))`,
      `values('a String, b String ALIAS file(\\'${secret}\\')', ('x'))`,
      `toDateTime(0, concat('fi', 'le:${secret}'))`,
      `toString(now(), concat('fi', 'le:${secret}'))`,
      `CAST(unhex('00'), 'AggregateFunction(sum, UInt64)')`,
      `CAST(0, 'DateTime(\\'\\\\x66ile:${secret}\\')')`,
      `arrayReduce('groupConcat(file(\\'${secret}\\'))', ['a', 'b'])`,
      `arrayMap(file, ['${secret}'])`,
      `url('http://${host}/', 'CSVWithNames')`,
      `remote('${host}', 'system', 'one')`,
      `s3('http://${host}/x.csv')`,
      `mysql('${host}', 'a', 'b', 'c', 'd')`,
      "executable('id', 'TSV', 'a String')",
      "dictionary('x')",
      "merge('system', 'processes')",
      'system.query_log',
    ],
  };
});

afterAll(async () => {
  listener.close();
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  /** 0 if the client disconnected. */
  status: number;
  text: string;
}

async function send({ sql, search }: HostileStatement): Promise<Answer> {
  const { user, password } = address.analyst;
  try {
    const response = await fetch(`${address.url}/?${new URLSearchParams(search)}`, {
      method: 'POST',
      body: sql,
      headers: { 'x-clickhouse-user': user, 'x-clickhouse-key': password },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return { status: 0, text: '' };
    throw error;
  }
}

/** Returns the number of stored rows, read as the service, which analysts must neither block nor change. */
async function storedRows(): Promise<number> {
  const [row] = await open.clickhouse.rows<{ n: number }>(
    "SELECT sum(total_rows) AS n FROM system.tables WHERE database = currentDatabase() AND name NOT LIKE '%migrations%'",
  );
  return row?.n ?? 0;
}

it('Random hostile SQL reaches no file or host, changes no data and does not block', {
  timeout: (FUZZ_SECONDS + 300) * 1_000,
}, async () => {
  const before = await storedRows();
  const statuses = new Map<number, number>();
  await fuzz({
    cases: STATEMENTS,
    draw: (seed) => hostileStatement(seed, world),
    send,
    check({ status, text }, said) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status, `${said}\n${text.slice(0, 500)}`).toBeLessThan(500);
      expect(text, said).not.toContain(SECRET);
      expect(existsSync(written), said).toBe(false);
      expect(reached, said).toBe(0);
    },
    describe: ({ sql, search }) =>
      `${JSON.stringify(search).slice(0, 200)} ${sql.slice(0, 1_000)} (${sql.length})`,
  });
  expect(await storedRows()).toBe(before);
  // The draw must contain both valid and rejected statements.
  expect(statuses.get(200)).toBeGreaterThan(STATEMENTS / 20);
  expect(statuses.get(400)).toBeGreaterThan(STATEMENTS / 20);
  if (process.env.LONG) console.log('statuses', Object.fromEntries(statuses));
});
