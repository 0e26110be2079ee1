/** Lists the tools for agents: the price first, every argument described, all read-only. */
import { isSpecType, type Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Operation } from '../operations/operation.js';
import { codeNames } from '../validation/code-names.js';
import { alternativesOf, inputSchema, outputSchema } from './tool-schemas.js';
import { TOOLS, type Tool } from './tools.js';

let described: ListedTool[] | undefined;

export function describeTools(): ListedTool[] {
  described ??= TOOLS.map(describe);
  return described;
}

/** Instructions for agents: what the server is for, and how to start. */
export const INSTRUCTIONS =
  'Signals are dated events about companies and people: filings, funding, layoffs, hiring, news, posts, job changes. Search them by meaning and by filters with signals_search. Follow one company or person with the timeline tools. Each description says what a call costs in credits; account_usage returns the credits that the account has left, free of charge; a key may have a lower cap (account_keys). Before you request many signals, use signals_types to list the types to filter by, and signals_search with count_only to count matches; both are free. Results are concise unless response_format is detailed; signals_get returns all of a signal. Results are truncated to 60 kB. Give the bulk tools at most 20 entries at once, or fewer to get more signals of each entry. They charge for every given entry.';

function describe({ name, operation }: Tool): ListedTool {
  const title = operation.summary;
  const listed: unknown = {
    name,
    title,
    description: descriptionOf(operation),
    inputSchema: inputSchema(operation),
    outputSchema: outputSchema(operation),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  };
  if (!isSpecType.Tool(listed))
    throw new Error(`the description of tool ${name} is not valid in MCP`);
  return listed;
}

function descriptionOf(operation: Operation): string {
  const { price, description } = operation;
  const costs = price === null ? 'Free of charge.' : `Costs ${price}.`;
  const alternatives = alternativesOf(operation);
  const rule = alternatives ? [`Give at least one of ${codeNames(alternatives)}.`] : [];
  return [costs, description, ...rule].join(' ');
}
