/**
 * Reads the body of a request as JSON, whatever its content type says: the API speaks nothing else. What
 * lies too deep is refused before anything recurses into it.
 */
import express, { type RequestHandler } from 'express';
import { MAX_BODY, MAX_BODY_DEPTH } from './limits.js';
import { invalidRequest } from './validate-request.js';

export function readBody(): RequestHandler {
  const read = express.json({ limit: MAX_BODY, strict: false, type: () => true });
  return (request, response, next) =>
    read(request, response, (thrown?: unknown) => {
      if (thrown !== undefined) return next(thrown);
      next(isDeeperThan(request.body, MAX_BODY_DEPTH) ? tooDeep() : undefined);
    });
}

/** Level by level: a recursion would end where the stack does. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === maxDepth) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const each of valuesOf(container)) {
        if (typeof each === 'object' && each !== null) next.push(each);
      }
    }
    level = next;
  }
  return false;
}

function valuesOf(container: object): unknown[] {
  return Object.values(container);
}

function tooDeep(): Error {
  const message = `The body must have at most ${MAX_BODY_DEPTH} lists and objects within each other.`;
  const meta = { max_depth: MAX_BODY_DEPTH };
  return invalidRequest([{ field: '', location: 'body', code: 'too_big', message, meta }]);
}
