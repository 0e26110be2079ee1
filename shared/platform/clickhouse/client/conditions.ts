/** Builds WHERE conditions that depend on which fields a filter has. */

type Params = Readonly<Record<string, unknown>>;

/** Joins the conditions of which every parameter is given. Returns them with their parameters. */
export function joinConditions(conditions: readonly (readonly [sql: string, params: Params])[]): {
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

/** Returns the SQL of a time whose parameter holds milliseconds since the epoch. */
export function timeOf(parameter: string): string {
  return `fromUnixTimestamp64Milli({${parameter}:Int64}, 'UTC')`;
}
