/**
 * Checks the size of an analyst's statement before the engine parses it, and the types of its
 * parameters before the engine reads their values.
 */
import type { EngineQuery } from '../engine/engine.js';
import { isPlainType } from './plain-types.js';

/** Maximum size of a statement as it is sent. */
export const MAX_STATEMENT_BYTES = 256 * 1024;
const MAX_PARAMETERS = 100;
/** Maximum size of all parameters of a statement together. */
const MAX_PARAMETER_BYTES = 64 * 1024;

/** Throws an error in the engine's wording if the statement or its parameters are too large. */
export function requireBounded({ sql, params = {} }: EngineQuery): void {
  if (Buffer.byteLength(sql) > MAX_STATEMENT_BYTES) {
    throw engineError(
      62,
      `a statement may have at most ${MAX_STATEMENT_BYTES} bytes`,
      'SYNTAX_ERROR',
    );
  }
  const bytes = Object.values(params).reduce((sum, value) => sum + value.length, 0);
  if (Object.keys(params).length > MAX_PARAMETERS || bytes > MAX_PARAMETER_BYTES) {
    const most = `${MAX_PARAMETERS} parameters of ${MAX_PARAMETER_BYTES} bytes together`;
    throw engineError(36, `a statement may have at most ${most}`, 'BAD_ARGUMENTS');
  }
}

/**
 * Rejects parameters whose types analysts may not use: the engine builds the types and reads the
 * values before a statement can be judged. `canonical` is the engine's own text of the statement,
 * in which only quotes can hide a brace.
 */
export function requirePlainParameters(canonical: string): void {
  for (const [token, parameter] of canonical.matchAll(TOKEN)) {
    if (!token.startsWith('{')) continue;
    const type = /^\w+:(.*)$/s.exec(parameter ?? '')?.[1] ?? '';
    if (type === 'Identifier' || isPlainType(type)) continue;
    throw engineError(164, `parameters of type ${type} are not available to analysts`, 'READONLY');
  }
}

/**
 * Matches a quoted text, a parameter in braces, or a single brace. A quoted text that does not end
 * takes everything that follows, so that nothing is read twice.
 */
const TOKEN =
  /'(?:\\.|[^'\\])*(?:'|\\?$)|`(?:\\.|[^`\\])*(?:`|\\?$)|"(?:\\.|[^"\\])*(?:"|\\?$)|\{([^{}]*)\}|[{}]/gs;

/** Makes an error that is worded like the engine's own exceptions. */
export function engineError(code: number, message: string, name: string): Error {
  return new Error(`Code: ${code}. DB::Exception: ${message}. (${name})`);
}
