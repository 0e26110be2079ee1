/**
 * The user `analyst` of the embedded ClickHouse may only read the tables of the service, whatever the statement.
 * Its statements end with their client, with the service and at their limits. Needs the embedded engine.
 */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EngineFunction,
  functionNames,
} from '../../shared/platform/clickhouse/analysts/analyst-names.js';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { openDataFolder, SCHEMA_FOLDER } from '../helpers/clickhouse-adapters.js';
import { until } from '../helpers/eventually.js';

const dataDir = mkdtempSync(join(tmpdir(), 'signals-analyst-'));
const secret = join(dataDir, 'secret.txt');
const written = join(dataDir, 'written.csv');
let open: OpenClickHouse;
let address: { url: string; analyst: { user: string; password: string } };
let asked = 0;
const listener = createServer((_request, response) => {
  asked += 1;
  response.end('a,b\n1,2\n');
});

beforeAll(async () => {
  writeFileSync(secret, 'the-secret\n');
  open = await openDataFolder(dataDir, LIMITS);
  await migrate(open.clickhouse, SCHEMA_FOLDER);
  address = JSON.parse(readFileSync(join(dataDir, 'clickhouse.json'), 'utf8'));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  listener.close();
  await open.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const LIMITS = { seconds: 3, memoryMb: 400 };
/** Bound for the process of analysts: its idle memory, 1.25 times the limit, and growth within 20 ms. */
const MOST_MEMORY = 350_000_000 + 1.25 * LIMITS.memoryMb * 1_000_000 + 200_000_000;

/** Costly statements that resemble others of the list and run only with `LONG=1`. */
const LIKE_OTHERS = new Set([
  // Like other answers that are larger than their input.
  'a name much longer than its values',
  'a value in a dictionary',
  'lists of short values',
  'names within values',
  'nothing',
  'a name that is escaped',
  'commas in the name of a part',
  'rows that share a value after a join',
  // Like other statements that grow while they are planned.
  'an explanation of many SELECTs',
  'many asterisks',
  'deep tuples within tuples',
  'subqueries that are wide tuples',
  'tables that double under names of the database',
  'a list within lists',
  // Like other statements that end at the time limit.
  'many BETWEEN',
  'a wide value named often',
]);

interface Asked {
  /** Parameters of the URL: `query`, `param_x`, settings. */
  search?: Record<string, string>;
  signal?: AbortSignal;
}

async function ask(sql: string, { search = {}, signal }: Asked = {}) {
  const { user, password } = address.analyst;
  const response = await fetch(`${address.url}/?${new URLSearchParams(search)}`, {
    method: 'POST',
    body: sql,
    headers: { 'x-clickhouse-user': user, 'x-clickhouse-key': password },
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, text: await response.text() };
}

/** Returns `levels` nested SELECTs, each with a tuple of `width` values of the inner one. */
function tuples(levels: number, width: number): string {
  const value = `(${Array(width).fill('x').join(', ')})`;
  return `${`(SELECT ${value} AS x FROM `.repeat(levels)}(SELECT 1 AS x)${')'.repeat(levels)}`;
}

/** Expects that the statement is rejected by the rules for analysts, and that it neither read nor wrote a file. */
async function expectRefused(sql: string, asked: Asked = {}): Promise<void> {
  const { status, text } = await ask(sql, asked);
  expect(status, `${sql}\n${text}`).toBe(400);
  expect(text, sql).not.toContain('the-secret');
  expect(text, sql).toMatch(/READONLY|SYNTAX_ERROR/);
  expect(existsSync(written), sql).toBe(false);
}

/** Returns the number of processes that run statements, each of which has a folder. */
function processes(): number {
  const folders = join(dataDir, 'clickhouse-analysts');
  return existsSync(folders) ? readdirSync(folders).length : 0;
}

/** Returns the resident memory in bytes of this process and of its largest child, which runs SQL of analysts. */
function memory(): { own: number; children: number } {
  const ids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ');
  const children = ids.filter((id) => id !== '').map(residentBytes);
  return { own: residentBytes('self'), children: Math.max(0, ...children) };
}

function residentBytes(id: string): number {
  try {
    return Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

describe('Analyst', () => {
  it('may run every kind of reading statement', async () => {
    for (const sql of [
      'SELECT count() FROM signals_current',
      "SELECT * FROM signals.signals FINAL WHERE signal_type = 'news' LIMIT 3",
      'WITH w AS (SELECT signal_type, count() AS n FROM signals_current GROUP BY 1) SELECT * FROM w',
      'SELECT signal_type, countIf(detected_at > now() - INTERVAL 7 DAY), uniqExactIf(company_domain, 1), quantiles(0.5, 0.9)(length(summary)) FROM signals_current GROUP BY signal_type WITH TOTALS ORDER BY 2 DESC',
      'SELECT toStartOfWeek(detected_at) AS w, sum(count()) OVER (ORDER BY w) FROM signals_current GROUP BY w',
      'SELECT s.company_domain, c.name FROM signals_current AS s LEFT JOIN companies_current AS c ON c.domain = s.company_domain WHERE s.company_domain IN (SELECT domain FROM companies_current)',
      "SELECT JSONExtractString(data, 'amount'), arrayMap(x -> upper(x), industries), CASE WHEN 1 THEN 2 ELSE 3 END FROM signals_current",
      'SELECT * EXCEPT (data) REPLACE (upper(summary) AS summary) FROM signals_current',
      'SELECT number FROM numbers(3) UNION ALL SELECT 1',
      'SELECT name FROM system.tables WHERE database = currentDatabase()',
      'SELECT table_name FROM information_schema.tables',
      'SELECT name, value FROM system.settings LIMIT 1',
      'SELECT rank() OVER (PARTITION BY signal_type ORDER BY detected_at), row_number() OVER () FROM signals_current',
      'SELECT dense_rank() OVER (ORDER BY detected_at) FROM signals',
      "SELECT percent_rank() OVER (ORDER BY detected_at), extractAllGroups(summary, '(a)(b)') FROM signals",
      "SELECT mapContains(map('a', 1), 'a') FROM signals",
      'SELECT EXISTS (SELECT 1), (SELECT 1), 1 IN (1, 2), (1, 2).1, [1, 2][1], 1 ? 2 : 3, not 1, -1',
      'SELECT name FROM companies_current WHERE employee_count_low BETWEEN 10 AND 50 OR employee_count_low BETWEEN 200 AND 500',
      "SELECT JSONExtract(data, 'Tuple(amount Nullable(Float64), currency LowCardinality(String))'), x::Decimal(10, 2), '2026-01-01'::timestamp, CAST(signal_type AS Nullable(FixedString(40))) FROM (SELECT *, 1 AS x FROM signals_current)",
      "SELECT addDays(detected_at, 7), toString(detected_at, 'UTC'), dateName('month', detected_at), hasAny(industries, ['Software', 'Banks']), extract(summary, '(\\d+) percent') FROM signals_current LEFT JOIN companies_current AS c ON c.domain = company_domain",
      "SELECT toStartOfInterval(detected_at, INTERVAL 1 DAY), toDateTime(detected_at, 'Europe/Berlin'), dateDiff('day', detected_at, now()), formatDateTime(detected_at, '%Y-%m-%d %H:%M') FROM signals_current WHERE summary LIKE '%profile:%' AND toDate(detected_at) >= '2026-01-01'",
      'SELECT sumIfOrNull(employee_count_low, 1), countDistinct(company_domain), COUNT(DISTINCT source), max(substr(summary, 1, 3)) FROM signals_current',
      'SELECT 1; ',
      '-- a comment\nSELECT 1 /* another */',
      'DESCRIBE signals',
      'DESCRIBE TABLE signals.signals',
      'SHOW TABLES',
      "SHOW TABLES FROM signals LIKE 'sig%'",
      'SHOW DATABASES',
      'SHOW CREATE TABLE signals',
      'SHOW COLUMNS FROM signals',
      'EXISTS TABLE signals',
      'EXPLAIN SELECT count() FROM signals',
      'EXPLAIN indexes = 1 SELECT count() FROM signals',
      'EXPLAIN AST SELECT 1',
      'EXPLAIN PIPELINE SELECT 1',
    ]) {
      const { status, text } = await ask(sql);
      expect(status, `${sql}\n${text}`).toBe(200);
    }
    expect((await ask('SELECT 1 AS x FORMAT JSONEachRow')).text).toBe('{"x":1}\n');
    expect((await ask('SELECT 1 AS x', { search: { default_format: 'CSVWithNames' } })).text).toBe(
      '"x"\n1\n',
    );
    const bound = { search: { param_a: "it's \\n", param_t: 'companies' } };
    expect((await ask('SELECT {a:String}, count() FROM {t:Identifier}', bound)).text).toBe(
      "it\\'s \\n\t0\n",
    );
  });

  it('gets results in the format that the statement names', async () => {
    for (const [sql, answer] of [
      ['EXISTS accounts FORMAT CSV', '1\n'],
      ['EXISTS TABLE signals.accounts FORMAT JSONEachRow;', '{"result":1}\n'],
      ['EXISTS VIEW signals_current FORMAT CSV', '1\n'],
      ['EXISTS VIEW signals.accounts FORMAT CSV', '0\n'],
      ['EXISTS DATABASE signals FORMAT CSV', '1\n'],
      // CSV and JSON are names of tables here, not of formats.
      ['EXISTS CSV', '0\n'],
      ['EXISTS JSON FORMAT CSV', '0\n'],
      ['EXISTS signals.JSON FORMAT CSV', '0\n'],
      ['EXISTS `odd name` FORMAT CSV', '0\n'],
      ['SHOW CREATE TABLE accounts FORMAT TSVRaw', /^CREATE TABLE signals.accounts/],
      ['SHOW CREATE VIEW signals_current FORMAT TSVRaw', /^CREATE VIEW signals.signals_current/],
      ['SHOW CREATE DATABASE signals FORMAT TSVRaw', /^CREATE DATABASE signals/],
      ['EXPLAIN AST SELECT 1 FORMAT JSONEachRow', /^\{"explain":"SelectWithUnionQuery/],
      ['EXPLAIN SELECT 1 FORMAT JSONEachRow', /^\{"explain":"Output: 1"/],
    ] as const) {
      const { status, text } = await ask(sql);
      expect(status, `${sql}\n${text}`).toBe(200);
      expect(text, sql).toMatch(answer);
    }
  });

  it.each([
    'EXISTS system.users FORMAT CSV',
    'EXISTS `system`.`users` FORMAT `CSV`',
    'EXISTS ` system`.users FORMAT CSV',
    'EXISTS VIEW system.users FORMAT CSV',
    'EXISTS `system.users` FORMAT CSV',
    'EXISTS default.t FORMAT CSV',
    'EXISTS CSV.accounts',
    'EXISTS CSV.JSON FORMAT JSON',
    'EXISTS TEMPORARY TABLE system.users FORMAT CSV',
    'SHOW CREATE TABLE system.query_log FORMAT CSV',
    'SHOW CREATE TABLE JSON.CSV',
    'SHOW CREATE system.users FORMAT CSV',
    'SHOW CREATE VIEW default.v FORMAT CSV',
    'EXISTS accounts FORMAT Template',
    'EXISTS accounts FORMAT `system.users`',
    'EXISTS accounts FORMAT `CSV (children 1)\n  Identifier x`',
    'EXISTS accounts FORMAT CSV SETTINGS max_threads = 1',
    'EXISTS `a (alias b)` FORMAT CSV',
    'EXISTS `a\n Identifier signals` FORMAT CSV',
    'EXISTS system.users (children 2) FORMAT CSV',
    `EXISTS accounts INTO OUTFILE '${written}' FORMAT CSV`,
    `EXPLAIN AST SELECT 1 INTO OUTFILE '${written}' FORMAT CSV`,
    'EXPLAIN AST SELECT 1 FORMAT CSV FORMAT TSV',
    'EXPLAIN AST SELECT 1 FORMAT Template',
    'EXPLAIN AST SELECT 1 FORMAT CSV SETTINGS max_threads = 1',
    'EXPLAIN AST SELECT 1 FORMAT `CSV (children 1)\n   Identifier x`',
    'EXPLAIN AST SELECT 1 FROM system.users FORMAT CSV',
    'EXPLAIN AST EXPLAIN SELECT 1 FORMAT CSV',
    `EXPLAIN AST SELECT file('${secret}') FORMAT CSV`,
    'EXPLAIN SELECT * FROM (SELECT 1 FORMAT CSV)',
  ])('cannot hide a forbidden name behind a format: %s', (sql) => expectRefused(sql));

  it('cannot pass forbidden names as parameters', async () => {
    for (const [database, table] of [
      ['system', 'users'],
      ['default', 'CSV'],
      ['CSV', 'accounts'],
    ] as const) {
      const search = { param_d: database, param_t: table, param_f: `${database}.${table}` };
      await expectRefused('EXISTS {d:Identifier}.{t:Identifier} FORMAT CSV', { search });
      await expectRefused('SHOW CREATE TABLE {d:Identifier}.{t:Identifier}', { search });
      await expectRefused('EXISTS {f:Identifier} FORMAT CSV', { search });
    }
    const search = { param_d: 'signals', param_t: 'accounts' };
    expect(await ask('EXISTS {d:Identifier}.{t:Identifier} FORMAT CSV', { search })).toEqual({
      status: 200,
      text: '1\n',
    });
  });

  it('can run every query of the guide for analysts', async () => {
    const guide = readFileSync(join(SCHEMA_FOLDER, 'README.md'), 'utf8');
    const shown = [...guide.matchAll(/```sql\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block.split(/;\s*\n/).filter((sql) => /\b(SELECT|WITH)\b/.test(sql)),
    );
    expect(shown.length).toBeGreaterThan(8);
    for (const sql of shown) {
      const { status, text } = await ask(sql);
      expect(status, `${sql}\n${text}`).toBe(200);
    }
  });

  it('gets the error code and name of ClickHouse for an invalid statement', async () => {
    const unknown = await ask('SELECT nope FROM signals');
    expect(unknown).toMatchObject({ status: 400 });
    expect(unknown.text).toMatch(/^Code: 47\b.*UNKNOWN_IDENTIFIER/s);
    const wrong = await ask('SELEC 1');
    expect(wrong.text).toMatch(/^Code: 62\b.*SYNTAX_ERROR/s);
    expect(wrong.text).not.toContain('formatQuery');
  });

  const FILE = `file('${secret}')`;

  it.each([
    `SELECT ${FILE}`,
    `SELECT FILE('${secret}')`,
    `SELECT extract(${FILE}, '(.*)')`,
    `WITH ${FILE} AS q SELECT q`,
    `SELECT sum(1) OVER (ORDER BY ${FILE})`,
    `SELECT sum(1) OVER (ROWS BETWEEN ${FILE} PRECEDING AND CURRENT ROW)`,
    `SELECT sum(1) OVER w WINDOW w AS (PARTITION BY ${FILE})`,
    `SELECT 1 LIMIT ${FILE}`,
    `SELECT 1 LIMIT 1 OFFSET ${FILE}`,
    `SELECT 1 LIMIT 1 BY ${FILE}`,
    `SELECT DISTINCT ON (${FILE}) 1`,
    `SELECT 1 ORDER BY ${FILE}`,
    `SELECT 1 AS a ORDER BY a WITH FILL FROM ${FILE} TO 3`,
    `SELECT 1 AS a, 2 AS b ORDER BY a WITH FILL INTERPOLATE (b AS ${FILE})`,
    `SELECT 1 GROUP BY GROUPING SETS ((${FILE}))`,
    `SELECT 1 QUALIFY ${FILE}`,
    `SELECT 1 HAVING ${FILE}`,
    `SELECT 1 FROM signals PREWHERE ${FILE}`,
    `SELECT 1 WHERE ${FILE} = ''`,
    `SELECT quantile(${FILE})(1)`,
    `SELECT sum(1) FILTER (WHERE ${FILE} = '')`,
    `SELECT * REPLACE (${FILE} AS summary) FROM signals`,
    `SELECT * APPLY (x -> ${FILE}) FROM signals`,
    'SELECT * APPLY file FROM (SELECT 1)',
    `SELECT 1 FROM signals ARRAY JOIN [${FILE}] AS b`,
    `SELECT 1 FROM signals AS a JOIN signals AS b ON ${FILE} = a.summary`,
    `SELECT arrayMap(x -> file(x), ['${secret}'])`,
    `SELECT arrayMap(file, ['${secret}'])`,
    `SELECT arrayMap(\`file\`, ['${secret}'])`,
    `SELECT (SELECT ${FILE})`,
    `SELECT 1 IN (SELECT ${FILE})`,
    `SELECT 1 UNION ALL SELECT ${FILE}`,
    `SELECT 1 EXCEPT SELECT ${FILE}`,
    `SELECT CASE ${FILE} WHEN 1 THEN 2 END`,
    `SELECT [${FILE}], (${FILE}, 1), map('a', ${FILE})`,
    `SELECT * FROM numbers(length(${FILE}))`,
    `SELECT * FROM view(SELECT ${FILE})`,
    `SELECT * FROM values('a String', (${FILE}))`,
    `SELECT b FROM values('a String, b String ALIAS file(\\'${secret}\\')', ('x'))`,
    `SELECT b FROM generateRandom('a UInt8, b String ALIAS file(\\'${secret}\\')') LIMIT 1`,
    `DESCRIBE null('b String EPHEMERAL file(\\'${secret}\\')')`,
    `SELECT arrayReduce('groupConcat(file(\\'${secret}\\'))', ['a', 'b'])`,
    `SELECT arrayReduceInRanges('groupConcat(file(\\'${secret}\\'))', [(1, 2)], ['a', 'b'])`,
    `SELECT initializeAggregation('Enum8(file(\\'${secret}\\')=1)', 1)`,
    `SELECT toDateTime(0, 'file:${secret}')`,
    `SELECT toDateTime(0, concat('fi', 'le:${secret}'))`,
    `SELECT CAST(0, 'DateTime(\\'file:${secret}\\')')`,
    `SELECT 0::DateTime('file:${secret}')`,
    `SELECT CAST(0, concat('DateTime(\\'fi', 'le:${secret}\\')'))`,
    `SELECT now('file:${secret}')`,
    `SELECT dateDiff('day', now(), now(), concat('fi', 'le:${secret}'))`,
    `SELECT toStartOfInterval(now(), INTERVAL 1 DAY, concat('fi', 'le:${secret}'))`,
    `SELECT JSONExtract('{"a":1}', 'a', concat('DateTime(\\'fi', 'le:${secret}\\')'))`,
    `SELECT toString(toDateTime(0), concat('fi', 'le:${secret}'))`,
    `SELECT addDays(toDateTime(0), 1, concat('fi', 'le:${secret}'))`,
    `SELECT dateName('month', now(), concat('fi', 'le:${secret}'))`,
    `SELECT CAST(0, 'DateTime(\\'\\\\x66ile:${secret}\\')')`,
    `SELECT CAST(0, 'DateTime(\\'\\\\Nfile:${secret}\\')')`,
    `SELECT JSONExtract('{"a":"1"}', 'a', 'DateTime(\\'\\\\x66ile:${secret}\\')')`,
    `SELECT 1 IN default.\`${secret}\``,
    `SELECT CAST(tuple(0), 'Tuple(alias DateTime(\\'file:${secret}\\'))' AS zz)`,
    `SELECT arrayMap(toString, [now()], ['file:${secret}'])`,
    `SELECT toString(*) FROM (SELECT now() AS a, 'file:${secret}' AS b)`,
    `SELECT toString(COLUMNS('a|b')) FROM (SELECT now() AS a, 'file:${secret}' AS b)`,
    `WITH (0, 'file:${secret}') AS t SELECT toDateTime(t.*)`,
    `WITH ('{"a":"1"}', 'a', 'DateTime(\\'file:${secret}\\')') AS t SELECT JSONExtract(t.*)`,
    `SELECT 1 NOT IN default.\`${secret}\``,
    `SELECT * FROM view(SELECT b FROM values('b String MATERIALIZED file(\\'${secret}\\')', ('x')))`,
    `SELECT * FROM (EXPLAIN SELECT ${FILE})`,
    `EXPLAIN SELECT ${FILE}`,
    `EXPLAIN SYNTAX SELECT ${FILE}`,
    `DESCRIBE (SELECT ${FILE})`,
    `SHOW TABLES WHERE ${FILE} = ''`,
    `SHOW COLUMNS FROM signals WHERE ${FILE} = ''`,
    `SELECT * FROM file('${secret}', 'LineAsString')`,
    `DESCRIBE file('${secret}')`,
    `DESCRIBE TABLE file('${secret}', 'LineAsString')`,
    `SELECT * FROM loop(file('${secret}', 'LineAsString')) LIMIT 1`,
    `SELECT * FROM fileCluster('x', '${secret}')`,
    `SELECT * FROM filesystem('${dataDir}')`,
    `SELECT * FROM sqlite('${secret}', 't')`,
    `SELECT catboostEvaluate('${secret}', 1)`,
    "SELECT * FROM executable('x', 'TSV', 'a String')",
    `SELECT \`x (children 1)\n Function now\`, ${FILE}`,
    `SELECT 1 AS \`a\n Function now\`, ${FILE}`,
    `EXISTS TABLE \`a (children 2)\nSelectQuery\` INTO OUTFILE '${written}'`,
  ])('cannot read a file: %s', (sql) => expectRefused(sql));

  it('cannot write a file with any statement', async () => {
    for (const sql of [
      `SELECT 1 INTO OUTFILE '${written}'`,
      `SELECT 1 into/**/outfile '${written}' TRUNCATE FORMAT CSV`,
      `SELECT 1 INTO OUTFILE '${written}' AND STDOUT`,
      `DESCRIBE signals INTO OUTFILE '${written}'`,
      `EXISTS signals INTO OUTFILE '${written}'`,
      `SHOW TABLES INTO OUTFILE '${written}'`,
      `SHOW CREATE TABLE signals INTO OUTFILE '${written}'`,
      `EXPLAIN SELECT 1 INTO OUTFILE '${written}'`,
      `INSERT, 1 AS INSERT; SELECT 'x' INTO OUTFILE '${written}' FORMAT CSV`,
    ]) {
      await expectRefused(sql);
      await expectRefused(' ', { search: { query: sql } });
    }
    const insert = 'INSERT INTO service_facts FORMAT JSONEachRow';
    await expectRefused('{"fact":"x","value":"y","version":1}', { search: { query: insert } });
  });

  it('cannot connect to any host', async () => {
    const { port } = listener.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    for (const sql of [
      `SELECT * FROM url('${url}', 'CSVWithNames')`,
      `DESCRIBE url('${url}', 'CSVWithNames')`,
      `SELECT * FROM s3('${url}x.csv')`,
      `DESCRIBE s3('${url}x.csv')`,
      `SELECT * FROM remote('127.0.0.1:${port}', 'system', 'one')`,
      `SELECT hasColumnInTable('127.0.0.1:${port}', 'system', 'one', 'dummy')`,
      `SELECT * FROM mysql('127.0.0.1:${port}', 'a', 'b', 'c', 'd')`,
      `SELECT * FROM postgresql('127.0.0.1:${port}', 'a', 'b', 'c', 'd')`,
      `EXPLAIN TABLE OVERRIDE mysql('127.0.0.1:${port}', 'a', 'b', 'c', 'd') PARTITION BY x`,
      `SELECT * FROM mongodb('127.0.0.1:${port}', 'a', 'b', 'c', 'd', 'x String')`,
      `SELECT * FROM redis('127.0.0.1:${port}', 'k', 'k String')`,
      "SELECT aiGenerate('x', 'y')",
    ]) {
      await expectRefused(sql);
    }
    expect(asked).toBe(0);
  });

  it('cannot write data, change settings or run system commands', async () => {
    for (const sql of [
      "INSERT INTO service_facts VALUES ('x', 'y', 1)",
      'INSERT INTO service_facts SELECT 1, 2, 3',
      'CREATE TABLE t (x Int8) ENGINE = Memory',
      'CREATE TEMPORARY TABLE t (x Int8)',
      'CREATE FUNCTION f AS x -> x',
      'TRUNCATE TABLE signals',
      'DROP TABLE signals',
      'ALTER TABLE signals DELETE WHERE 1',
      'OPTIMIZE TABLE signals',
      "BACKUP TABLE signals TO File('x')",
      'SET readonly = 0',
      'SET ROLE service',
      'SET ROLE service; SELECT 1',
      'USE system',
      'KILL QUERY WHERE 1',
      'SYSTEM STOP MERGES',
      'SYSTEM FLUSH LOGS',
      'EXECUTE AS default SELECT 1',
      'BEGIN TRANSACTION',
      'CHECK TABLE signals',
      'SELECT 1 SETTINGS max_execution_time = 0',
      'SELECT * FROM (SELECT 1 SETTINGS max_execution_time = 0)',
      'SELECT 1 FORMAT CSV SETTINGS max_execution_time = 0',
      'SELECT 1; DROP TABLE signals',
      'SELECT 1 PARALLEL WITH SELECT 2',
    ]) {
      await expectRefused(sql);
    }
  });

  it('cannot see queries, users or settings of others', async () => {
    for (const sql of [
      'SELECT query FROM system.processes',
      'SELECT 1 FROM system.one WHERE 1 IN system.processes',
      'SELECT `system`.`processes`.query FROM system.processes',
      'SHOW PROCESSLIST',
      'SELECT * FROM system.query_log',
      'SELECT * FROM system.named_collections',
      'SELECT * FROM system.server_settings',
      'SELECT * FROM system.users',
      'SELECT * FROM system.query_cache',
      'SHOW CREATE TABLE system.processes',
      'DESCRIBE system.processes',
      'EXISTS system.processes',
      "SELECT * FROM merge('system', 'processes')",
      "SELECT * FROM dictionary('x')",
      "SELECT dictGet('x', 'y', 1)",
      "SELECT joinGet('system.processes', 'query', 1)",
      "SELECT getServerSetting('x')",
      "SELECT getClientHTTPHeader('x')",
      'SELECT * FROM default.t',
      'SHOW GRANTS',
      'SHOW USERS',
      'SHOW ACCESS',
    ]) {
      await expectRefused(sql);
    }
    for (const type of [
      `DateTime('file:${secret}')`,
      `Array(DateTime('file:${secret}'))`,
      `DateTime('\\x66ile:${secret}')`,
      'AggregateFunction(sum, UInt64)',
      'Array(FixedString(16777215))',
    ]) {
      await expectRefused(`SELECT {x:${type}}`, { search: { param_x: '' } });
    }
    // `statement` is the name of a parameter that the service itself might use.
    const own = { search: { param_statement: 'file' } };
    const wide = `1 AS ${'n'.repeat(300)}`;
    await expectRefused(`SELECT arrayMap({statement:Identifier}, ['${secret}']), ${wide}`, own);
    await expectRefused('SELECT toDateTime(0, {z:String})', {
      search: { param_z: `file:${secret}` },
    });
    const named = { search: { param_t: 'system', param_f: 'processes' } };
    await expectRefused('SELECT * FROM {t:Identifier}.{f:Identifier}', named);
  });

  it('cannot use parameters of an earlier request', async () => {
    await ask('SELECT {x:String}', { search: { param_x: 'mine' } });
    const next = await ask('SELECT {x:String}');
    expect(next.status).toBe(400);
    expect(next.text).toContain('Substitution `x` is not set');
  });

  it('has no rights to write, read files or use the network without its role', async () => {
    const { Session } = await import('chdb');
    const folder = join(dataDir, 'clickhouse');
    const session = new Session(folder, { connectionArgs: [`--config-file=${folder}.xml`] });
    session.query('USE signals; SET ROLE NONE; SET readonly = 1');
    for (const sql of [
      "INSERT INTO service_facts VALUES ('x', 'y', 1)",
      'CREATE TABLE t (x Int8) ENGINE = Memory',
      "DESCRIBE url('http://127.0.0.1:1/', 'CSVWithNames')",
      `DESCRIBE file('${secret}', 'LineAsString')`,
    ]) {
      expect(() => session.query(sql), sql).toThrow(/ACCESS_DENIED|READONLY/);
    }
    session.close();
  });

  it('gets a statement cancelled when the client disconnects', async () => {
    const left = new AbortController();
    const slow = ask('SELECT count() FROM numbers_mt(100000000000)', { signal: left.signal });
    await sleep(1_000);
    expect(processes()).toBe(1);
    left.abort();
    await expect(slow).rejects.toThrow();
    await until(async () => processes() === 0);
    expect((await ask('SELECT 1')).text).toBe('1\n');
  });

  it('cannot open a file as a time zone in any argument of any function', async () => {
    const functions = await open.clickhouse.rows<EngineFunction>(
      'SELECT name, case_insensitive, alias_to FROM system.functions WHERE NOT is_aggregate ORDER BY name',
    );
    const { isAllowed } = functionNames(functions);
    const names = functions.map(({ name }) => name).filter((name) => isAllowed(name));
    expect(names.length).toBeGreaterThan(300);
    const zone = "concat('fi', 'le:/nowhere')";
    // Every sixth function, others with each version of the engine; `LONG=1` tries all.
    const tried = names.filter((_, at) => process.env.LONG || at % 6 === names.length % 6);
    for (const name of new Set([...tried, 'toString', 'addDays', 'now', 'CAST'])) {
      for (const args of [
        `now(), ${zone}`,
        `now(), 1, ${zone}`,
        `'day', now(), now(), ${zone}`,
        '*',
        ...(process.env.LONG ? [`'2026-01-01', ${zone}`, `'day', now(), ${zone}`] : []),
      ]) {
        const from = args === '*' ? "(SELECT now() AS a, 'file:/nowhere' AS b)" : 'system.one';
        const { text } = await ask(`SELECT ${name}(${args}) FROM ${from}`);
        expect(text, `${name}(${args})`).not.toMatch(/time ?zone file|load time zone/i);
      }
    }
  });

  it('cannot call functions that cannot be cancelled or that crash the engine', async () => {
    const resample = 'sumResampleIfResampleIf(0,1048576,1,0,1048576,1)(number,number,1,number,1)';
    for (const sql of [
      `SELECT length(${resample}) FROM numbers(10)`,
      "SELECT printf('%1000000000d', 1)",
      "SELECT JSON_QUERY('[1]', '$[1000000000 to 4000000000]')",
      'SELECT arrayLevenshteinDistance(range(200000), range(1, 200001))',
      'SELECT h3kRing(599686042433355775, 3000)',
      "SELECT kolmogorovSmirnovTest('two-sided', 'exact')(number / 7, number % 2) FROM numbers(9)",
      "SELECT repeat('a', 1000000)",
      'SELECT sleep(3)',
      'SELECT sumStateIfOrNullDistinct(number, 1) FROM numbers(3)',
      "SELECT CAST(unhex('00'), 'AggregateFunction(sum, UInt64)')",
      "SELECT CAST(unhex('00'), 'Array(\\x41ggregateFunction(sum, UInt64))')",
      "SELECT CAST(1, 'Set')",
      "SELECT CAST(tuple(''), 'Tuple(alias AggregateFunction(sum, UInt64))' AS zz)",
      'WITH y -> (y, y) AS upper SELECT upper(upper(1))',
      "SELECT JSONExtract('{}', 'a', 'Dynamic')",
    ]) {
      await expectRefused(sql);
    }
  });

  it('gets a statement checked in time linear to its length', async () => {
    const started = performance.now();
    const { status } = await ask(`SELECT '${' (alias '.repeat(31_000)}'`);
    expect(status).toBe(200);
    // Thousands of times the usual time, but a fraction of what a quadratic check would take.
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  it('cannot send too many parameters or invalid names of parameters', async () => {
    const many = Array.from({ length: 200 }, (_, at) => [`param_a${at}`, '1']);
    expect((await ask('SELECT 1', { search: Object.fromEntries(many) })).status).toBe(400);
    expect((await ask('SELECT 1', { search: { 'param_x"; SET a': '1' } })).status).toBe(400);
  });

  it('gets the connection closed if a body is sent that is not read', async () => {
    const { port } = new URL(address.url);
    const head = 'Host: 127.0.0.1\r\nContent-Length: 100000000\r\n\r\n';
    for (const start of ['GET /ping HTTP/1.1\r\n', 'POST /?query=SELECT+1 HTTP/1.1\r\n']) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`${start}${head}`);
      socket.resume();
      await once(socket, 'close');
    }
  });

  it('cannot exhaust the connections of the service', async () => {
    const { hostname, port } = new URL(address.url);
    const { user, password } = address.analyst;
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\nContent-Length: 100\r\n\r\n`,
      );
      return { closed: once(socket, 'close'), socket };
    });
    expect((await (await fetch(`${address.url}/ping`)).text()).trim()).toBe('Ok.');
    for (const { socket } of sockets) socket.resume();
    // Some connections are rejected at once, and idle ones are closed after some time.
    await Promise.all(sockets.map(({ closed }) => closed));
    expect((await ask('SELECT 1')).text).toBe('1\n');
  });

  it('gets disconnected if it does not read its answers', async () => {
    const { hostname, port } = new URL(address.url);
    const { user, password } = address.analyst;
    const sql = "SELECT number, repeat FROM (SELECT number, 'x' AS repeat FROM numbers(900000))";
    const clients = Array.from({ length: 6 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(
        `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\nContent-Length: ${sql.length}\r\n\r\n${sql}`,
      );
      return socket;
    });
    await sleep(1_000);
    expect((await ask('SELECT 1')).text).toBe('1\n');
    const received: number[] = [];
    for (const socket of clients) {
      const closed = once(socket, 'close');
      socket.resume();
      socket.end();
      await closed;
      received.push(socket.bytesRead);
    }
    // Few answers are sent at once, so some clients were dropped before the last statement ran.
    const whole = 900_000 * '100000\tx\n'.length;
    expect(received.filter((bytes) => bytes < whole / 2).length).toBeGreaterThan(2);
  });

  it('gets pipelined statements cancelled when the client disconnects', async () => {
    const { hostname, port } = new URL(address.url);
    const { user, password } = address.analyst;
    const request = (sql: string) =>
      `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\nContent-Length: ${sql.length}\r\n\r\n${sql}`;
    for (let client = 0; client < 4; client += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const slow = request('SELECT sum(sipHash64(number)) FROM numbers(500000000)');
      socket.write(slow + request('SELECT 2').repeat(9));
      await sleep(300);
      socket.destroy();
    }
    expect((await ask('SELECT 1')).text).toBe('1\n');
  });

  it('gets TOO_MANY_SIMULTANEOUS_QUERIES if too many statements wait', async () => {
    const left = new AbortController();
    const waiting = Array.from({ length: 40 }, () =>
      ask('SELECT count() FROM numbers_mt(100000000000)', { signal: left.signal }).catch(
        () => null,
      ),
    );
    const refused = await Promise.race(waiting);
    expect(refused?.text).toMatch(/TOO_MANY_SIMULTANEOUS_QUERIES/);
    left.abort();
    await Promise.all(waiting);
    await until(async () => (await ask('SELECT 1')).text === '1\n');
  });

  const list = (count: number, each: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => each(at)).join(', ');
  const chain = Array.from(
    { length: 22 },
    (_, at) => `t${at + 1} AS (SELECT a.x FROM t${at} AS a, t${at} AS b)`,
  );

  const costly: [string, string, string?][] = [
    ['a list of everything', 'SELECT groupArray(toString(number)) FROM numbers(1000000000)'],
    [
      'wide rows',
      `SELECT number, concat(${Array(300).fill('toString(number)').join(', ')}) FROM numbers(900000)`,
    ],
    [
      'a name much longer than its values',
      `SELECT number AS \`${'n'.repeat(900)}\` FROM numbers(900000) FORMAT JSONEachRow`,
    ],
    ['more rows than an answer may have', 'SELECT number FROM numbers(1000001)'],
    ['a value that all rows share', `SELECT '${'x'.repeat(5_000)}' FROM numbers(200000)`, 'TSV'],
    [
      'a value in a dictionary',
      `SELECT CAST('${'x'.repeat(5_000)}' AS LowCardinality(String)) FROM numbers(200000)`,
      'CSV',
    ],
    [
      'characters that are escaped',
      `SELECT materialize('${'\\x01'.repeat(1_000)}') FROM numbers(45000)`,
      'JSONEachRow',
    ],
    [
      'lists of short values',
      'SELECT arrayMap(x -> NULL, range(1000)) FROM numbers(45000)',
      'JSON',
    ],
    ['elements', 'SELECT arrayMap(x -> toUInt8(1), range(1000)) FROM numbers(45000)', 'XML'],
    [
      'names within values',
      `SELECT CAST(arrayMap(x -> tuple(toUInt8(1)), range(1000)) AS Array(Tuple(${'n'.repeat(300)} UInt8))) FROM numbers(45000)`,
      'JSON',
    ],
    ['nothing', 'SELECT arrayMap(x -> tuple(), range(1000)) FROM numbers(45000)', 'JSON'],
    ['cells that are filled up', `SELECT ${'number, '.repeat(300)} 1 FROM numbers(9000)`, 'Pretty'],
    ['many SELECTs', `SELECT 1${' UNION ALL SELECT 1'.repeat(8_000)}`],
    ['an explanation of many SELECTs', `EXPLAIN SELECT 1${' UNION ALL SELECT 1'.repeat(4_000)}`],
    [
      'many tables',
      `SELECT count() FROM ${Array.from({ length: 3_000 }, (_, at) => `(SELECT 1) AS s${at}`).join(', ')}`,
    ],
    [
      'tables that double with each WITH',
      `WITH t0 AS (SELECT 1 AS x), ${chain.join(', ')} SELECT count() FROM t22`,
    ],
    ['many asterisks', `SELECT ${'*, '.repeat(5_000)} 1 FROM signals`],
    ['many matchers', `SELECT ${"COLUMNS('.*'), ".repeat(100)} 1 FROM signals`],
    ['wide tuples within tuples', `SELECT ignore(x) FROM ${tuples(3, 270)}`],
    ['deep tuples within tuples', `SELECT ignore(x) FROM ${tuples(9, 5)}`],
    [
      'tables that double under names of the database',
      `WITH \`signals.t0\` AS (SELECT 1 AS x), ${chain.join(', ').replace(/\bt(\d+)/g, '`signals.t$1`')} SELECT 1`,
    ],
    ['asterisks in a tuple', 'SELECT (*, *) FROM signals'],
    [
      'subqueries that are wide tuples',
      `WITH (SELECT ${'1, '.repeat(199)}1) AS t1, (SELECT ${'t1, '.repeat(199)}t1) AS t2, (SELECT ${'t2, '.repeat(199)}t2) AS t3 SELECT ignore(t3)`,
    ],
    ['a long list after IN', `SELECT x IN (${'1, '.repeat(60_000)}1) FROM (SELECT 1 AS x)`],
    ['many BETWEEN', `SELECT ${'1 BETWEEN 0 AND '.repeat(60)}1`],
    [
      'a long text before BETWEEN',
      `SELECT '${'x'.repeat(200_000)}' ${'BETWEEN 0 AND 1 '.repeat(10)}`,
    ],
    ['long names', `SELECT \`${'a'.repeat(16_000)}\`, 1 AS \`${'b'.repeat(16_000)}\``],
    [
      'a pattern against a long text',
      "SELECT extractAll(arrayStringConcat(arrayMap(x -> 'a', range(20000))), concat('a*b', '|a'))",
    ],
    ['two long lists', 'SELECT hasAny(range(200000), range(300000, 500000))'],
    [
      'deep subqueries',
      `SELECT 1 FROM numbers(3) WHERE ${'number IN (SELECT number FROM numbers(1) WHERE '.repeat(48)}1${')'.repeat(48)}`,
    ],
    [
      'a type with many dictionaries',
      `SELECT (${list(2_000, () => 'y')}) AS t FROM (SELECT JSONExtract(toString(number), 'Tuple(${list(21, () => 'LowCardinality(Int8)')})') AS y FROM numbers(1))`,
    ],
    [
      'a long text named often',
      `WITH '${'x'.repeat(100_000)}' AS s, concat(${list(150, () => 's')}) AS t, concat(${list(150, () => 't')}) AS u SELECT length(u)`,
    ],
    [
      'a wide value named often',
      `EXPLAIN SELECT ${list(3_000, (at) => `t AS a${at}`)} FROM (SELECT (${list(60, () => 'y')}) AS t FROM (SELECT (${list(200, () => 'number')}) AS y FROM numbers(1)))`,
    ],
    [
      'a list within lists',
      `WITH (${list(1_000, () => '1')}) AS x, (${list(60, () => 'x')}) AS y, (${list(60, () => 'y')}) AS z SELECT ignore(z)`,
    ],
    [
      'one that cannot be explained',
      `SELECT '${'x'.repeat(5_000)}' AS s FROM numbers(26000) WHERE '${'y'.repeat(130_415)}' BETWEEN 'a' AND 'z' BETWEEN 0 AND 1 BETWEEN 0 AND 1`,
    ],
    [
      'rows that share a value after a join',
      `SELECT x FROM (SELECT materialize('${'x'.repeat(5_000)}') AS x, range(26000) AS r) ARRAY JOIN r`,
    ],
    [
      'a name that is escaped',
      `SELECT number AS \`${'\\x01'.repeat(900)}\` FROM numbers(60000) FORMAT JSONEachRow`,
    ],
    [
      'parts in parts',
      `SELECT arrayMap(x -> ${'tuple('.repeat(100)}toUInt8(x)${')'.repeat(100)}, range(1000)) FROM numbers(40) FORMAT XML`,
    ],
    [
      'commas in the name of a part',
      `SELECT arrayMap(i -> t, range(1000)) FROM (SELECT (SELECT toUInt8(1) AS \`${','.repeat(900)}\`, toUInt8(2) AS b) AS t) AS s CROSS JOIN numbers(130) AS n FORMAT JSONEachRow`,
    ],
    [
      'a plan of much text',
      `EXPLAIN actions = 1, header = 1 WITH concat(toString(number), '${'\\x01'.repeat(50_000)}') AS s SELECT ${list(420, (at) => `length(s) + ${at} AS a${at}`)} FROM numbers(1) FORMAT JSONEachRow`,
    ],
  ];

  it.each(costly.filter(([what]) => process.env.LONG || !LIKE_OTHERS.has(what)))(
    'cannot exceed the memory limits with a costly statement: %s',
    async (_what, sql, format = 'TSV') => {
      await ask('SELECT 1');
      const before = memory();
      let peak = before;
      const watch = setInterval(() => {
        const { own, children } = memory();
        peak = { own: Math.max(peak.own, own), children: Math.max(peak.children, children) };
      }, 10);
      const { status, text } = await ask(sql, { search: { default_format: format } });
      clearInterval(watch);
      expect([200, 400]).toContain(status);
      if (status === 400) expect(text).toMatch(/^Code: \d+\. /);
      expect(peak.children).toBeLessThan(MOST_MEMORY);
      // This process also holds the answer as the client.
      expect(peak.own - before.own).toBeLessThan(50_000_000 + 3 * text.length);
      expect((await ask('SELECT 1')).text).toBe('1\n');
    },
  );

  it('gets an error for a text literal that is not valid UTF-8', async () => {
    const bytes = await ask("SELECT '\\xff' FORMAT RowBinary");
    expect(bytes.text).toContain('not valid UTF-8');
  });

  it('gets answers of many megabytes in every family of formats', async () => {
    const row = `number, '${'x'.repeat(900)}' AS text, [toString(number), 'b'] AS list, now() AS time`;
    for (const format of ['TSV', 'CSV', 'JSON', 'JSONEachRow', 'Native', 'Parquet']) {
      const { status } = await ask(`SELECT ${row} FROM numbers(20000) FORMAT ${format}`);
      expect(status, format).toBe(200);
    }
  });

  it('gets names, types, order, totals and repeated columns as requested', async () => {
    const answer = async (sql: string) => (await ask(`${sql} FORMAT TSVWithNamesAndTypes`)).text;
    expect(
      await answer(
        "SELECT number, number, *, (SELECT 2) AS two, 'x' AS column_0, [1, 2] AS `a b` FROM numbers(3) AS answer ORDER BY number DESC LIMIT 2",
      ),
    ).toBe(
      [
        'number\tnumber\tnumber\ttwo\tcolumn_0\ta b',
        'UInt64\tUInt64\tUInt64\tNullable(UInt8)\tString\tArray(UInt8)',
        '2\t2\t2\t2\tx\t[1,2]',
        '1\t1\t1\t2\tx\t[1,2]',
        '',
      ].join('\n'),
    );
    const totals = await ask(
      'SELECT number % 2 AS odd, count() FROM numbers(3) GROUP BY odd WITH TOTALS ORDER BY odd FORMAT JSONCompact',
    );
    expect(JSON.parse(totals.text)).toMatchObject({
      data: [
        [0, 2],
        [1, 1],
      ],
      totals: [0, 3],
    });
    expect(await answer('(SELECT 1 AS k) UNION ALL (SELECT 1)')).toBe('k\nUInt8\n1\n1\n');
  });

  it.each([
    'Template',
    'CustomSeparated',
    'Protobuf',
    'ProtobufList',
    'CapnProto',
    'AvroConfluent',
    'MySQLWire',
    'Nonsense',
  ])('cannot use the format %s', async (format) => {
    const message = `format ${format} is not available to analysts`;
    const asked = await ask('SELECT 1', { search: { default_format: format } });
    expect(asked).toMatchObject({ status: 400, text: expect.stringContaining(message) });
    const named = await ask(`SELECT 1 FORMAT ${format}`);
    expect(named).toMatchObject({ status: 400, text: expect.stringContaining(message) });
  });

  it('does not delay the stop of the service', async () => {
    const slow = Array.from({ length: 5 }, () =>
      ask('SELECT count() FROM numbers_mt(100000000000)').catch(() => null),
    );
    await sleep(1_000);
    const started = performance.now();
    await open.close();
    await Promise.all(slow);
    // Each statement would run until its time limit.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
