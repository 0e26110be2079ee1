/**
 * Random hostile SQL of an analyst must be answered or rejected: it must not reach a file, a host or another user,
 * change anything, or block the process or the next statement. `fuzz.ts` decides how many statements are drawn.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createFunctionRules,
  ENGINE_FUNCTIONS,
  type EngineFunction,
} from '../../shared/platform/clickhouse/analysts/analyst-names.js';
import { prepareAnalyst, SECRET } from '../helpers/analyst.js';
import { ANALYST_LIMITS } from '../helpers/clickhouse-adapters.js';
import { FUZZ_SECONDS, fuzz } from '../helpers/fuzz.js';
import { type HostileStatement, hostileStatement, type SqlWorld } from '../helpers/hostile-sql.js';

const STATEMENTS = 120;
/** Time after which the client disconnects, which ends its statement. */
const PATIENCE_MS = 1_000;
const { ask, secret, written, engine } = prepareAnalyst(ANALYST_LIMITS);
let world: SqlWorld;
let reached = 0;
const listener = createServer((_request, response) => {
  reached += 1;
  response.end('a,b\n1,2\n');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const functions = await engine().clickhouse.rows<EngineFunction>(
    `${ENGINE_FUNCTIONS} ORDER BY name`,
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

afterAll(() => listener.close());

interface Answer {
  /** 0 if the client disconnected. */
  status: number;
  text: string;
}

async function send({ sql, search }: HostileStatement): Promise<Answer> {
  try {
    return await ask(sql, { search, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return { status: 0, text: '' };
    throw error;
  }
}

/** Returns the number of stored rows, read as the service, which analysts must neither block nor change. */
async function storedRows(): Promise<number> {
  const [row] = await engine().clickhouse.rows<{ n: number }>(
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
  // The draw must contain both valid and rejected statements. A busy machine may run a valid one for
  // longer than the client waits.
  const count = (status: number) => statuses.get(status) ?? 0;
  expect(count(200)).toBeGreaterThan(0);
  expect(count(200) + count(0)).toBeGreaterThan(STATEMENTS / 20);
  expect(count(400)).toBeGreaterThan(STATEMENTS / 20);
  if (process.env.LONG) console.log('statuses', Object.fromEntries(statuses));
});
