/** Parses the name of an account or a key, with the rules of the admin API. */
import { InvalidArgumentError } from 'commander';
import { schemaNamed } from '../../shared/domain/schemas/schemas.js';
import { validatorFor } from '../../shared/domain/schemas/validators.js';

const SCHEMA = 'api/admin-account-create.request';

export function parseName(text: string): string {
  if (validatorFor(SCHEMA)({ account_id: 'any', name: text })) return text;
  const { maxLength } = schemaNamed(SCHEMA).properties?.name ?? {};
  throw new InvalidArgumentError(
    `Use a name that is not blank, of one line without control characters, of at most ${maxLength} characters.`,
  );
}
