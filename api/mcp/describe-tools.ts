/** The list of tools as agents see it: price first, every argument described, nothing but reading. */
import { isSpecType, type Tool as ListedTool } from '@modelcontextprotocol/server';
import { alternativesOf, codeNames, inputSchema, outputSchema } from './tool-schemas.js';
import { mainOperation, TOOLS, type Tool } from './tools.js';

let described: ListedTool[] | undefined;

export function describeTools(): ListedTool[] {
  described ??= TOOLS.map(describe);
  return described;
}

let listed: string | undefined;

/** The same as JSON text, put together once. */
export function listedTools(): string {
  listed ??= JSON.stringify(describeTools());
  return listed;
}

/** What a whole server is for, and how to start. */
export const INSTRUCTIONS =
  'Signals are dated events about companies and people: filings, funding, layoffs, hiring, news, posts, job changes. Search them by meaning and by filters with signals_search; follow one company or person with the timeline tools. Calls cost credits as each description says; account_usage shows what is left, free of charge. signals_types lists the types to filter by, and signals_search with count_only counts matches, both free: look there before you ask for many signals. Answers are concise unless response_format is detailed, and cut at 60 kB: give the bulk tools 20 at once, or fewer for more signals of each; they charge for every entry given.';

function describe(tool: Tool): ListedTool {
  const listed: unknown = {
    name: tool.name,
    title: tool.title,
    description: descriptionOf(tool),
    inputSchema: inputSchema(tool),
    outputSchema: outputSchema(tool),
    annotations: { title: tool.title, readOnlyHint: true, openWorldHint: false },
  };
  if (!isSpecType.Tool(listed)) throw new Error(`the protocol has no place for ${tool.name}`);
  return listed;
}

function descriptionOf(tool: Tool): string {
  const { price } = mainOperation(tool);
  const costs = price === null ? 'Free of charge.' : `Costs ${price}.`;
  const texts = Object.values(tool.operations).map(({ docs }) => docs.description);
  const alternatives = alternativesOf(mainOperation(tool));
  const rule = alternatives ? [`Give at least one of ${codeNames(alternatives)}.`] : [];
  return [costs, ...texts, ...rule].join(' ');
}
