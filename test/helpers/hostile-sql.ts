/**
 * Generates statements of analysts and of attackers: valid ones from a grammar, with calls that
 * reach files, hosts and other sessions at every position, with any function of the engine, cut and
 * joined at random, very long and very deep. A seed always makes the same statement.
 */
import { hostileText } from './hostile-values.js';
import { createRandom, type Random } from './random.js';

export interface HostileStatement {
  sql: string;
  /** Parameters of the address, which may contain a statement too. */
  search: Record<string, string>;
}

export interface SqlWorld {
  /** All functions of the engine. */
  functions: readonly string[];
  /** The functions that an analyst may call. */
  allowed: readonly string[];
  /** Calls, as expressions and as tables, that read or write what an analyst must not reach. */
  forbidden: readonly [string, ...string[]];
  /** A file that must never be written. */
  written: string;
}

const COLUMNS = ['summary', 'signal_type', 'detected_at', 'company_domain', 'nope', '*'] as const;
const TABLES = [
  'signals',
  'signals_current',
  'companies_current AS c',
  'signals.accounts',
  'system.one',
  'system.processes',
  'system.functions',
  'information_schema.tables',
  'numbers(10)',
  'view(SELECT 1 AS summary)',
] as const;
const OPERATORS = [
  '+',
  '=',
  '<',
  'AND',
  'OR',
  'LIKE',
  'IN',
  '||',
  '/',
  '%',
  'IS NOT NULL AND',
] as const;
const LITERALS = [
  "'a'",
  '1',
  '-1',
  '1e308',
  'NULL',
  "'2026-01-01'",
  '[1]',
  '(1, 2)',
  '{p:String}',
] as const;
const TOKENS = [
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ';',
    "'",
    '"',
    '`',
    '\\',
    '--',
    '/*',
    '*/',
    '#',
    '->',
    '::',
  ],
  ...[
    'SELECT',
    'FROM',
    'WITH',
    'AS',
    'FORMAT CSV',
    'SETTINGS readonly = 0',
    'INTO OUTFILE',
    'UNION ALL',
  ],
  ...[
    'INSERT INTO',
    'EXPLAIN',
    'DESCRIBE',
    'KILL QUERY WHERE 1',
    'SYSTEM',
    'OVER ()',
    'INTERVAL 1 DAY',
  ],
  ...[
    '\u0000',
    '\n',
    '\u00a0',
    '😀',
    '$$',
    '$x$',
    "x'00'",
    '0x1p9999',
    '{t:Identifier}',
    'PARALLEL WITH',
  ],
] as unknown as [string, ...string[]];
const FORMATS = [
  'JSON',
  'CSV',
  'Native',
  'Null',
  'Parquet',
  'Pretty',
  'Template',
  'ProtobufList',
  'nope',
  'SQLInsert',
] as const;
const COUNTS = [3, 30, 300, 3_000, 20_000] as const;
const MAX_PARTS = 4;

export function hostileStatement(seed: number, world: SqlWorld): HostileStatement {
  const random = createRandom(seed);
  const make = random.pick([
    plain,
    direct,
    sensible,
    sensible,
    mutated,
    mutated,
    long,
    outside,
    noise,
  ]);
  const sql = make(random, world);
  return { sql, search: searchOf(random) };
}

function searchOf(random: Random): Record<string, string> {
  const odd: Record<string, string>[] = [
    { default_format: random.pick(FORMATS) },
    { param_p: hostileText(random, random.pick([3, 300, 3_000])), param_t: 'processes' },
    { readonly: '0', max_execution_time: '0' },
    { session_id: 'a', session_timeout: '60', role: 'service' },
    { database: random.pick(['system', 'default', 'nope']) },
    { query: random.pick(['SELECT 1', 'INSERT INTO service_facts FORMAT CSV', 'SELECT (']) },
    { enable_http_compression: '1', compress: '1', decompress: '1', wait_end_of_query: '1' },
  ];
  return { param_p: 'x', ...(random.chance(0.4) ? odd[random.below(odd.length)] : {}) };
}

/** Makes short statements, most of which run. */
function plain(random: Random, world: SqlWorld): string {
  const column = () => random.pick(['summary', 'signal_type', 'company_domain']);
  const part = () =>
    random.chance(0.1)
      ? random.pick(world.forbidden)
      : random.pick([column(), `${functionOf(random, world)}(${column()})`]);
  const from = random.chance(0.1) ? random.pick(world.forbidden) : 'signals_current';
  const filter = random.chance(0.5) ? ` WHERE ${column()} LIKE '${random.pick(['a%', '%'])}'` : '';
  return `SELECT ${part()}, ${part()} FROM ${from}${filter} LIMIT 10`;
}

/** Puts a forbidden call where its result would be returned. */
function direct(random: Random, world: SqlWorld): string {
  const target = random.pick(world.forbidden);
  return random.pick([
    `SELECT * FROM ${target}`,
    `SELECT ${target}`,
    `SELECT ${functionOf(random, world)}(${target}) FROM numbers(2)`,
    `SELECT arrayMap(x -> ${target}, [1])`,
    `WITH ${target} AS q SELECT q`,
    `SELECT * FROM (SELECT * FROM ${target}) WHERE 1`,
    `SELECT * FROM view(SELECT ${target} AS x)`,
    `SELECT 1 UNION ALL SELECT ${target}`,
    `SELECT count() FROM numbers(1) HAVING ${target} != ''`,
  ]);
}

function sensible(random: Random, world: SqlWorld): string {
  const kind = random.below(10);
  if (kind === 0)
    return `EXPLAIN ${random.pick(['', 'AST', 'SYNTAX', 'PLAN'])} ${select(random, world, 0)}`;
  if (kind === 1) return `DESCRIBE (${select(random, world, 0)})`;
  if (kind === 2) return `${select(random, world, 0)} UNION ALL ${select(random, world, 0)}`;
  if (kind === 3) return `WITH w AS (${select(random, world, 1)}) SELECT * FROM w`;
  return select(random, world, 0);
}

function select(random: Random, world: SqlWorld, depth: number): string {
  const some = (share: number, text: () => string) => (random.chance(share) ? text() : '');
  const inner = () => expression(random, world, depth + 1);
  return [
    `SELECT ${some(0.1, () => 'DISTINCT ')}${list(random, inner)}`,
    some(0.8, () => `FROM ${source(random, world, depth)}`),
    some(0.2, () => `ARRAY JOIN [${inner()}] AS j`),
    some(0.2, () => `JOIN ${source(random, world, depth)} AS o ON ${inner()} = ${inner()}`),
    some(0.1, () => `PREWHERE ${inner()}`),
    some(0.4, () => `WHERE ${inner()}`),
    some(0.3, () => `GROUP BY ${list(random, inner)} ${some(0.3, () => 'WITH TOTALS')}`),
    some(0.1, () => `HAVING ${inner()}`),
    some(0.1, () => `WINDOW w AS (PARTITION BY ${inner()} ORDER BY ${inner()})`),
    some(0.1, () => `QUALIFY ${inner()}`),
    some(0.3, () => `ORDER BY ${inner()} ${some(0.3, () => `WITH FILL FROM ${inner()} STEP 1`)}`),
    some(0.1, () => `LIMIT ${inner()} BY ${inner()}`),
    some(0.5, () => `LIMIT ${random.pick(['10', inner()])}`),
    some(0.1, () => `SETTINGS max_execution_time = ${random.pick(LITERALS)}`),
    some(0.2, () => `FORMAT ${random.pick(FORMATS)}`),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function source(random: Random, world: SqlWorld, depth: number): string {
  if (random.chance(0.05)) return random.pick(world.forbidden);
  if (random.chance(0.2) && depth < MAX_PARTS) return `(${select(random, world, depth + 1)})`;
  return random.pick(TABLES);
}

function expression(random: Random, world: SqlWorld, depth: number): string {
  const inner = () => expression(random, world, depth + 1);
  const leaves: (() => string)[] = [
    () => random.pick(COLUMNS),
    () => random.pick(LITERALS),
    () => `'${hostileText(random, 20).replace(/['\\]/g, '\\$&')}'`,
  ];
  const calls: (() => string)[] = [
    () => `${functionOf(random, world)}(${list(random, inner)})`,
    () => `${functionOf(random, world)}(${list(random, inner)})`,
    () => `(${inner()} ${random.pick(OPERATORS)} ${inner()})`,
    () => `arrayMap(x -> ${inner()}, [${inner()}])`,
    () => `CASE WHEN ${inner()} THEN ${inner()} ELSE ${inner()} END`,
    () => `CAST(${inner()}, ${random.pick(["'String'", "'DateTime(''UTC'')'", inner()])})`,
    () => `sum(${inner()}) OVER (PARTITION BY ${inner()} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`,
    () => `quantile(${inner()})(${inner()})`,
    () => `(${select(random, world, depth + 1)})`,
    () => `${inner()}[1].1`,
    () => (random.chance(0.3) ? random.pick(world.forbidden) : inner()),
  ];
  const make = depth > MAX_PARTS || random.chance(0.5) ? leaves : calls;
  return (make[random.below(make.length)] ?? (() => '1'))();
}

function functionOf(random: Random, { functions, allowed }: SqlWorld): string {
  const names = random.chance(0.9) ? allowed : functions;
  const name = names[random.below(names.length)] ?? 'length';
  const ending = random.pick(['If', 'Array', 'State', 'Map', 'OrNull']);
  return random.chance(0.05) ? `${name}${ending}` : name;
}

function list(random: Random, make: () => string): string {
  return Array.from({ length: 1 + random.below(3) }, make).join(', ');
}

/** Changes a valid statement: inserts tokens, removes, doubles or moves pieces. */
function mutated(random: Random, world: SqlWorld): string {
  let sql = sensible(random, world);
  for (let changes = 1 + random.below(MAX_PARTS); changes > 0; changes -= 1) {
    const at = random.below(sql.length + 1);
    const end = at + random.below(30);
    const piece = sql.slice(at, end);
    const put = random.pick([random.pick(TOKENS), random.pick(TOKENS), '', piece + piece]);
    sql = `${sql.slice(0, at)} ${put} ${sql.slice(random.chance(0.5) ? at : end)}`;
  }
  return sql;
}

/** Repeats one construct many times, in sequence or nested. */
function long(random: Random, world: SqlWorld): string {
  const count = random.pick(COUNTS);
  const [open, close] = random.pick<[string, string]>([
    ['(', ')'],
    ['[', ']'],
    ['(SELECT ', ')'],
    ['length(', ')'],
    ['NOT ', ''],
    ['-', ''],
    ['1 + ', ''],
    ['1, ', ''],
    ["'x' || ", ''],
    ['1 AS a, ', ''],
    ['x -> ', ''],
    ['a.', ''],
    ['INTERVAL ', ' DAY'],
    ['/*', '*/'],
    ["'", "'"],
    ['CASE WHEN 1 THEN ', ' END'],
    ['1 BETWEEN 0 AND ', ''],
    ['(1, ', ')'],
    ['CAST(', ", 'Array(UInt8)')"],
    ['x IN (', ')'],
    ['toString(arrayMap(x -> x, [', ']))'],
    [`${expression(random, world, MAX_PARTS)}, `, ''],
  ]);
  const body = `${open.repeat(count)}1${random.chance(0.9) ? close.repeat(count) : ''}`;
  return random.pick([
    `SELECT ${body}`,
    `SELECT ${body} FROM signals`,
    `SELECT 1 WHERE ${body}`,
    `SELECT 1 ${'UNION ALL SELECT 1 '.repeat(count)}`,
    `WITH ${tupleChain(Math.min(count, 60))} SELECT ignore(x) FROM t${Math.min(count, 60) - 1}`,
    `WITH ${withChain(Math.min(count, 300))} SELECT count() FROM t${Math.min(count, 300) - 1}`,
    `SELECT * FROM ${Array.from({ length: Math.min(count, 300) }, (_, n) => `signals AS s${n}`).join(', ')}`,
    `EXPLAIN ${'EXPLAIN '.repeat(count)}SELECT 1`,
    `SELECT ${'*, '.repeat(count)}1 FROM signals`,
  ]);
}

function tupleChain(count: number): string {
  return Array.from({ length: count }, (_, n) =>
    n === 0 ? 't0 AS (SELECT 1 AS x)' : `t${n} AS (SELECT (x, x) AS x FROM t${n - 1})`,
  ).join(', ');
}

function withChain(count: number): string {
  return Array.from({ length: count }, (_, n) =>
    n === 0 ? 't0 AS (SELECT 1)' : `t${n} AS (SELECT * FROM t${n - 1}, t${n - 1} AS b)`,
  ).join(', ');
}

/** Makes statements that are not queries, or that write or describe. */
function outside(random: Random, world: SqlWorld): string {
  const target = random.pick(world.forbidden);
  return random.pick([
    `${select(random, world, 1)} INTO OUTFILE '${world.written}' FORMAT CSV`,
    `INSERT INTO FUNCTION file('${world.written}', 'CSV', 'a String') SELECT 1`,
    `INSERT INTO service_facts ${select(random, world, 1)}`,
    `CREATE TABLE t ENGINE = Memory AS ${select(random, world, 1)}`,
    `DESCRIBE ${target}`,
    `DESCRIBE TABLE ${target}`,
    `SHOW CREATE TABLE ${random.pick(TABLES)}`,
    `SHOW TABLES WHERE ${target} = ''`,
    `EXISTS TABLE ${target} INTO OUTFILE '${world.written}'`,
    `KILL QUERY WHERE ${target} = ''`,
    `SYSTEM ${random.pick(['STOP MERGES', 'FLUSH LOGS', 'SHUTDOWN', 'DROP MARK CACHE'])}`,
    `SET ${random.pick(['readonly = 0', 'ROLE service'])}; ${select(random, world, 1)}`,
    `BACKUP TABLE signals TO File('${world.written}')`,
    `EXPLAIN ${random.pick(['TABLE OVERRIDE', 'ESTIMATE', 'QUERY TREE', 'CURRENT TRANSACTION'])} ${target}`,
    `SELECT 1; ${select(random, world, 1)}`,
    `EXECUTE AS default ${select(random, world, 1)}`,
  ]);
}

function noise(random: Random): string {
  const tokens = Array.from({ length: 1 + random.below(40) }, () => random.pick(TOKENS));
  return random.pick([tokens.join(' '), hostileText(random, random.pick(COUNTS)), tokens.join('')]);
}
