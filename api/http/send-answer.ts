/**
 * Sends every response. Its log row is written first, so that every response a client received has one.
 */
import type { Response } from 'express';
import { contextOf } from './request-context.js';

/** Sends a body that is JSON text already. */
export async function sendAnswer(response: Response, status: number, body: string): Promise<void> {
  await contextOf(response).writeLog?.(status);
  response.status(status).type('application/json').send(body);
}
