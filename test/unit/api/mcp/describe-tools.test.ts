/** What agents read about tools before they call them. */
import { expect, it } from 'vitest';
import { describeTools } from '../../../../api/mcp/describe-tools.js';
import { isSchema, type JsonSchema } from '../../../../shared/domain/schemas/schemas.js';

function toolNamed(name: string) {
  const tool = describeTools().find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

/** Returns the schema of an argument, for example of `filters.industries`. */
function argumentOf(tool: string, path: string): JsonSchema {
  let schema: unknown = toolNamed(tool).inputSchema;
  for (const name of path.split('.')) schema = isSchema(schema) ? schema.properties?.[name] : null;
  if (!isSchema(schema)) throw new Error(`${tool} has no argument ${path}`);
  return schema;
}

it('a search says that its query does not change the total', () => {
  expect(argumentOf('signals_search', 'count_only').description).toContain(
    '`query` only ranks them and does not change it.',
  );
  expect(toolNamed('signals_search').description).toContain('`query` only ranks them');
});
