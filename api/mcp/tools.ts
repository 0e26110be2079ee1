/**
 * The tools for agents. Each is one operation of the API, or several free operations combined.
 * Arguments, results and prices are those of the operations.
 */
import type { Caller } from '../http/request-context.js';
import type { Operation } from '../operations/operation.js';
import { OPERATIONS, type Services } from '../table/operations.js';
import { MAX_NAME_CHARACTERS } from '../validation/limits.js';

/** The services and the caller that the work of a tool needs. */
export type ToolContext = Services & Caller;

export interface Tool {
  name: string;
  title: string;
  /**
   * The tool's operations, each by the property of the answer that has its result. If there is only
   * one, its result is the whole answer.
   */
  operations: Readonly<Record<string, Operation<ToolContext>>>;
}

/** Pairs of a tool and the one operation that it calls. */
const SINGLE_OPERATION_TOOLS: readonly (readonly [tool: string, operationId: string])[] = [
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

export const TOOLS: readonly Tool[] = [
  ...SINGLE_OPERATION_TOOLS.map(([name, id]) => {
    const operation = operationWithId(id);
    return { name, title: operation.summary, operations: { [id]: operation } };
  }),
  {
    name: 'account_usage',
    title: 'Get credits and usage',
    operations: { usage: operationWithId('readUsage'), credits: operationWithId('readCredits') },
  },
];

export function findTool(name: string): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}

/** Returns the message for an agent that calls an unknown tool. */
export function unknownToolMessage(name: string): string {
  const known = TOOLS.map((tool) => tool.name).join(', ');
  return `Tool \`${name.slice(0, MAX_NAME_CHARACTERS)}\` does not exist. Available tools: ${known}.`;
}

/** Returns the operation as which a call of the tool is logged. */
export function mainOperation(tool: Tool): Operation<ToolContext> {
  const [main] = Object.values(tool.operations);
  if (!main) throw new Error(`tool ${tool.name} has no operation`);
  return main;
}

export function isSingle(tool: Tool): boolean {
  return Object.keys(tool.operations).length === 1;
}

function operationWithId(id: string): Operation<ToolContext> {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (!found) throw new Error(`operation ${id} does not exist`);
  return found;
}
