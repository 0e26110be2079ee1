/** Sends every response. Its log row is written first, so that no response lacks one. */
import type { Response } from 'express';
import { type CsvFile, csvText } from './csv.js';
import { contextOf } from './request-context.js';

/** Sends a body that is JSON text already. */
export async function sendAnswer(response: Response, status: number, body: string): Promise<void> {
  await contextOf(response).writeLog?.(status);
  response.status(status).type('application/json').send(body);
}

/** Sends a table as a CSV file to save. The file's name consists of ids and dates. */
export async function sendCsv(response: Response, file: CsvFile): Promise<void> {
  const body = csvText(file);
  await contextOf(response).writeLog?.(200);
  response
    .status(200)
    .set('Content-Disposition', `attachment; filename="${file.name}"`)
    .type('text/csv')
    .send(body);
}
