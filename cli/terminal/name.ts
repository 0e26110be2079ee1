/** Parses the name of an account or a key, with the rules of the admin API. */
import { InvalidArgumentError } from 'commander';

const MAX_NAME_CHARACTERS = 200;

export function parseName(text: string): string {
  const name = text.trim();
  if (/[^\s\p{C}\ufffd]/u.test(name) && [...name].length <= MAX_NAME_CHARACTERS) return name;
  throw new InvalidArgumentError(
    `Use a name that is not blank, of at most ${MAX_NAME_CHARACTERS} characters.`,
  );
}
