/**
 * Events of one file or of standard input: NDJSON (LF, CRLF or CR) or CSV, plain or gzip. Yields one
 * line per event, in file order; a CSV record becomes the JSON of a bare payload.
 */
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '../../shared/errors.js';
import { readLines } from './read-lines.js';

export const MAX_LINE_BYTES = 1_000_000;
export const STANDARD_INPUT = '-';

export interface FileSource {
  name: string;
  /** Bytes as they lie on disk; `null` when that is not known beforehand. */
  totalBytes: number | null;
  /** Modification time in milliseconds; `null` for standard input. */
  modifiedMs: number | null;
  isCsv: boolean;
  /** Bytes of `totalBytes` taken in so far. */
  bytesRead(): number;
  lines(): AsyncGenerator<Buffer>;
}

/** Throws the system's error when the file cannot be read. */
export function openFileSource(path: string): FileSource {
  const stat = path === STANDARD_INPUT ? null : statSync(path);
  if (stat?.isDirectory()) {
    throw new AppError('invalid_request', `${path} is a folder; name the files in it`);
  }
  const plainName = path.replace(/\.gz$/i, '');
  const isCsv = /\.csv$/i.test(plainName);
  let taken = 0;
  const open = (): Readable => (stat ? createReadStream(path) : process.stdin);
  return {
    name: path === STANDARD_INPUT ? 'standard input' : basename(path),
    totalBytes: stat ? stat.size : null,
    modifiedMs: stat ? Math.trunc(stat.mtimeMs) : null,
    isCsv,
    bytesRead: () => taken,
    async *lines() {
      const source = open();
      source.on('data', (chunk: Buffer) => {
        taken += chunk.length;
      });
      const bytes = /\.gz$/i.test(path) ? unzip(source) : source;
      yield* isCsv ? csvLines(bytes, path) : readLines(bytes, MAX_LINE_BYTES);
    },
  };
}

/** Errors of the source reach whoever reads the unzipped bytes. */
function unzip(source: Readable): Readable {
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}

/** A file that is no CSV ends with an error that names it. */
async function* csvLines(bytes: Readable, name: string): AsyncGenerator<Buffer> {
  const parser = parse({
    columns: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  });
  bytes.on('error', (error) => parser.destroy(error));
  try {
    for await (const record of bytes.pipe(parser)) yield Buffer.from(JSON.stringify(record));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('invalid_request', `${name}: ${error.message}`, { cause: error });
  }
}
