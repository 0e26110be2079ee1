/** Returns whether `REQUIRE` names the need: its tests then fail instead of being skipped. */
export function isRequired(need: string): boolean {
  return process.env.REQUIRE?.split(',').includes(need) ?? false;
}
