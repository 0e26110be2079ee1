/** The tools for agents. Arguments, results and prices are those of their operations. */
import { readCredits, readUsage } from '../accounts/account-operations.js';
import { usageRangeFaults } from '../accounts/usage-buckets.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import type { CallContext } from '../services/services.js';
import { OPERATIONS } from '../table/operations.js';
import { MAX_NAME_CHARACTERS } from '../validation/limits.js';

export interface Tool {
  name: string;
  operation: Operation<CallContext>;
}

/** Pairs of a tool and the operation of the API that it calls. */
const API_TOOLS: readonly (readonly [tool: string, operationId: string])[] = [
  ['signals_search', 'searchSignals'],
  ['signals_trending', 'listTrendingSignals'],
  ['signals_get', 'readSignal'],
  ['signals_types', 'listSignalTypes'],
  ['signals_type_history', 'readSignalTypeHistory'],
  ['signals_aggregate', 'aggregateSignals'],
  ['companies_suggest', 'suggestCompanies'],
  ['companies_enrich', 'enrichCompany'],
  ['companies_bulk_enrich', 'enrichCompanies'],
  ['companies_timeline', 'readCompanyTimeline'],
  ['contacts_enrich', 'enrichContact'],
  ['contacts_bulk_enrich', 'enrichContacts'],
  ['contacts_timeline', 'readContactTimeline'],
  ['account_keys', 'listOwnKeys'],
  ['account_statements', 'listStatements'],
  ['account_statement', 'readStatement'],
  ['intent_companies', 'scoreCompanies'],
  ['intent_contacts', 'scoreContacts'],
];

/** Two free operations of the API in one. Its calls are logged as the first of them. */
const USAGE_AND_CREDITS = defineOperation({
  id: 'readUsageAndCredits',
  route: 'GET /v1/usage',
  summary: 'Get credits and usage',
  description: ['readUsage', 'readCredits'].map((id) => operationWithId(id).description).join(' '),
  query: 'api/usage.query',
  faults: { query: usageRangeFaults },
  responses: ['api/account-usage.response'],
  results: ({ usage }) => usage.usage.length,
  async handle({ query, nowMs }, context: CallContext) {
    const [usage, credits] = await Promise.all([
      readUsage(query, nowMs, context),
      readCredits(context),
    ]);
    return { usage, credits };
  },
});

export const TOOLS: readonly Tool[] = [
  ...API_TOOLS.map(([name, id]) => ({ name, operation: operationWithId(id) })),
  { name: 'account_usage', operation: USAGE_AND_CREDITS },
];

export function findTool(name: string): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}

/** Replaces routes in a text, such as `GET /v1/signals/types`, by the tools for them. */
export function namingTools(text: string): string {
  return text.replace(/`([A-Z]+ \/v1\/[^`]+)`/g, (quoted, route) => {
    return TOOLS.find(({ operation }) => operation.route === route)?.name ?? quoted;
  });
}

/** Returns the message for an agent that calls an unknown tool. */
export function unknownToolMessage(name: string): string {
  const known = TOOLS.map((tool) => tool.name).join(', ');
  return `Tool \`${name.slice(0, MAX_NAME_CHARACTERS)}\` does not exist. Available tools: ${known}.`;
}

function operationWithId(id: string): Operation<CallContext> {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (!found) throw new Error(`operation ${id} does not exist`);
  return found;
}
