/** Lists names in a text, each in backquotes. */
export function codeNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
