/**
 * No statement of the user `analyst` of the embedded ClickHouse reads or writes a file or connects to a host. Needs the
 * embedded engine.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFunctionRules,
  ENGINE_FUNCTIONS,
  type EngineFunction,
} from '../../shared/platform/clickhouse/analysts/analyst-names.js';
import { prepareAnalyst, SECRET } from '../helpers/analyst.js';

const analyst = prepareAnalyst();
const { ask, expectRefused, dataDir, secret, written } = analyst;
let requests = 0;
const listener = createServer((_request, response) => {
  requests += 1;
  response.end('a,b\n1,2\n');
});

beforeAll(() => new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve)));

afterAll(() => listener.close());

describe('Analyst', () => {
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
    `SELECT arrayMap((file), ['${secret}'])`,
    `SELECT arrayMap(file AS f, ['${secret}'])`,
    `SELECT arraySort(file, ['${secret}', 'x'])`,
    `SELECT mapSort(file, map('${secret}', 1))`,
    `SELECT arrayMap(file -> arrayMap(file, ['${secret}']), ['x'])`,
    `SELECT arrayMap(x -> arrayMap(file, [x]), ['${secret}'])`,
    `SELECT 1 AS file FROM (SELECT arrayMap(file, ['${secret}']))`,
    `SELECT arrayMap(lambda(tuple(x), arrayMap(file, [x])), ['${secret}'])`,
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
    `SELECT toTimeZone(now(), 'file:${secret}')`,
    `SELECT toTimezone(now(), concat('file:', '${secret}'))`,
    `SELECT toTimeZone(now(), concat('file:', '${secret}'))`,
    `SELECT dateDiff('day', now(), now(), concat('fi', 'le:${secret}'))`,
    `SELECT toStartOfInterval(now(), INTERVAL 1 DAY, concat('fi', 'le:${secret}'))`,
    `SELECT JSONExtract('{"a":1}', 'a', concat('DateTime(\\'fi', 'le:${secret}\\')'))`,
    `SELECT toString(toDateTime(0), concat('fi', 'le:${secret}'))`,
    `SELECT parseDateTimeInJodaSyntax('2026 file:${secret}', 'yyyy z')`,
    `SELECT parseDateTimeInJodaSyntax(concat('2026 fi', 'le:${secret}'), 'yyyy zzzz' AS f)`,
    `SELECT parseDateTimeInJodaSyntaxOrNull('2026 file:${secret}', 'yyyy \x7a')`,
    `SELECT parseDateTimeInJodaSyntaxOrZero('2026 file:${secret}', concat('yyyy ', 'z'))`,
    `SELECT arrayMap(parseDateTimeInJodaSyntax, ['2026 file:${secret}'], ['yyyy z'])`,
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
      // The syntax tree of these unions does not show what follows them.
      `SELECT 1 UNION DISTINCT SELECT 2 INTO OUTFILE '${written}'`,
      `SELECT 1 UNION DISTINCT SELECT 2 INTO OUTFILE '${written}' TRUNCATE FORMAT CSV`,
      `(SELECT 1 UNION DISTINCT SELECT 2) INTO OUTFILE '${written}' FORMAT TSV`,
      `SELECT 1 EXCEPT SELECT 2 UNION DISTINCT SELECT 3 INTO OUTFILE '${written}'`,
      `EXPLAIN AST SELECT 1 UNION DISTINCT SELECT 2 INTO OUTFILE '${written}'`,
      `INSERT, 1 AS INSERT; SELECT 'x' INTO OUTFILE '${written}' FORMAT CSV`,
    ]) {
      await expectRefused(sql);
      await expectRefused(' ', { search: { query: sql } });
    }
    const insert = 'INSERT INTO service_facts FORMAT JSONEachRow';
    await expectRefused('{"fact":"x","value":"y","version":1}', { search: { query: insert } });
  });

  it.each([
    'SELECT * APPLY (`toString FROM system.one; %`) FROM system.one',
    'SELECT system.one.* APPLY (`toString FROM system.one; %`) FROM system.one',
    'SELECT COLUMNS(dummy) APPLY (`toString FROM system.one; %`) FROM system.one',
    'EXPLAIN SELECT * APPLY (`toString FROM system.one; %`) FROM system.one',
    'SELECT 1 FROM (SELECT * APPLY (`toString FROM system.one); %; SELECT (1`) FROM system.one)',
    'INSERT INTO service_facts FORMAT `CSV; %`',
    "INSERT INTO service_facts FROM INFILE 'x' FORMAT `CSV; %`",
    'ALTER TABLE service_facts EXECUTE `f(); %; SELECT f`(1)',
    'CREATE DICTIONARY d (a UInt8) PRIMARY KEY a SOURCE(`x()); %; SELECT x((`(a 1)) LAYOUT(FLAT())',
    'CREATE DICTIONARY d (a UInt8) PRIMARY KEY a SOURCE(x(`a 1)); %; SELECT x((` 1)) LAYOUT(FLAT())',
  ])('cannot hide a second statement in a name: %s', async (sql) => {
    for (const hidden of [
      `SELECT CAST(file('${secret}'), 'UInt8')`,
      `SELECT 1 INTO OUTFILE '${written}'`,
    ]) {
      await expectRefused(sql.replace('%', hidden));
    }
  });

  it('cannot open a file as a time zone in any argument of any function', async () => {
    const functions = await analyst
      .engine()
      .clickhouse.rows<EngineFunction>(`${ENGINE_FUNCTIONS} WHERE NOT is_aggregate ORDER BY name`);
    const { isAllowed } = createFunctionRules(functions);
    const names = functions.map(({ name }) => name).filter((name) => isAllowed(name));
    expect(names.length).toBeGreaterThan(300);
    const zone = "concat('fi', 'le:/nowhere')";
    // Every sixth function, others with each version of the engine; `LONG=1` tries all.
    const tried = names.filter((_, at) => process.env.LONG || at % 6 === names.length % 6);
    for (const name of new Set([
      ...tried,
      'toString',
      'addDays',
      'now',
      'CAST',
      'timeZoneOffset',
      'parseDateTimeInJodaSyntaxOrNull',
    ])) {
      for (const args of [
        `now(), ${zone}`,
        `now(), 1, ${zone}`,
        `'day', now(), now(), ${zone}`,
        '*',
        "'2026 file:/nowhere', 'yyyy z'",
        ...(process.env.LONG ? [`'2026-01-01', ${zone}`, `'day', now(), ${zone}`] : []),
      ]) {
        const from = args === '*' ? "(SELECT now() AS a, 'file:/nowhere' AS b)" : 'system.one';
        const { text } = await ask(`SELECT ${name}(${args}) FROM ${from}`);
        expect(text, `${name}(${args})`).not.toMatch(/time ?zone file|load time zone (?!yyyy)/i);
      }
    }
  });

  it('cannot pass the name of a function to any function but a higher-order one', async () => {
    const { clickhouse } = analyst.engine();
    const functions = await clickhouse.rows<EngineFunction>(`${ENGINE_FUNCTIONS} ORDER BY name`);
    const { isAllowed, isHigherOrder } = createFunctionRules(functions);
    const names = functions.map(({ name }) => name).filter((name) => isAllowed(name));
    expect(names.filter(isHigherOrder).length).toBeGreaterThan(15);
    const path = `['${secret}']`;
    for (const [at, name] of names.entries()) {
      if (!process.env.LONG && !isHigherOrder(name) && at % 12 !== names.length % 12) continue;
      for (const args of [
        'file',
        `file, ${path}`,
        `file, ${path}, ${path}`,
        `${path}, file`,
        `${path}, ${path}, file`,
        `${path}, file, ${path}`,
        `x -> file, ${path}`,
        `x -> (file, x), ${path}`,
        `if(1, file, file), ${path}`,
      ]) {
        const { status, text } = await ask(`SELECT ${name}(${args})`);
        expect(status, `${name}(${args})\n${text}`).toBe(400);
        expect(text, `${name}(${args})`).not.toContain(SECRET);
        if (args.includes('->')) continue;
        // The engine has not found what the name means, or the service has refused it.
        expect(text, `${name}(${args})`).toMatch(
          /READONLY|SYNTAX_ERROR|UNKNOWN_IDENTIFIER|must be a constant String/,
        );
      }
    }
  });

  it('cannot call a function that reads anything by a bare name', async () => {
    const { clickhouse } = analyst.engine();
    const functions = await clickhouse.rows<EngineFunction>(`${ENGINE_FUNCTIONS} ORDER BY name`);
    const harmless = new Set(
      `curdate current_database current_date current_timestamp current_user currentdatabase
currentuser database localtime localtimestamp now schema session_user today user`.split(/\s+/),
    );
    for (const [at, { name }] of functions.entries()) {
      if (!process.env.LONG && at % 6 !== functions.length % 6) continue;
      if (harmless.has(name.toLowerCase())) continue;
      await expect(clickhouse.rows(`SELECT \`${name}\``), name).rejects.toThrow();
    }
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
    expect(requests).toBe(0);
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
});
