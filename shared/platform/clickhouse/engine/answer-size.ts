/**
 * Bounds the text of an analyst's answer, which is held whole: the engine counts the bytes of values, a
 * value that many rows share once, and no names. So the values are written out row by row, and their limits
 * are those from which no format can make more text than the answer may have.
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
  /** Text of one byte of a string, and of one byte of a list. */
  ofText: number;
  ofList: number;
  /** How often each row names its columns. */
  ofName: number;
  /** Text beside a value, and what a narrow one is filled up with. */
  ofCell: number;
}

const NAMES = '(WithNames|WithNamesAndTypes)?';
const families = (text: string): RegExp => new RegExp(`^(${text})$`, 'i');
/** `\u0001` is one byte, `-1,` is one more, `&quot;` and `<elem>1</elem>` are others. */
const FAMILIES: Family[] = [
  {
    formats: families(`Native|RowBinary${NAMES}|Parquet|Arrow|ArrowStream|ORC|Avro|MsgPack|Null`),
    ofText: 1,
    ofList: 2,
    ofName: 1,
    ofCell: 12,
  },
  {
    formats: families(
      `(TSV|TabSeparated|CSV|LineAsString|Raw|TSVRaw|TabSeparatedRaw)${NAMES}|TSKV|Values|Vertical|Markdown|MD`,
    ),
    ofText: 2,
    ofList: 7,
    ofName: 1,
    ofCell: 12,
  },
  {
    formats: families(
      `JSON|JSON(Compact|Strings|CompactStrings|Columns|CompactColumns|ColumnsWithMetadata)|NDJSON|JSONL|JSONLines|` +
        `PrettyNDJSON|PrettyJSONLines|PrettyJSONEachRow|JSON(Strings)?EachRow|JSONCompact(Strings)?EachRow${NAMES}`,
    ),
    ofText: 6,
    ofList: 7,
    ofName: 1,
    ofCell: 30,
  },
  { formats: families('XML'), ofText: 6, ofList: 20, ofName: 2, ofCell: 30 },
  // Values are filled up to 250 characters.
  {
    formats: families('Pretty(Compact|Space)?(NoEscapes)?(MonoBlock)?'),
    ofText: 4,
    ofList: 7,
    ofName: 1,
    ofCell: 300,
  },
];

const MIN_ROWS = 10;
/** Of values that take no bytes. */
const ENDLESS = 1_000;

/** What an answer of `columns` may have, so that its text has about `textBytes`. Throws `NotReadOnlyError`. */
export function answerLimits(
  columns: readonly AnswerColumn[],
  format: string,
  textBytes: number,
): AnswerLimits {
  const family = familyOf(format);
  const rowBytes = columns.reduce(
    (sum, { name, type }) =>
      sum + Buffer.byteLength(name) * family.ofName + type.length + family.ofCell,
    0,
  );
  const growth = Math.max(1, ...columns.map(({ type }) => growthOf(type, family)));
  return {
    rows: Math.max(MIN_ROWS, Math.floor(textBytes / Math.max(1, rowBytes))),
    bytes: Math.floor(textBytes / growth),
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
  if (plain.includes('Tuple()')) return ENDLESS;
  if (/^(Fixed)?String/.test(plain)) return ofText;
  if (!/^(Array|Map|Tuple|Nested|Enum|Variant|Dynamic|JSON|Object)/.test(plain)) return 1;
  // Parts of a tuple are written with their names; each takes a byte at least.
  const parts = plain.split(',').length;
  const isNamed = /Tuple\(|Nested|Enum|Variant|Dynamic|JSON|Object/.test(plain);
  return isNamed ? ofList + plain.length / parts : ofList;
}

/** `select` with each value of its answer in each row, and no dictionaries. */
export function writeOutValues(select: string, columns: readonly AnswerColumn[]): string {
  const names = columns.map(({ name }) => name);
  const values = columns.map(({ name, type }) => {
    // Two columns of one name hold the same; an alias stands for one expression.
    const column = `answer.${COLUMN}${names.indexOf(name)}`;
    const plain = withoutDictionaries(type);
    const value = plain === type ? column : `CAST(${column}, '${plain.replace(/['\\]/g, '\\$&')}')`;
    return `materialize(${value}) AS ${quoted(name)}`;
  });
  const aliases = columns.map((_, index) => `${COLUMN}${index}`);
  return `SELECT ${values.join(', ')} FROM (${select}) AS answer(${aliases.join(', ')})`;
}

const COLUMN = 'column_';

function quoted(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}

/** `type` with what stands in each LowCardinality(…) in its place. */
function withoutDictionaries(type: string): string {
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
