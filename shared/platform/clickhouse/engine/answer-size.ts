/**
 * Bounds the text of an analyst's answer, which is held whole: the engine counts the bytes of values, a
 * value that many rows share once, and no names. So the values are written out row by row, and their limits
 * depend on how much text the format makes of their types.
 */
import { refusal } from './statement-tree.js';

export interface AnswerColumn {
  name: string;
  /** As the engine writes it. */
  type: string;
}

export interface AnswerLimits {
  rows: number;
  /** Of values. */
  bytes: number;
}

interface Family {
  formats: RegExp;
  /** Text of one byte of a string, and of one byte of a list, at most a third of the longest. */
  ofText: number;
  ofList: number;
  /** How often each row names its columns. */
  ofName: number;
  /** Text beside a value, and what a narrow one is filled up with. */
  ofCell: number;
}

/**
 * Not the most that is possible, which would refuse plain answers: `\u0001`, `-1,` and `&quot;` are one byte
 * each, and take three times as much as is counted here.
 */
const FAMILIES: Family[] = [
  {
    formats:
      /^(Native|RowBinary(WithNames(AndTypes)?)?|Parquet|Arrow(Stream)?|ORC|Avro|MsgPack|Null)$/i,
    ofText: 1,
    ofList: 1,
    ofName: 1,
    ofCell: 12,
  },
  {
    formats:
      /^((TSV|TabSeparated)(Raw)?|CSV|LineAsString|Raw)(WithNames(AndTypes)?)?$|^(TSKV|Values|Vertical|Markdown|MD)$/i,
    ofText: 1,
    ofList: 1,
    ofName: 1,
    ofCell: 12,
  },
  {
    formats:
      /^(JSON(Compact)?(Strings|Columns)?|JSONColumnsWithMetadata|NDJSON|JSONL|JSONLines|JSONStringsEachRow|JSON(Compact(Strings)?)?EachRow(WithNames(AndTypes)?)?)$/i,
    ofText: 1,
    ofList: 1,
    ofName: 1,
    ofCell: 30,
  },
  { formats: /^XML$/i, ofText: 3, ofList: 8, ofName: 2, ofCell: 30 },
  // Values are filled up to 250 characters.
  {
    formats: /^Pretty(Compact|Space)?(NoEscapes)?(MonoBlock)?$/i,
    ofText: 2,
    ofList: 2,
    ofName: 1,
    ofCell: 300,
  },
];

const MIN_ROWS = 10;
/** Nobody reads a longer one. */
const DESCRIPTION_SHARE = 10;
/** Text of names and between values, in parts of what values may have. */
const NAMES_SHARE = 3;
/** Of values that take no bytes, and of parts whose names could be anything. */
const ENDLESS = 1_000;
const MAX_TYPE_LENGTH = 2_000;
const MAX_TYPE_DEPTH = 10;
/** Of a value of a wide type, beside that of others. */
const WIDE_CELL = 80;
const WIDE = /IPv6|UUID|Decimal|Int128|Int256/;
/** What EXPLAIN, DESCRIBE and SHOW answer with. */
const TEXT_COLUMNS: readonly AnswerColumn[] = [{ name: 'explain', type: 'String' }];

/**
 * What an answer of `columns`, or of a statement that describes something, may have: values of
 * `valueBytes`, fewer where their text is longer. Throws `NotReadOnlyError`.
 */
export function answerLimits(
  columns: readonly AnswerColumn[] | null,
  format: string,
  valueBytes: number,
): AnswerLimits {
  const family = familyOf(format);
  const { ofName, ofCell } = family;
  let rowBytes = 0;
  let growth = 1;
  for (const { name, type } of columns ?? TEXT_COLUMNS) {
    if (type.length > MAX_TYPE_LENGTH || depthOf(type) > MAX_TYPE_DEPTH) {
      throw refusal(`the type of column ${name.slice(0, 60)} is too long or nested too deeply`);
    }
    rowBytes += Buffer.byteLength(JSON.stringify(name)) * ofName + type.length + ofCell;
    if (WIDE.test(type)) rowBytes += WIDE_CELL;
    growth = Math.max(growth, growthOf(type, family));
  }
  return {
    rows: Math.max(MIN_ROWS, Math.floor((NAMES_SHARE * valueBytes) / Math.max(1, rowBytes))),
    bytes: Math.floor(valueBytes / growth / (columns ? 1 : DESCRIPTION_SHARE)),
  };
}

function familyOf(format: string): Family {
  const family = FAMILIES.find(({ formats }) => formats.test(format));
  if (family) return family;
  throw refusal(
    `format ${format} is not available to analysts: TSV, CSV, JSON, Pretty, RowBinary, Native, Parquet, Arrow and their kin are`,
  );
}

/** The most text that one byte of a value may become. */
function growthOf(type: string, { ofText, ofList }: Family): number {
  const whole = withoutDictionaries(type);
  const plain = /^Nullable\((.*)\)$/.exec(whole)?.[1] ?? whole;
  if (/Tuple\(\)|[`\\]|LowCardinality/.test(plain)) return ENDLESS;
  if (/^(Fixed)?String/.test(plain)) return ofText;
  if (!/^(Array|Map|Tuple|Nested|Enum|Variant|Dynamic|JSON|Object)/.test(plain)) return 1;
  // Parts of a tuple are written with their names; each takes a byte at least.
  const parts = plain.split(',').length;
  const isNamed = /Tuple\(|Nested|Enum|Variant|Dynamic|JSON|Object/.test(plain);
  const names = isNamed && ofList > 1 ? plain.length / parts : 0;
  return ofList * Math.max(1, depthOf(plain)) + names * ofText;
}

function depthOf(type: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of type) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/**
 * `select` with each value of its answer in each row, and no dictionaries. `isOne`: not several SELECTs that
 * are put together. Throws `NotReadOnlyError`.
 */
export function writeOutValues(
  select: string,
  columns: readonly AnswerColumn[],
  isOne: boolean,
): string {
  const names = columns.map(({ name }) => name);
  // Within one SELECT, columns of one name hold the same.
  if (!isOne && new Set(names).size < names.length) {
    throw refusal(
      'columns of one name are not available with UNION, INTERSECT or EXCEPT: rename one',
    );
  }
  const values = columns.map(({ name, type }) => {
    // An alias stands for one expression.
    const column = `answer.${COLUMN}${names.indexOf(name)}`;
    const plain = withoutDictionaries(type);
    const value = plain === type ? column : `CAST(${column}, '${plain.replace(/['\\]/g, '\\$&')}')`;
    return `materialize(${isFixed(type) ? value : shortTextOf(value)}) AS ${quoted(name)}`;
  });
  const aliases = columns.map((_, index) => `${COLUMN}${index}`);
  return `SELECT ${values.join(', ')} FROM (${select}) AS answer(${aliases.join(', ')})`;
}

const COLUMN = 'column_';
/** `\u0001` is one byte, and names of parts are none: plain values become less text than this. */
const MAX_GROWTH = 4;
const SHORT_TEXT = 200;

/** `value`, which must not become much more text than it has bytes. */
function shortTextOf(value: string): string {
  const isLong = `length(toJSONString(${value})) > ${MAX_GROWTH} * byteSize(${value}) + ${SHORT_TEXT}`;
  return `if(throwIf(${isLong}, 'a value has too many escaped characters or names') = 0, ${value}, ${value})`;
}

/** Whether values of the type have few characters. */
function isFixed(type: string): boolean {
  return !/String|Array|Map|Tuple|Nested|Variant|Dynamic|JSON|Object/.test(type);
}

function quoted(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}

/** `type` with what stands in each LowCardinality(…) in its place, unless a quoted name may look like one. */
function withoutDictionaries(type: string): string {
  if (/[`\\]/.test(type)) return type;
  const start = type.indexOf(DICTIONARY);
  if (start < 0) return type;
  let depth = 1;
  let end = start + DICTIONARY.length;
  for (; depth > 0 && end < type.length; end += 1) {
    if (type[end] === '(') depth += 1;
    if (type[end] === ')') depth -= 1;
  }
  const inner = type.slice(start + DICTIONARY.length, end - 1);
  return type.slice(0, start) + withoutDictionaries(inner + type.slice(end));
}

const DICTIONARY = 'LowCardinality(';
