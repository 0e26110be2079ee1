/** Parses values of command line options; names have the rules of the admin API. */
import { InvalidArgumentError } from 'commander';
import { schemaNamed } from '../../shared/domain/schemas/schemas.js';
import { validatorFor } from '../../shared/domain/schemas/validators.js';

export const MAX_CREDITS = 1e12;

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Use an integer from ${min} to ${max}.`);
  };
}

const NAMED = 'api/admin-account-create.request';

export function parseName(text: string): string {
  if (validatorFor(NAMED)({ account_id: 'any', name: text })) return text;
  const { maxLength } = schemaNamed(NAMED).properties?.name ?? {};
  throw new InvalidArgumentError(
    `Use a name that is not blank, of one line without control characters, of at most ${maxLength} characters.`,
  );
}
