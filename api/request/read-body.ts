/**
 * Reads the body of a request as JSON, whatever its content type. A body that is nested too deeply,
 * or has an object with too many fields, is rejected before it is processed.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { AppError } from '../../shared/domain/errors.js';
import { createTinyPiecesCheck } from '../../shared/domain/tiny-pieces.js';
import { wellFormed } from '../../shared/domain/well-formed.js';
import { type BodyFault, tooLong } from '../http/handle-error.js';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH, MAX_OBJECT_FIELDS } from '../validation/limits.js';
import { invalidRequest } from '../validation/validated.js';

export function readBody(): RequestHandler {
  const limit = MAX_BODY_BYTES;
  const read = express.json({ limit, strict: false, type: () => true, verify: requireUtf8 });
  return (request, response, next) => {
    // Express would respond only after the whole body has arrived.
    if (declaresTooLong(request)) return next(invalidBody(tooLong(MAX_BODY_BYTES)));
    let isRefused = false;
    const isTiny = createTinyPiecesCheck();
    request.on('data', (piece: Buffer) => {
      if (isRefused || !isTiny(piece.length)) return;
      isRefused = true;
      request.pause();
      response.set('Connection', 'close').once('finish', () => request.destroy());
      next(invalidBody(TINY_PIECES));
    });
    read(request, response, (thrown?: unknown) => {
      if (isRefused) return;
      const fault = thrown ?? shapeFault(request.body);
      if (!fault) request.body = wellFormed(request.body);
      next(fault);
    });
  };
}

const TINY_PIECES: BodyFault = {
  code: 'malformed_json',
  message: 'The body arrives in very small chunks. Send it in chunks of at least 64 bytes.',
  meta: {},
};

/** Rejects bytes that decoding would replace by U+FFFD. The charset may be another Unicode one. */
function requireUtf8(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8' || isUtf8(body)) return;
  throw invalidBody({ code: 'malformed_json', message: 'The body must be UTF-8.', meta: {} });
}

export function declaresTooLong({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

/**
 * Returns the error of a body that is nested too deeply or has an object with too many fields,
 * otherwise `undefined`. It goes level by level, because a recursion could overflow the stack.
 */
export function shapeFault(body: unknown): AppError | undefined {
  let level: readonly unknown[] = [body];
  for (let depth = 0; depth < MAX_BODY_DEPTH; depth += 1) {
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      const values: unknown[] = Object.values(each);
      if (!Array.isArray(each) && values.length > MAX_OBJECT_FIELDS) {
        const message = `An object in the body must have at most ${MAX_OBJECT_FIELDS} fields.`;
        return invalidBody({ code: 'too_big', message, meta: { max_fields: MAX_OBJECT_FIELDS } });
      }
      for (const value of values) next.push(value);
    }
    if (next.length === 0) return undefined;
    level = next;
  }
  if (!level.some((each) => typeof each === 'object' && each !== null)) return undefined;
  const message = `The body must have at most ${MAX_BODY_DEPTH} levels of nested arrays and objects.`;
  return invalidBody({ code: 'too_big', message, meta: { max_depth: MAX_BODY_DEPTH } });
}

function invalidBody(fault: BodyFault): AppError {
  return invalidRequest([{ field: '', location: 'body', ...fault }]);
}
