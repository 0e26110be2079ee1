/** Builds WHERE conditions that depend on which fields a filter has. */

export type Condition = readonly [sql: string, params: Readonly<Record<string, unknown>>];

/** Joins the conditions whose parameters are all defined. Returns them with their parameters. */
export function joinConditions(conditions: readonly Condition[]): {
  where: string;
  params: Record<string, unknown>;
} {
  const applicable = conditions.filter(([, params]) =>
    Object.values(params).every((value) => value !== undefined),
  );
  return {
    where: applicable.map(([sql]) => sql).join(' AND ') || '1',
    params: Object.assign({}, ...applicable.map(([, params]) => params)),
  };
}

/** Returns the SQL of a time whose parameter holds milliseconds since the epoch. */
export function timeOf(parameter: string): string {
  return `fromUnixTimestamp64Milli({${parameter}:Int64}, 'UTC')`;
}
