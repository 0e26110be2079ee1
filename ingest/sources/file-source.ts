/**
 * Reads the events of one file or of standard input: NDJSON (LF, CRLF or CR) or CSV, plain or gzip.
 * Yields the lines of the file, in its order. A CSV record becomes the JSON of a bare payload, on
 * the line on which it ends; the other lines of CSV are yielded as blank lines.
 */
import { createReadStream, type Stats, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { AppError, codeOf, messageOf } from '../../shared/domain/errors.js';
import { detectFormat, peek, unzip } from './detect-format.js';
import { readLines } from './read-lines.js';

export const MAX_LINE_BYTES = 1_000_000;
/** Bytes after which a record of CSV must end; characters of UTF-16 have two. */
const MAX_RECORD_BYTES = 2 * MAX_LINE_BYTES;
/** Largest number of columns of a CSV file. Wide exports have a few hundred. */
const MAX_COLUMNS = 10_000;
/** Bytes per read, four times the default: the cost of a read hardly depends on its size. */
const CHUNK_BYTES = 262_144;
export const STANDARD_INPUT = '-';
/** Matches the names of CSV files, whose records are bare payloads. */
export const CSV_NAME = /\.csv(\.gz)?$/i;

/**
 * A line of a file. `fault` says why a record of CSV is not a payload; `columns` is the number of
 * columns that have names, if a value of the record has several lines.
 */
export type Line = Buffer & { fault?: string; columns?: number };

export type FileSource = ReturnType<typeof openFileSource>;

/** A file that is open already, so that nothing else that takes its name is read. */
export interface OpenFile {
  handle: FileHandle;
  stats: Stats;
}

interface OpenOptions {
  /** True if the lines are bare payloads, not envelopes. */
  bare?: boolean;
  /** The file at the path, if it is open. Reading it closes it. */
  opened?: OpenFile | undefined;
  /** The stream that is read for the path `-`. */
  standardInput?: Readable | undefined;
  /** Ends the reading with an `AbortError` when it aborts, even if the stream sends nothing. */
  signal?: AbortSignal | undefined;
}

/** Opens a file. Throws `not_found` if it does not exist, the system's error if unreadable. */
export function openFileSource(path: string, options: OpenOptions = {}) {
  const { bare = false, opened } = options;
  const stat = path === STANDARD_INPUT ? null : (opened?.stats ?? statsOf(path));
  if (stat?.isDirectory()) {
    throw new AppError('invalid_request', `${path} is a folder. Name the files in it.`);
  }
  let bytesRead = 0;
  return {
    name: path === STANDARD_INPUT ? 'standard input' : basename(path),
    /** Size on disk in bytes; `null` if it is not known in advance. */
    totalBytes: stat ? stat.size : null,
    /** Modification time in milliseconds; `null` for standard input. */
    modifiedMs: stat ? Math.trunc(stat.mtimeMs) : null,
    /** Returns how many of `totalBytes` have been read so far. */
    bytesRead: () => bytesRead,
    async *lines(): AsyncGenerator<Line> {
      // `process.stdin` is used only now: its getter makes the pipe non-blocking, also for the
      // process that reads it for this one.
      const source: Readable = stat
        ? streamOf(path, opened)
        : (options.standardInput ?? process.stdin);
      if (options.signal) addAbortSignal(options.signal, source);
      source.on('data', (chunk: Buffer) => {
        bytesRead += chunk.length;
      });
      try {
        const { bytes, isCsv } = stat
          ? { bytes: await unpacked(path, source), isCsv: CSV_NAME.test(path) }
          : await detectFormat(source, { mayBeCsv: bare });
        yield* isCsv ? csvLines(bytes) : readLines(bytes, MAX_LINE_BYTES);
        // In the spool folder such a file is loaded again, because its time has changed.
        const isCut = stat && !opened && source.readableEnded && bytesRead < stat.size;
        if (isCut) throw new AppError('invalid_request', CUT_MEANWHILE);
      } catch (error) {
        const fault = formatFault(error);
        // No `cause`: a log would print it after the message, in much the same words.
        throw fault === null ? error : new AppError('invalid_request', `${path}: ${fault}`);
      }
    },
  };
}

function statsOf(path: string): Stats {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not_found', `${path} does not exist.`);
  return stats;
}

function streamOf(path: string, opened: OpenFile | undefined): Readable {
  const options = { highWaterMark: CHUNK_BYTES };
  return opened ? opened.handle.createReadStream(options) : createReadStream(path, options);
}

/** Unpacks a file that begins like gzip, whatever its name is, or whose name says that it is. */
async function unpacked(path: string, source: Readable): Promise<Readable> {
  if (/\.gz$/i.test(path)) return unzip(source);
  return (await detectFormat(source, { mayBeCsv: false })).bytes;
}

const CUT_MEANWHILE =
  'The file became shorter while it was read, so lines are missing. Load it again.';

/** Returns what is wrong with the file itself; `null` for any other error. */
function formatFault(error: unknown): string | null {
  if (error instanceof CsvError || error instanceof AppError) return error.message;
  const code = codeOf(error);
  if (!code.startsWith('Z_')) return null;
  if (code === 'Z_BUF_ERROR') return 'The gzip file is cut short. Copy it again.';
  return messageOf(error) === 'incorrect header check'
    ? 'The file is not gzip, or something follows its end.'
    : 'The gzip file is damaged. Copy it again.';
}

const BLANK = Buffer.alloc(0);
const UTF16_MARK = Buffer.from([0xff, 0xfe]);
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function* csvLines(source: Readable): AsyncGenerator<Line> {
  const { head, from } = await peek(source);
  const startsWith = (mark: Buffer): boolean => head.subarray(0, mark.length).equals(mark);
  const isUtf16 = startsWith(UTF16_MARK);
  const bytes = from(isUtf16 ? UTF16_MARK.length : startsWith(UTF8_MARK) ? UTF8_MARK.length : 0);
  let surplus = 0;
  /** Where the last record that was read ends; it has passed `emptyLines` empty lines until then. */
  let end = { line: 0, emptyLines: 0 };
  // The parser reads UTF-8 as Latin-1, which keeps every byte: it would replace invalid ones. So a
  // line is decoded only by whoever takes it, and a record with invalid bytes is rejected.
  const parser = parse({
    encoding: isUtf16 ? 'utf16le' : 'latin1',
    relax_column_count: true,
    // Accept quotes within a field, as in "The "Best" Co": one record must not fail all others.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
    on_record(record: string[], info) {
      // The library counts CR LF within quotes as two lines.
      for (const text of record) surplus += text.split('\r\n').length - 1;
      end = { line: info.lines - surplus, emptyLines: info.empty_lines };
      return Object.assign(record, { line: end.line });
    },
  });
  const endless = (): AppError => {
    const begin = end.line + 1 + parser.info.empty_lines - end.emptyLines;
    const text = `The record that begins on line ${begin} has a quote (") that is not closed, or is larger than 1 MB. Correct it and load the file again.`;
    return new AppError('invalid_request', text);
  };
  bytes.on('error', (error) => parser.destroy(error));
  limitRecords(bytes, parser, () => parser.destroy(endless()));
  let header: Header | undefined;
  let lines = 0;
  try {
    for await (const record of bytes.pipe(parser)) {
      for (lines += 1; lines < record.line; lines += 1) yield BLANK;
      yield header ? lineOf(record, header, lines, isUtf16 ? 'utf8' : 'latin1') : BLANK;
      header ??= readHeader(record);
    }
  } catch (error) {
    throw error instanceof CsvError && ENDLESS.includes(error.code) ? endless() : error;
  }
}

/** Codes of the library for a record that does not end, at the end of the file or at the limit. */
const ENDLESS = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

/** Calls `refuse` for a record of commas without end, which the limit of the library does not count. */
function limitRecords(bytes: Readable, { info }: Parser, refuse: () => void): void {
  let ended = 0;
  let pending = 0;
  bytes.on('data', (chunk: Buffer) => {
    const isSame = ended === info.records + info.empty_lines;
    ended = info.records + info.empty_lines;
    pending = isSame ? pending + chunk.length : chunk.length;
    if (pending > MAX_RECORD_BYTES) refuse();
  });
}

interface Header {
  /** The number of all columns, and up to the last one that has a name. */
  width: number;
  namedWidth: number;
  /** The columns of the payload. Of several with one name it is unknown which one is meant. */
  columns: readonly { name: string; at: number }[];
}

/** Throws if there are too many names, or if they are separated by semicolons. */
function readHeader(names: readonly string[]): Header {
  if (names.length > MAX_COLUMNS) {
    const text = `The header has ${names.length} columns, but at most ${MAX_COLUMNS} are allowed. Remove columns that the feed does not use.`;
    throw new AppError('invalid_request', text);
  }
  const [only = ''] = names;
  if (names.length === 1 && only.includes(';')) {
    const text = 'The header has ";" where CSV has commas. Separate the columns with commas.';
    throw new AppError('invalid_request', text);
  }
  const columns = names.map((name, at) => ({ name, at }));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    width: names.length,
    namedWidth: names.findLastIndex((name) => name !== '') + 1,
    columns: columns.filter(({ name }) => counts.get(name) === 1),
  };
}

/** Returns the payload of a record; the list of its values if it does not fit the header. */
function lineOf(
  record: readonly string[],
  header: Header,
  number: number,
  encoding: BufferEncoding,
): Line {
  if (record.length >= header.namedWidth && record.length <= header.width) {
    const entries = header.columns.map(({ name, at }) => [name, record[at]]);
    const line = Buffer.from(JSON.stringify(Object.fromEntries(entries)), encoding);
    const hasBreaks = record.some((value) => /[\r\n]/.test(value));
    return hasBreaks ? Object.assign(line, { columns: header.namedWidth }) : line;
  }
  const counts = `line ${number} has another number of columns (${record.length}) than the header (${header.width})`;
  const remedy = 'quote a value that holds a comma, write empty values, and no comma at the end';
  const line = Buffer.from(JSON.stringify(record.slice(0, MAX_COLUMNS)), encoding);
  return Object.assign(line, { fault: `${counts}; ${remedy}` });
}
