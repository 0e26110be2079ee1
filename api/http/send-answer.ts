/**
 * Sends every response, long ones compressed. Its log row is written first, so that no response
 * lacks one.
 */
import type { Response } from 'express';
import { bodyFor } from './gzip-body.js';
import { contextOf } from './request-context.js';

/** Sends a body that is JSON text already. */
export async function sendAnswer(response: Response, status: number, body: string): Promise<void> {
  await contextOf(response).writeLog?.(status);
  response
    .status(status)
    .type('application/json')
    .send(await bodyFor(response, body));
}

/** A table as a CSV file. */
export interface CsvFile {
  /** The name under which a browser saves the file. It consists of ids and dates. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** Sends a CSV file to save (RFC 4180), with CRLF line endings and a header line. */
export async function sendCsv(response: Response, { name, columns, rows }: CsvFile): Promise<void> {
  const lines = [columns, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`);
  await contextOf(response).writeLog?.(200);
  response
    .status(200)
    .set('Content-Disposition', `attachment; filename="${name}"`)
    .type('text/csv')
    .send(await bodyFor(response, lines.join('')));
}

function csvField(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
