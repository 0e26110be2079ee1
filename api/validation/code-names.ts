import type { JsonSchema } from '../../shared/domain/schemas/schemas.js';

type Alternatives = Pick<JsonSchema, 'x-one-of-required' | 'description'>;

/**
 * Returns the description of a schema with the fields of which one is required, and nothing if there
 * are none. An `anyOf` would say it too, but generators of clients make a union with an unknown type
 * of it.
 */
export function describedAlternatives({
  description = '',
  'x-one-of-required': fields,
}: Alternatives): { description?: string } {
  if (!fields) return {};
  return { description: `${description} At least one of ${codeNames(fields)} is required.`.trim() };
}

/** Lists names in a text, each in backquotes. */
export function codeNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
