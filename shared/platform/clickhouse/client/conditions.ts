/** Conditions of a WHERE clause that depend on what a filter has. */

type Params = Readonly<Record<string, unknown>>;

/** Those of which every parameter is given, and the parameters. */
export function givenConditions(conditions: readonly (readonly [sql: string, params: Params])[]): {
  where: string;
  params: Record<string, unknown>;
} {
  const given = conditions.filter(([, params]) =>
    Object.values(params).every((value) => value !== undefined),
  );
  return {
    where: ['1', ...given.map(([sql]) => sql)].join(' AND '),
    params: Object.assign({}, ...given.map(([, params]) => params)),
  };
}

/** The time of a parameter in milliseconds since the epoch. */
export function timeOf(parameter: string): string {
  return `fromUnixTimestamp64Milli({${parameter}:Int64}, 'UTC')`;
}
