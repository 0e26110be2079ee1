/** What `REQUIRE` names must be there: its tests fail where they would be skipped. */
export function isRequired(need: string): boolean {
  return process.env.REQUIRE?.split(',').includes(need) ?? false;
}
