/** Costly statements of the user `analyst` of the embedded ClickHouse never exceed the memory limits. Needs the embedded engine. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepareAnalyst, SMALL_LIMITS } from '../helpers/analyst.js';

const { ask } = prepareAnalyst();

/** Bound for the process of analysts: its idle memory, 1.25 times the limit, and growth within 20 ms. */
const MOST_MEMORY = 350_000_000 + 1.25 * SMALL_LIMITS.memoryMb * 1_000_000 + 200_000_000;

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
  'deep subqueries',
  'many BETWEEN',
  'a wide value named often',
]);

/** Returns `levels` nested SELECTs, each with a tuple of `width` values of the inner one. */
function tuples(levels: number, width: number): string {
  const value = `(${Array(width).fill('x').join(', ')})`;
  return `${`(SELECT ${value} AS x FROM `.repeat(levels)}(SELECT 1 AS x)${')'.repeat(levels)}`;
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
  it('cannot take memory from later statements', async () => {
    for (const part of ['a', 'b', 'c', 'd']) {
      // The engine keeps megabytes for each time zone.
      const zones = Array.from({ length: 25 }, (_, at) => `toDateTime(0, 'libc:${part}${at}')`);
      expect((await ask(`SELECT ${zones.join(', ')}`)).status).toBe(200);
    }
    const much = await ask('SELECT length(groupArray(number)) FROM numbers(16000000)');
    expect(much).toEqual({ status: 200, text: '16000000\n' });
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
    [
      'a text that is put into a pattern often',
      `SELECT length(format('${'{0}'.repeat(40_000)}', arrayStringConcat(arrayMap(x -> 'a', range(100000)))))`,
    ],
    ['texts that are filled up', "SELECT lpad('a', 1000000, toString(number)) FROM numbers(8000)"],
    [
      'a text that doubles with each element',
      "SELECT length(arrayFold((acc, x) -> concat(acc, acc), range(40), 'a'))",
    ],
    [
      'all texts as one',
      "SELECT length(groupConcat(',')(toString(number))) FROM numbers(200000000)",
    ],
    [
      'states for each element',
      'SELECT length(uniqHLL12ForEach(range(200000))), length(quantilesTDigestForEach(0.5)(range(200000))) FROM numbers(100)',
    ],
    [
      'pieces of texts',
      "SELECT ignore(splitByRegexp('', arrayStringConcat(arrayMap(x -> 'a', range(900000))))) FROM numbers(1000)",
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
});
