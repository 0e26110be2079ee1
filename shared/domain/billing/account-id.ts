/** Returns true for an account id. Ids are used in paths and commands, so they need no quoting. */
export function isAccountId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);
}
