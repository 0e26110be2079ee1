/**
 * Converts an answer in the format Native for clients that name the version of their protocol, such
 * as clickhouse-go. The engine writes the oldest version: a client of a newer one expects a head
 * before each block and a byte after the type of each column.
 */
import { engineError } from './bound-statement.js';

/** The version from which a byte follows the type of each column. */
const WITH_KIND_BYTE = 54_454;
/** No overflow, no bucket. */
const BLOCK_HEAD = Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0]);
const DEFAULT_KIND = Buffer.from([0]);

/** Returns the pieces of an answer as a client of `version` reads them. Throws for unknown types. */
export function nativeBlocks(bytes: Uint8Array, version: number): Buffer[] {
  const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Buffer[] = [];
  const reader = createReader(answer);
  while (reader.at < answer.length) {
    let from = reader.at;
    const take = (): void => {
      pieces.push(answer.subarray(from, reader.at));
      from = reader.at;
    };
    pieces.push(BLOCK_HEAD);
    const columns = reader.readLength();
    const rows = reader.readLength();
    for (let column = 0; column < columns; column += 1) {
      reader.readText();
      const type = parseType(reader.readText());
      take();
      if (version >= WITH_KIND_BYTE) pieces.push(DEFAULT_KIND);
      if (rows > 0) {
        skipPrefix(reader, type);
        skipValues(reader, type, rows);
      }
    }
    take();
  }
  return pieces;
}

interface Reader {
  at: number;
  skip(bytes: number): void;
  readLength(): number;
  readText(): string;
  readUInt64(): number;
}

function createReader(bytes: Buffer): Reader {
  return {
    at: 0,
    skip(count) {
      this.at += count;
      if (this.at > bytes.length) throw new RangeError('a block of the answer is incomplete');
    },
    readLength() {
      let length = 0;
      for (let factor = 1; ; factor *= 128) {
        const byte = bytes.readUInt8(this.at);
        this.at += 1;
        length += (byte & 127) * factor;
        if (byte < 128) return length;
      }
    },
    readText() {
      const length = this.readLength();
      this.skip(length);
      return bytes.toString('utf8', this.at - length, this.at);
    },
    readUInt64() {
      this.skip(8);
      return Number(bytes.readBigUInt64LE(this.at - 8));
    },
  };
}

interface Type {
  text: string;
  name: string;
  args: string[];
}

/** Matches a quoted text, a parenthesis or a comma. */
const TOKEN = /'(?:\\.|[^'\\])*(?:'|\\?$)|`(?:\\.|[^`\\])*(?:`|\\?$)|[(),]/gs;

function parseType(text: string): Type {
  // A tuple without values takes a byte.
  if (text === 'Tuple()') return { text, name: 'Nothing', args: [] };
  const name = /^\w+/.exec(text)?.[0] ?? '';
  const args: string[] = [];
  let depth = 0;
  let from = name.length + 1;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if ((token === ',' && depth === 1) || (token === ')' && depth === 0)) {
      args.push(text.slice(from, index).trim());
      from = index + 1;
    }
  }
  return { text, name, args };
}

const FIELD_NAME = /^(?:`(?:\\.|[^`\\])*`|\w+) (?=\w)/;

/** Returns the types of the values that a value of the type consists of. */
function innerTypes({ name, args }: Type): Type[] {
  switch (name) {
    case 'Nullable':
    case 'Array':
    case 'LowCardinality':
    case 'Map':
      return args.map(parseType);
    case 'Tuple':
      return args.map((arg) => parseType(arg.replace(FIELD_NAME, '')));
    case 'SimpleAggregateFunction':
      return args.slice(-1).map(parseType);
    default:
      return [];
  }
}

/** Skips what comes before the values of a column: the version of each dictionary. */
function skipPrefix(reader: Reader, type: Type): void {
  if (type.name === 'LowCardinality') reader.skip(8);
  else for (const inner of innerTypes(type)) skipPrefix(reader, inner);
}

function skipValues(reader: Reader, type: Type, rows: number): void {
  const inner = innerTypes(type);
  switch (type.name) {
    case 'String':
      for (let row = 0; row < rows; row += 1) reader.skip(reader.readLength());
      return;
    case 'Nullable':
      reader.skip(rows);
      break;
    case 'Array':
    case 'Map':
      if (rows === 0) return;
      reader.skip(8 * (rows - 1));
      rows = reader.readUInt64();
      break;
    case 'LowCardinality':
      skipDictionary(reader, inner, rows);
      return;
    case 'Tuple':
    case 'SimpleAggregateFunction':
      break;
    default:
      reader.skip(rows * sizeOf(type));
      return;
  }
  for (const each of inner) skipValues(reader, each, rows);
}

/** Skips the values of a dictionary and the positions in it. */
function skipDictionary(reader: Reader, inner: readonly Type[], rows: number): void {
  if (rows === 0) return;
  const positionBytes = 2 ** (reader.readUInt64() % 256);
  const values = reader.readUInt64();
  for (const each of inner) {
    for (const value of each.name === 'Nullable' ? innerTypes(each) : [each]) {
      skipValues(reader, value, values);
    }
  }
  reader.skip(8 + rows * positionBytes);
}

const SIZES: Readonly<Record<string, number>> = {
  ...{ Nothing: 1, Bool: 1, Enum8: 1, Enum16: 2, Date: 2, Date32: 4, DateTime: 4, DateTime64: 8 },
  ...{ Time: 4, Time64: 8, BFloat16: 2, Float32: 4, Float64: 8, IPv4: 4, IPv6: 16, UUID: 16 },
};

/** Returns the number of bytes of a value, for types whose values all have the same. */
function sizeOf({ text, name, args }: Type): number {
  const size = SIZES[name];
  if (size !== undefined) return size;
  const bits = /^U?Int(\d+)$/.exec(name)?.[1];
  if (bits !== undefined) return Number(bits) / 8;
  if (name.startsWith('Interval')) return 8;
  if (name === 'FixedString') return Number(args[0]);
  if (name !== 'Decimal') {
    throw engineError(53, `this client cannot be sent ${text}: select its text`, 'TYPE_MISMATCH');
  }
  const digits = Number(args[0]);
  return [9, 18, 38].reduce((bytes, most) => (digits > most ? bytes * 2 : bytes), 4);
}
