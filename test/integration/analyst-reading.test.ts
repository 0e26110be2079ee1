/** The user `analyst` of the embedded ClickHouse may read the tables of the service, in many formats. Needs the embedded engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FUNCTION_NAMES } from '../../shared/platform/clickhouse/analysts/allowed-functions.js';
import { prepareAnalyst } from '../helpers/analyst.js';
import { SCHEMA_FOLDER } from '../helpers/clickhouse-adapters.js';

const { ask } = prepareAnalyst();

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

  it('may call every listed function, by the name on the list', async () => {
    const calls = FUNCTION_NAMES.map((name) =>
      name === 'exists' ? 'exists(SELECT 1)' : `${name}(1, 'String')`,
    );
    // Names that the engine does not know are allowed as well.
    const { status, text } = await ask(`EXPLAIN AST SELECT ${calls.join()}`);
    expect(status, text).toBe(200);
    const zoned = "SELECT formatDateTime(toTimeZone(toDateTime(0, 'UTC'), 'Europe/Paris'), '%H')";
    expect(await ask(zoned)).toEqual({ status: 200, text: '01\n' });
  });

  it.each([
    'SELECT count() FROM request_logs_current WHERE timestamp > now() - INTERVAL 1 DAY',
    'SELECT min(timestamp), max(`timestamp`) FROM request_logs_current',
    'SELECT timestamp::Date, toStartOfHour(`timestamp`) FROM request_logs_current',
    'SELECT toDate(detected_at) AS date, count() FROM signals_current GROUP BY date HAVING date > today() - 3',
    'WITH d AS (SELECT toDate(detected_at) AS date FROM signals_current) SELECT count() FROM d WHERE date >= today() - 3',
    'SELECT arrayMap(e -> e + 1, [1])',
    'SELECT arraySort(date -> -date, [1, 2])',
    'SELECT arrayMap(x -> x + 1, date), arraySum(date) FROM (SELECT [1] AS date)',
    "SELECT arrayMap(lower, ['A'])",
  ])('may use names that functions have as well: %s', async (sql) => {
    const { status, text } = await ask(sql);
    expect(status, text).toBe(200);
  });

  it.each([
    "SELECT 1 IS DISTINCT FROM NULL, 1 IS NOT DISTINCT FROM NULL, NULL <=> NULL, format('{}-{}', 'a', 1)",
    "SELECT lpad('7', 3, '0'), rpad('7', 3, '0'), substringIndex('a.b.c', '.', 2), splitByRegexp('[ab]', '1a2b3'), splitByNonAlpha('a-b')",
    "SELECT multiSearchAny(summary, ['a', 'b']), editDistance(summary, 'x'), extractGroups('ab', '(a)(b)'), REGEXP_EXTRACT(summary, '(a)', 1), countMatches(summary, 'a') FROM signals_current",
    `SELECT JSON_VALUE('{"a":{"b":1}}', '$.a.b'), JSONExtractKeysAndValuesRaw(data) FROM signals_current`,
    "SELECT DATE(detected_at), monthName(detected_at), timeDiff(detected_at, now()), toDaysInMonth(detected_at), toDateOrZero('x'), toDateOrNull('x') FROM signals_current",
    "SELECT parseDateTime('2026-01-02', '%Y-%m-%d'), parseDateTimeInJodaSyntax('2026-01-02 +0100', 'yyyy-MM-dd Z'), parseDateTimeBestEffortUS('1/2/2026'), now64(3) - INTERVAL 500 MILLISECOND, toStartOfInterval(now64(3), INTERVAL 500 MILLISECOND)",
    "SELECT sequenceMatch('(?1).*(?2)')(toDateTime(detected_at), signal_type = 'a', signal_type = 'b'), groupConcat(', ')(summary), string_agg(summary, ','), histogram(3)(confidence) FROM signals_current",
    'SELECT quantileExactWeighted(0.5)(number, 1), quantileExactExclusive(0.5)(number), quantileExactInclusive(0.5)(number), groupArrayMovingAvg(2)(number), sumForEach([number, 1]) FROM numbers(3)',
    'SELECT arrayProduct([2, 3]), arrayFold((total, x) -> total + x, [1, 2], toInt64(0)), arrayElementOrNull([1], 2), arrayExcept([1, 2], [2]), arrayEnumerateUniq([1, 1])',
    "SELECT mapFilter((k, v) -> v > 1, map('a', 2)), mapAdd(map('a', 1), map('a', 2)), mapKeys(map('a', 1)), mapSort(map('b', 1, 'a', 2))",
    "SELECT pi(), roundBankers(2.5), widthBucket(5, 0, 10, 4), accurateCastOrNull('300', 'UInt8'), accurateCastOrDefault('300', 'UInt8', 7)",
  ])('may call functions that only compute: %s', async (sql) => {
    const { status, text } = await ask(sql);
    expect(status, text).toBe(200);
  });

  it('may use texts with every kind of line break', async () => {
    const text = 'a\\n\r\u0085\u2028\u2029b';
    const literal = `'${text}'`;
    const search = { param_x: text };
    for (const sql of [
      `SELECT ${literal} = ${literal} AS \`x\u2028y\``,
      `SELECT ${literal} LIKE '%\u2028\u2029%'`,
      `SELECT toString(${literal}) IN (${literal}, 'other')`,
      `SELECT {x:String} = ${literal}`,
      "SELECT count() = 0 FROM signals_current WHERE summary LIKE '\\\u2028%'",
    ]) {
      expect(await ask(sql, { search }), sql).toEqual({ status: 200, text: '1\n' });
    }
  });

  it('gets results in the format that the statement names', async () => {
    for (const [sql, answer] of [
      ['SELECT 1 UNION DISTINCT SELECT 1 FORMAT JSONEachRow', '{"1":1}\n'],
      ['(SELECT 1) UNION DISTINCT (SELECT 1) FORMAT CSV', '1\n'],
      ['WITH 1 AS x SELECT x UNION DISTINCT SELECT 1 FORMAT CSV', '1\n'],
      ['SELECT 1 AS format ORDER BY format', '1\n'],
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
      ['SELECT 1 AS format ORDER BY format DESC', '1\n'],
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

  it('gets answers of many megabytes in every family of formats', async () => {
    const row = `number, '${'x'.repeat(900)}' AS text, [toString(number), 'b'] AS list, now() AS time`;
    for (const format of ['TSV', 'csv', 'JSON', 'JSONEachRow', 'Native', 'Parquet', 'arrow']) {
      const { status } = await ask(`SELECT ${row} FROM numbers(20000) FORMAT ${format}`);
      expect(status, format).toBe(200);
    }
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

  it('cannot use parameters of an earlier request', async () => {
    await ask('SELECT {x:String}', { search: { param_x: 'mine' } });
    const next = await ask('SELECT {x:String}');
    expect(next.status).toBe(400);
    expect(next.text).toContain('Substitution `x` is not set');
  });

  it('gets the error code and name of ClickHouse for an invalid statement', async () => {
    const unknown = await ask('SELECT nope FROM signals');
    expect(unknown).toMatchObject({ status: 400 });
    expect(unknown.text).toMatch(/^Code: 47\b.*UNKNOWN_IDENTIFIER/s);
    const wrong = await ask('SELEC 1');
    expect(wrong.text).toMatch(/^Code: 62\b.*SYNTAX_ERROR/s);
    expect(wrong.text).not.toContain('formatQuery');
  });

  it.each([
    ['conut()', 'unknown function conut (did you mean count?)'],
    ["cont('x')", 'unknown function cont (did you mean count?)'],
    ['arraymap(x -> x, [1])', 'unknown function arraymap (did you mean arrayMap?)'],
    ['nonsense(1)', 'unknown function nonsense. (UNKNOWN_FUNCTION)'],
    [`${'n'.repeat(100_000)}(1)`, 'nnn. (UNKNOWN_FUNCTION)'],
    ['sumState(1)', 'function sumState is not available to analysts'],
    ['hostName()', 'function hostName is not available to analysts'],
  ])('is told whether a function is unknown or not available: %#', async (call, message) => {
    const { status, text } = await ask(`SELECT ${call}`);
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  it('is told how to write a time that the engine does not accept', async () => {
    const printed = '2026-07-23T00:00:00.000Z';
    const written = '2026-07-23 00:00:00.000';
    const from = 'SELECT count() FROM signals_current WHERE';
    const type = "DateTime64(3, 'UTC')";
    for (const [condition, search] of [
      [`detected_at > {t:${type}}`, { param_t: printed }],
      [`detected_at IN {t:Array(${type})}`, { param_t: `['${printed}']` }],
    ] as const) {
      const refused = await ask(`${from} ${condition}`, { search });
      expect(refused.status, condition).toBe(400);
      expect(refused.text, condition).toContain(`: write the time as '${written}'. (`);
      const corrected = Object.fromEntries(
        Object.entries(search).map(([name, value]) => [name, value.replace(printed, written)]),
      );
      expect(
        await ask(`${from} ${condition.replace(printed, written)}`, { search: corrected }),
      ).toEqual({ status: 200, text: '0\n' });
    }
    const date = await ask(`SELECT toDate('${printed}')`);
    expect(date.text).toContain(": write the time as '2026-07-23'. (");
    const parsed = `${from} detected_at > parseDateTime64BestEffort('${printed}')`;
    expect(await ask(parsed)).toEqual({ status: 200, text: '0\n' });
  });

  it('is told what SHOW may show', async () => {
    for (const sql of ['SHOW PROCESSLIST', 'SHOW GRANTS', 'SHOW USERS', 'SHOW CLUSTERS']) {
      expect((await ask(sql)).text, sql).toContain('SHOW is available for tables,');
    }
  });

  it('is told to shorten a statement that is too large', async () => {
    const { status, text } = await ask(`SELECT '${'x'.repeat(600_000)}'`);
    expect(status).toBe(413);
    expect(text).toContain('shorten the statement');
  });

  it('gets an error for a statement that is not valid UTF-8', async () => {
    const { status, text } = await ask(Buffer.from("SELECT '\xff'", 'latin1'));
    expect(status).toBe(400);
    expect(text).toContain('not valid UTF-8');
  });

  it('gets an error for a text literal that is not valid UTF-8', async () => {
    for (const list of ["'\\xff'", "'\\xff', '\uFFFD'"]) {
      const bytes = await ask(`SELECT ${list} FORMAT RowBinary`);
      expect(bytes.text).toContain('not valid UTF-8');
    }
    expect((await ask("SELECT '\uFFFD'")).text).toBe('\uFFFD\n');
  });
});
