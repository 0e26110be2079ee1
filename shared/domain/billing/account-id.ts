/** Ids of accounts. They occur in paths and on command lines, so they never need quoting. */
export function isAccountId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);
}
