/** Returns true for an account id. Ids are used in paths and commands, so they need no quoting. */
export function isAccountId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);
}

/** What an account id may be, for people. */
export const ACCOUNT_ID_RULE =
  'at most 64 letters, digits, dots, dashes and underscores, beginning with a letter or digit';
