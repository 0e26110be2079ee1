/** What agents read about tools before they call them. */
import { expect, it } from 'vitest';
import { describeTools } from '../../../../api/mcp/create-mcp-server.js';
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

it('every bound that excludes its moment says how to get all signals since a day', () => {
  for (const [tool, path] of [
    ['signals_search', 'detected_after'],
    ['companies_timeline', 'since'],
    ['contacts_bulk_enrich', 'detected_after'],
    ['signals_types', 'since'],
    ['intent_companies', 'filters.detected_after'],
  ] as const) {
    const { description } = argumentOf(tool, path);
    expect(description, tool).toContain('since 1 March write `2026-02-28T23:59:59.999Z`');
  }
});

it('an intent, an unlimited balance and missing groups are explained', () => {
  expect(argumentOf('intent_contacts', 'query').description).toContain('Name the events that');
  const outputs = JSON.stringify(describeTools().map(({ outputSchema }) => outputSchema));
  expect(outputs).toContain('If `unlimited` is true, it is 0 and says nothing');
  expect(outputs).toContain('or nothing is known by this identifier');
  expect(toolNamed('signals_aggregate').description).toContain('a day, week or month may be');
});

it('the format is an argument where it changes something, and says what is omitted', () => {
  const withFormat = describeTools().filter(({ inputSchema }) =>
    Object.hasOwn(inputSchema.properties ?? {}, 'response_format'),
  );
  expect(withFormat.map(({ name }) => name)).toEqual([
    ...['signals_search', 'signals_trending', 'signals_get', 'signals_aggregate'],
    ...['companies_suggest', 'companies_enrich', 'companies_bulk_enrich', 'companies_timeline'],
    ...['contacts_enrich', 'contacts_bulk_enrich', 'contacts_timeline', 'account_statements'],
    ...['intent_companies', 'intent_contacts'],
  ]);
  expect(argumentOf('signals_get', 'response_format')).toMatchObject({ default: 'detailed' });
  expect(argumentOf('signals_search', 'response_format')).toMatchObject({ default: 'concise' });
  expect(argumentOf('signals_search', 'response_format').description).toBe(
    '`concise` omits `signal_name`, `association`; of `company` all but `name`, `domain`; of `contact` all but `name`, `email`, `title`; of `data` all but `summary`, of which it keeps 500 characters; and returns 10 entries unless `limit` is set. `detailed` returns the complete response of the API.',
  );
});

it('filters by names say which tool lists the names', () => {
  for (const [tool, path, lister] of [
    ['signals_search', 'signal_types', 'signals_types lists'],
    ['signals_search', 'signal_subtype', 'signals_types with `include_counts` lists'],
    ['signals_trending', 'signal_types', 'signals_types lists'],
    ['companies_enrich', 'signal_subtype', 'signals_types with `include_counts` lists'],
    ['signals_type_history', 'type', 'signals_types lists'],
    ['signals_aggregate', 'company_name', 'companies_suggest finds'],
    ['signals_trending', 'company_domain', 'companies_suggest finds'],
    ['intent_contacts', 'filters.industries', 'signals_aggregate with `group_by`: `industry`'],
  ] as const) {
    expect(argumentOf(tool, path).description, `${tool} ${path}`).toContain(lister);
  }
});
