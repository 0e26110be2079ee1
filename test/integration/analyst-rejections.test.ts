/** Statements that the user `analyst` of the embedded ClickHouse may not run. Needs the embedded engine. */
import { describe, expect, it } from 'vitest';
import { prepareAnalyst } from '../helpers/analyst.js';

const { ask, expectRefused, secret, written } = prepareAnalyst();

describe('Analyst', () => {
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

  // The syntax tree does not show what stands before these matchers, and the engine ignores it.
  it.each([
    `SELECT tuple(file('${secret}')).*`,
    `SELECT file('${secret}').* EXCEPT a`,
    `SELECT file('${secret}').COLUMNS('.*')`,
    `SELECT file('${secret}').COLUMNS(a, b)`,
    `SELECT [file('${secret}')].*, signals.* FROM signals`,
    `SELECT (SELECT file('${secret}')).*`,
    `EXPLAIN SELECT 1 WHERE tuple(file('${secret}')).*`,
    'SELECT tuple(7, 8).*',
    'SELECT tuple(7, 8).* UNION DISTINCT SELECT 1',
    'SELECT (signals).* FROM signals',
    'SELECT NULL.*',
    'SELECT {x:String}.*',
    'SELECT 1 AS `.*`, tuple(7, 8).*',
  ])('cannot write an expression before a matcher: %s', (sql) =>
    expectRefused(sql, { search: { param_x: 'x' } }),
  );

  it.each([
    ['WITH (7, 8) AS t SELECT t.*', '7\t8\n'],
    [
      "SELECT o.*, system.one.COLUMNS('d'), o.COLUMNS(x) FROM (SELECT 1 AS x) AS o, system.one",
      '1\t0\t1\n',
    ],
    ['SELECT {t:Identifier}.*, 1. * 2 FROM system.one', '0\t2\n'],
    ["SELECT '.*' AS `.COLUMNS(`, `t'`.* FROM (SELECT 1) AS `t'`", '.*\t1\n'],
  ])('may write the name of a table or a tuple before a matcher: %s', async (sql, text) => {
    expect(await ask(sql, { search: { param_t: 'one' } })).toEqual({ status: 200, text });
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
      // The engine lets a read-only session reset settings to their defaults.
      'SELECT 1 FORMAT CSV SETTINGS max_execution_time = DEFAULT',
      'EXPLAIN SELECT 1 FORMAT CSV SETTINGS max_execution_time = DEFAULT',
      'EXPLAIN SELECT 1 FORMAT CSV SETTINGS readonly = DEFAULT',
      'EXPLAIN indexes = 1 SELECT 1 FORMAT CSV SETTINGS readonly = DEFAULT',
      'EXPLAIN indexes = 1 SELECT 1 SETTINGS readonly = DEFAULT',
      'EXPLAIN PIPELINE SELECT 1 FORMAT CSV SETTINGS max_threads = 1',
      'SELECT 1 UNION DISTINCT SELECT 2 FORMAT CSV SETTINGS readonly = DEFAULT',
      '(SELECT 1 UNION DISTINCT SELECT 2) SETTINGS readonly = DEFAULT',
      'EXPLAIN AST (SELECT 1 UNION DISTINCT SELECT 2) SETTINGS readonly = DEFAULT FORMAT CSV',
      'DESCRIBE signals FORMAT CSV SETTINGS readonly = DEFAULT',
      'SHOW TABLES FORMAT CSV SETTINGS readonly = DEFAULT',
      'SHOW CREATE TABLE signals FORMAT CSV SETTINGS readonly = DEFAULT',
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

  it('cannot call functions that cannot be cancelled or that crash the engine', async () => {
    const resample = 'sumResampleIfResampleIf(0,1048576,1,0,1048576,1)(number,number,1,number,1)';
    for (const sql of [
      `SELECT length(${resample}) FROM numbers(10)`,
      "SELECT printf('%1000000000d', 1)",
      "SELECT JSON_QUERY('[1]', '$[1000000000 to 4000000000]')",
      "SELECT JSON_VALUE('[1]', '$[1000000000 to 4000000000]')",
      "SELECT JSON_VALUE('[1]', concat('$[1000000000 t', 'o 4000000000]'))",
      "SELECT JSON_EXISTS('[1]', '$[\\n1000000000\\nTO 4000000000]')",
      `SELECT JSON_VALUE('[1]', '$["]"][1000000000to4000000000]')`,
      "SELECT JSON_VALUE(*) FROM (SELECT '[1]' AS a, '$[1000000000 to 4000000000]' AS b)",
      'SELECT arrayLevenshteinDistance(range(200000), range(1, 200001))',
      'SELECT h3kRing(599686042433355775, 3000)',
      "SELECT kolmogorovSmirnovTest('two-sided', 'exact')(number / 7, number % 2) FROM numbers(9)",
      "SELECT repeat('a', 1000000)",
      'SELECT sleep(3)',
      'SELECT sumStateIfOrNullDistinct(number, 1) FROM numbers(3)',
      "SELECT CAST(unhex('00'), 'AggregateFunction(sum, UInt64)')",
      "SELECT CAST(unhex('00'), 'Array(\\x41ggregateFunction(sum, UInt64))')",
      "SELECT CAST(1, 'Set')",
      "SELECT accurateCastOrDefault(1, 'Set', 'UInt8')",
      "SELECT accurateCastOrNull(unhex('00'), 'AggregateFunction(sum, UInt64)')",
      "SELECT accurateCast(1, concat('S', 'et'))",
      "SELECT JSONExtractCaseInsensitive('{}', 'a', 'Dynamic')",
      "SELECT CAST(tuple(''), 'Tuple(alias AggregateFunction(sum, UInt64))' AS zz)",
      'WITH y -> (y, y) AS upper SELECT upper(upper(1))',
      "SELECT JSONExtract('{}', 'a', 'Dynamic')",
    ]) {
      await expectRefused(sql);
    }
  });

  it('cannot send too many parameters or invalid names of parameters', async () => {
    const many = Array.from({ length: 200 }, (_, at) => [`param_a${at}`, '1']);
    expect((await ask('SELECT 1', { search: Object.fromEntries(many) })).status).toBe(400);
    expect((await ask('SELECT 1', { search: { 'param_x"; SET a': '1' } })).status).toBe(400);
  });

  it('gets a statement checked in time linear to its length', async () => {
    const started = performance.now();
    const { status } = await ask(`SELECT '${' (alias '.repeat(31_000)}'`);
    expect(status).toBe(200);
    // Thousands of times the usual time, but a fraction of what a quadratic check would take.
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
