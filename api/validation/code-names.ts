import type { JsonSchema } from '../../shared/domain/schemas/schemas.js';

/** Returns what `x-one-of-required` means as a sentence, and '' without it. */
export function requirementOf({ 'x-one-of-required': fields }: JsonSchema): string {
  return fields ? `At least one of ${codeNames(fields)} is required.` : '';
}

/** Lists names in a text, each in backquotes. */
export function codeNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
