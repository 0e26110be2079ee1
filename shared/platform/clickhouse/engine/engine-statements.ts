/** Statements of the engine: builds those that set settings and parameters of a session. */

export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
/** Matches an insert of rows, which are passed as bytes and do not block. */
export const INSERT_OF_ROWS =
  /^INSERT INTO (\w+(?:\.\w+)?)(?: \((\w+(?:, *\w+)*)\))? FORMAT JSON(Compact)?EachRow$/i;

/**
 * Settings of every session: ISO 8601 times both ways, unquoted integers, a time limit for every
 * query, room for the identifiers of a whole batch in one parameter, no threads for parsing small
 * inserts, and no machine code compiled for expressions, because queries here are too short for it.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  date_time_output_format: 'iso',
  date_time_input_format: 'best_effort',
  output_format_json_quote_64bit_integers: '0',
  max_execution_time: '300',
  max_query_size: '67108864',
  input_format_parallel_parsing: '0',
  compile_expressions: '0',
  compile_aggregate_expressions: '0',
  compile_sort_description: '0',
};

/** Returns at most one statement, because each takes time; none if there are no assignments. */
export function setStatements(
  settings: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>> = {},
): string[] {
  const assignments = [
    ...Object.entries(params).map(
      ([name, value]) => `param_${identifier(name)} = ${literal(value)}`,
    ),
    ...Object.entries(settings).map(([name, value]) => `${identifier(name)} = ${literal(value)}`),
  ];
  return assignments.length > 0 ? [`SET ${assignments.join(', ')}`] : [];
}

export function identifier(name: string): string {
  if (!IDENTIFIER.test(name))
    throw new Error(`not a valid name: ${JSON.stringify(name.slice(0, 60))}`);
  return name;
}

export function literal(value: string): string {
  // Lists of ids may be long: replacing strings is several times as fast as replacing a pattern.
  const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `'${escaped.replaceAll('\0', '\\0')}'`;
}
