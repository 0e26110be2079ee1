/**
 * Sends every response, long ones compressed. Its log row is written first, so that no response
 * lacks one.
 */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { contextOf } from './request-context.js';

/**
 * Sends a body that is JSON text already. Express's `send` would instead send 304 without a body to
 * `If-None-Match: *`, though the call is charged.
 */
export async function sendAnswer(response: Response, status: number, body: string): Promise<void> {
  await contextOf(response).writeLog?.(status);
  response
    .status(status)
    .type('application/json')
    .end(await bodyFor(response, body));
}

/** A table as a CSV file. */
export interface CsvFile {
  /** The name under which a browser saves the file. It consists of ids and dates. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** Returns the text of a CSV file (RFC 4180), with CRLF line endings and a header line. */
export function csvText({ columns, rows }: Pick<CsvFile, 'columns' | 'rows'>): string {
  return [columns, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/** Sends a CSV file to save. */
export async function sendCsv(response: Response, file: CsvFile): Promise<void> {
  await contextOf(response).writeLog?.(200);
  response
    .status(200)
    .set('Content-Disposition', `attachment; filename="${file.name}"`)
    .type('text/csv')
    .end(await bodyFor(response, csvText(file)));
}

function csvField(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const zip = promisify(gzip);

/** Shorter texts fit into two packets anyway. */
const MIN_CHARACTERS = 2_048;

/**
 * Returns the body to send: compressed if it is long and the client accepts that. The whole body is
 * compressed before any of it is sent, so a slow reader holds no more than the result.
 */
async function bodyFor(response: Response, body: string): Promise<string | Buffer> {
  if (body.length < MIN_CHARACTERS) return body;
  response.vary('Accept-Encoding');
  if (response.req.acceptsEncodings('gzip', 'identity') !== 'gzip') return body;
  // The best level takes twice as long for a seventh fewer bytes: 1.0 and 0.5 ms for 100 signals.
  const zipped = await zip(body, { level: constants.Z_BEST_SPEED });
  response.set('Content-Encoding', 'gzip');
  return zipped;
}
