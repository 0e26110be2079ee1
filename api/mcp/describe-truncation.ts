/**
 * Describes what was truncated, list by list, and how to get the rest. It never suggests a call
 * that would return the same result again.
 */
import { codeNames } from '../validation/code-names.js';
import type { ResponseFormat } from './read-arguments.js';
import { inputSchema } from './tool-schemas.js';
import type { Tool } from './tools.js';

/** The call whose answer was truncated. */
export interface ToolRequestContext {
  tool: Tool;
  args: Readonly<Record<string, unknown>>;
  format: ResponseFormat;
}

/** A list that was truncated. */
export interface CutList {
  name: string;
  /** The number of kept entries; of a list within many entries, the largest such number. */
  kept: number;
  /** The number of entries before truncation. `null` for a list that is within many entries. */
  length: number | null;
}

interface Truncation {
  lists: readonly CutList[];
  /** The number of kept signals whose data was reduced to the summary. */
  shortSignals: number;
  /** The number of those signals that are too long even for a result of their own. */
  longSignals: number;
  /** The number of kept entries in the answer's own lists. */
  keptCount: number;
  /** The `offset` of the answer, if it has one. */
  offset: unknown;
  maxBytes: number;
}

export function describeTruncation(cut: Truncation, call: ToolRequestContext): string {
  const { lists, shortSignals, longSignals, maxBytes } = cut;
  const signals = shortSignals === 1 ? '1 signal' : `${shortSignals} signals`;
  const sources = [
    ...(longSignals < shortSignals ? ['signals_get with `response_format`: `detailed`'] : []),
    ...(longSignals > 0 ? ['`GET /v1/signals/:signal_id` of the API'] : []),
  ];
  const remedy = `${sources.join(', or for the longest ')} returns all of it.`;
  const texts =
    shortSignals > 0 ? [`The data of ${signals} was truncated to the summary. ${remedy}`] : [];
  if (lists.length === 0) return texts.join(' ');
  const cuts = lists.map(describeList).join('; ');
  texts.push(
    `Truncated to ${maxBytes / 1000} kB: ${cuts}. Totals count all matches.`,
    ...nextSteps(cut, call),
  );
  return texts.join(' ');
}

function describeList({ name, kept, length }: CutList): string {
  if (length === null)
    return `\`${name}\` of each entry: ${kept === 0 ? 'none' : `at most ${kept}`}`;
  return `\`${name}\`: ${kept === 0 ? 'none' : `the first ${kept}`} of ${length}`;
}

/** Says how to get the rest. A set, because both kinds of lists may need the same sentence. */
function nextSteps(cut: Truncation, call: ToolRequestContext): ReadonlySet<string> {
  const steps = new Set<string>();
  const topLists = cut.lists.filter(({ length }) => length !== null);
  if (topLists.length > 0 && cut.keptCount === 0)
    steps.add(`Not even one fits: ${adviseApi(call)}`);
  else if (topLists.length > 0) steps.add(toOtherEntries(cut, call) ?? adviseOther(call));
  if (topLists.length < cut.lists.length) steps.add(toMoreOfEach(cut, call) ?? adviseOther(call));
  if (call.format === 'detailed') steps.add('With `response_format`: `concise`, more entries fit.');
  return steps;
}

/** Says how this tool returns the missing entries. `null` if it cannot. */
function toOtherEntries(cut: Truncation, call: ToolRequestContext): string | null {
  const listName = listArgumentOf(call);
  if (!listName) return toNextPage(cut, call);
  // Results of a ranking have another order, so the missing identifiers are unknown.
  if (propertiesOf(call).query) return adviseFewer(listName);
  return `To get the rest, call again with the missing \`${listName}\`, at most ${cut.keptCount} at once. They are charged again.`;
}

/** Says how this tool returns the next page. `null` if it has no pages. */
function toNextPage({ keptCount, offset }: Truncation, call: ToolRequestContext): string | null {
  const { cursor, offset: offsets } = propertiesOf(call);
  const { args } = call;
  if (!cursor) return null;
  const next = typeof offset === 'number' ? offset + keptCount : Infinity;
  if (args.cursor === undefined && next <= Number(offsets?.maximum)) {
    return `To get the next entries, call again with \`offset\`: ${next}.`;
  }
  // A ranked page has no cursor.
  if (args.query !== undefined || args.similar_to !== undefined) return null;
  return `Call again with \`limit\`: ${keptCount}, then continue with its \`next_cursor\`.`;
}

/** Says how this tool returns more of the lists within entries. `null` if it cannot. */
function toMoreOfEach({ keptCount }: Truncation, call: ToolRequestContext): string | null {
  const listName = listArgumentOf(call);
  if (keptCount < 2) return null;
  if (listName) return adviseFewer(listName);
  return propertiesOf(call).limit ? 'With a smaller `limit`, more of each entry fits.' : null;
}

function adviseFewer(listName: string): string {
  return `With fewer \`${listName}\` at once, more of each entry fits.`;
}

/** Finds the argument by which a call can be divided: its identifiers, never its filters. */
function listArgumentOf({ args }: ToolRequestContext): string | undefined {
  return ['domains', 'contacts'].find((name) => Array.isArray(args[name]));
}

const CONTACT_PAGES =
  "contacts_timeline returns the person's own signals page by page, companies_timeline those of the employer.";

const PAGED_BY: Readonly<Record<string, string>> = {
  signals_trending: 'signals_search returns all signals, page by page.',
  companies_enrich: 'companies_timeline returns all signals, page by page.',
  companies_bulk_enrich: 'companies_timeline returns all signals of one company, page by page.',
  contacts_enrich: CONTACT_PAGES,
  contacts_bulk_enrich: CONTACT_PAGES,
};

const NARROWING = [
  'signal_types',
  'signal_subtypes',
  'detected_after',
  'filters',
  'min_intent_score',
  'association',
  'time_window',
  'since',
  'before',
  'months',
];

/** Suggests another tool or a narrower request, if this tool cannot return the rest. */
function adviseOther(call: ToolRequestContext): string {
  const properties = propertiesOf(call);
  const names = NARROWING.filter((name) => properties[name]);
  const pages = PAGED_BY[call.tool.name];
  if (!pages && names.length === 0) {
    return adviseApi(call);
  }
  const request = `the request with ${codeNames(names)}.`;
  return pages ? `${pages} Or narrow ${request}` : `Narrow ${request}`;
}

function adviseApi({ tool }: ToolRequestContext): string {
  return `\`${tool.operation.route}\` of the API returns all.`;
}

function propertiesOf({ tool }: ToolRequestContext) {
  return inputSchema(tool.operation).properties;
}
