/** Answers in the format Native for clients that name the version of their protocol. */
import { describe, expect, it } from 'vitest';
import { nativeBlocks } from '../../shared/platform/clickhouse/analysts/native-blocks.js';
import { prepareGateway } from '../helpers/analyst.js';

const { address } = prepareGateway();
const HEAD = Buffer.from([1, 0, 2, 255, 255, 255, 255, 0]);

async function answerOf(
  sql: string,
  user: 'service' | 'analyst',
  fields: Record<string, string> = {},
): Promise<Buffer> {
  const url = `${address().url}/?${new URLSearchParams({ default_format: 'Native', ...fields })}`;
  const { password } = address()[user];
  const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password };
  const response = await fetch(url, { method: 'POST', body: sql, headers });
  if (!response.ok) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer());
}

describe('Blocks in the format Native', () => {
  it('have a head and a byte after each type for a client of a new protocol', async () => {
    const block = (...pieces: (Buffer | string)[]) =>
      Buffer.concat(pieces.map((p) => Buffer.from(p)));
    const sql = 'SELECT 5 AS a';
    const plain = block('\x01\x01\x01a\x05UInt8', '\x05');
    expect(await answerOf(sql, 'analyst')).toEqual(plain);
    expect(await answerOf(sql, 'analyst', { client_protocol_version: '0' })).toEqual(plain);
    expect(await answerOf(sql, 'analyst', { client_protocol_version: '54405' })).toEqual(
      block(HEAD, plain),
    );
    expect(await answerOf(sql, 'analyst', { client_protocol_version: '54460' })).toEqual(
      block(HEAD, '\x01\x01\x01a\x05UInt8', '\0', '\x05'),
    );
  });

  it.each([
    'NULL',
    'toString(number)',
    "repeat('x', number * 40)",
    "if(number = 1, NULL, 'text')",
    'toFloat64(number)',
    "toFixedString('abc', 3)",
    "CAST(number + 1 AS Enum16('a, (' = 1, 'it''s' = 2, 'c' = 3))",
    "toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')",
    "toIPv6('::1')",
    "toDateTime64('2026-01-01 00:00:00', 3, 'Europe/Berlin')",
    "toDate32('2026-01-01')",
    'toDecimal32(1, 2)',
    'toDecimal64(1, 2)',
    'toDecimal128(1, 2)',
    'toDecimal256(1, 2)',
    'toInt256(number)',
    'toIntervalDay(number)',
    'number = 1',
    'range(number)',
    "[['a'], [], ['b', toString(number)]]",
    'emptyArrayString()',
    "map('k', range(number))",
    'tuple(number, toString(number), [number])',
    '[tuple()]',
    "CAST((1, 'x') AS Tuple(`odd name` UInt8, b String))",
    'CAST(toString(number) AS LowCardinality(String))',
    "CAST(if(number = 1, NULL, 'x') AS LowCardinality(Nullable(String)))",
    'CAST([toString(number)] AS Array(LowCardinality(String)))',
    'CAST([] AS Array(LowCardinality(String)))',
    'CAST(number AS SimpleAggregateFunction(max, UInt64))',
    "CAST((toString(number), map('k', 'v')) AS Tuple(LowCardinality(String), Map(LowCardinality(String), LowCardinality(String))))",
  ])('are cut where the values of %s end', async (expression) => {
    const sql = `SELECT ${expression} AS value, toUInt8(7) AS last FROM numbers(3)`;
    const plain = await answerOf(sql, 'service');
    const pieces = nativeBlocks(plain, 54_460);
    const [head, first, , values, , last] = pieces;
    expect(head).toEqual(HEAD);
    expect(values?.toString('latin1')).toContain('\x04last\x05UInt8');
    expect(last).toEqual(Buffer.from([7, 7, 7]));
    expect(Buffer.concat([first, values, last].flatMap((each) => each ?? []))).toEqual(plain);
  });

  it('are converted one after the other', async () => {
    const plain = await answerOf('SELECT number FROM numbers(200000)', 'service');
    const heads = nativeBlocks(plain, 54_460).filter((piece) => piece.equals(HEAD));
    expect(heads.length).toBeGreaterThan(1);
  });

  it('are refused with the name of a type that cannot be converted', async () => {
    const plain = await answerOf("SELECT '{}'::JSON AS value", 'service');
    expect(() => nativeBlocks(plain, 54_460)).toThrow('this client cannot be sent JSON');
  });
});
