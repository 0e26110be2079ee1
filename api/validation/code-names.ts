import type { JsonSchema } from '../../shared/domain/schemas/schemas.js';

type Alternatives = Pick<JsonSchema, 'x-one-of-required' | 'description'>;

/** Returns what `x-one-of-required` means as a sentence, and '' without it. */
export function requirementOf({ 'x-one-of-required': fields }: Alternatives): string {
  return fields ? `At least one of ${codeNames(fields)} is required.` : '';
}

/**
 * Returns the description of a schema with the fields of which one is required. An `anyOf` would say
 * it too, but generators of clients make a union with an unknown type of it.
 */
export function describedAlternatives(schema: Alternatives): { description?: string } {
  const requirement = requirementOf(schema);
  if (!requirement) return {};
  return { description: [schema.description, requirement].filter(Boolean).join(' ') };
}

/** Lists names in a text, each in backquotes. */
export function codeNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
