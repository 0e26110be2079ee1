/** Bounds what an analyst sends before the engine's parser sees it. */
import type { EngineQuery } from '../engine/engine-query.js';
import { MAX_PARAMETER_BYTES, MAX_PARAMETERS, MAX_STATEMENT_BYTES } from './limits.js';
import { isPlainType } from './plain-types.js';

/** Throws an error as the engine words them. */
export function requireBounded({ sql, params = {} }: EngineQuery): void {
  if (Buffer.byteLength(sql) > MAX_STATEMENT_BYTES) {
    throw refused(62, `a statement may have at most ${MAX_STATEMENT_BYTES} bytes`, 'SYNTAX_ERROR');
  }
  const bytes = Object.values(params).reduce((sum, value) => sum + value.length, 0);
  if (Object.keys(params).length > MAX_PARAMETERS || bytes > MAX_PARAMETER_BYTES) {
    const most = `${MAX_PARAMETERS} parameters of ${MAX_PARAMETER_BYTES} bytes together`;
    throw refused(36, `a statement may have at most ${most}`, 'BAD_ARGUMENTS');
  }
}

/**
 * The types of parameters: the engine builds them, and reads the values, before a statement can be judged.
 * `canonical` is its own text of the statement, so that only quotes hide a brace.
 */
export function requirePlainParameters(canonical: string): void {
  for (const [found, parameter] of canonical.matchAll(PARAMETER)) {
    if (!found.startsWith('{')) continue;
    const type = /^\w+:(.*)$/s.exec(parameter ?? '')?.[1] ?? '';
    if (type === 'Identifier' || isPlainType(type)) continue;
    throw refused(164, `parameters of type ${type} are not available to analysts`, 'READONLY');
  }
}

/** A quoted text that does not end takes all that follows, so that nothing is read twice. */
const PARAMETER =
  /'(?:\\.|[^'\\])*(?:'|\\?$)|`(?:\\.|[^`\\])*(?:`|\\?$)|"(?:\\.|[^"\\])*(?:"|\\?$)|\{([^{}]*)\}|[{}]/gs;

/** As the engine words its own exceptions. */
export function refused(code: number, message: string, name: string): Error {
  return new Error(`Code: ${code}. DB::Exception: ${message}. (${name})`);
}
