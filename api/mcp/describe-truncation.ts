/**
 * Describes what was truncated, list by list, and how to get the rest. It never suggests a call
 * that would return the same result again.
 */
import { codeNames } from '../validation/code-names.js';
import type { ResponseFormat } from './read-arguments.js';
import { inputSchema } from './tool-schemas.js';
import { mainOperation, type Tool } from './tools.js';

/** The call whose answer was truncated. */
export interface ToolRequestContext {
  tool: Tool;
  given: Readonly<Record<string, unknown>>;
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

interface WhatWasCut {
  lists: readonly CutList[];
  /** The number of kept signals whose data was reduced to the summary. */
  shortSignals: number;
  /** The number of those signals that are too long even for a result of their own. */
  longSignals: number;
  /** The number of kept entries in the answer's own lists. */
  entries: number;
  /** The `offset` of the answer, if it has one. */
  offset: unknown;
  maxBytes: number;
}

export function describeTruncation(cut: WhatWasCut, call: ToolRequestContext): string {
  const { lists, shortSignals, longSignals, maxBytes } = cut;
  const signals = shortSignals === 1 ? '1 signal' : `${shortSignals} signals`;
  const ways = [
    ...(longSignals < shortSignals ? ['signals_get with `response_format`: `detailed`'] : []),
    ...(longSignals > 0 ? ['`GET /v1/signals/:signal_id` of the API'] : []),
  ];
  const whole = `${ways.join(', or for the longest ')} returns all of it.`;
  const texts =
    shortSignals > 0 ? [`The data of ${signals} was truncated to the summary. ${whole}`] : [];
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
function nextSteps(cut: WhatWasCut, call: ToolRequestContext): ReadonlySet<string> {
  const ways = new Set<string>();
  const ownLists = cut.lists.filter(({ length }) => length !== null);
  if (ownLists.length > 0 && cut.entries === 0) ways.add(`Not even one fits: ${allOfApi(call)}`);
  else if (ownLists.length > 0) ways.add(toOtherEntries(cut, call) ?? elsewhere(call));
  if (ownLists.length < cut.lists.length) ways.add(toMoreOfEach(cut, call) ?? elsewhere(call));
  if (call.format === 'detailed') ways.add('With `response_format`: `concise`, more entries fit.');
  return ways;
}

/** Says how this tool returns the missing entries. `null` if it cannot. */
function toOtherEntries(cut: WhatWasCut, call: ToolRequestContext): string | null {
  const asked = askedFor(call);
  if (!asked) return toNextPage(cut, call);
  // Results of a ranking have another order, so the missing identifiers are unknown.
  if (!isPaidByEntry(call)) return fewer(asked);
  return `To get the rest, call again with the missing \`${asked}\`, at most ${cut.entries} at once. They are charged again.`;
}

/** Says how this tool returns the next page. `null` if it has no pages. */
function toNextPage({ entries, offset }: WhatWasCut, call: ToolRequestContext): string | null {
  const { cursor, offset: offsets } = propertiesOf(call);
  const { given } = call;
  if (!cursor) return null;
  const next = typeof offset === 'number' ? offset + entries : Infinity;
  if (given.cursor === undefined && next <= Number(offsets?.maximum)) {
    return `To get the next entries, call again with \`offset\`: ${next}.`;
  }
  // A ranked page has no cursor.
  if (given.query !== undefined || given.similar_to !== undefined) return null;
  return `Call again with \`limit\`: ${entries}, then continue with its \`next_cursor\`.`;
}

/** Says how this tool returns more of the lists within entries. `null` if it cannot. */
function toMoreOfEach({ entries }: WhatWasCut, call: ToolRequestContext): string | null {
  const asked = askedFor(call);
  if (entries < 2) return null;
  if (asked) return fewer(asked);
  return propertiesOf(call).limit ? 'With a smaller `limit`, more of each entry fits.' : null;
}

function fewer(asked: string): string {
  return `With fewer \`${asked}\` at once, more of each entry fits.`;
}

/** True for bulk calls, whose results are in the order of the identifiers. Rankings are not. */
function isPaidByEntry(call: ToolRequestContext): boolean {
  return askedFor(call) !== undefined && !propertiesOf(call).query;
}

/** Finds the argument by which a call can be divided: its identifiers, never its filters. */
function askedFor({ given }: ToolRequestContext): string | undefined {
  return ['domains', 'contacts'].find((name) => Array.isArray(given[name]));
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
function elsewhere(call: ToolRequestContext): string {
  const properties = propertiesOf(call);
  const names = NARROWING.filter((name) => properties[name]);
  const pages = PAGED_BY[call.tool.name];
  if (!pages && names.length === 0) {
    return allOfApi(call);
  }
  const request = `the request with ${codeNames(names)}.`;
  return pages ? `${pages} Or narrow ${request}` : `Narrow ${request}`;
}

function allOfApi({ tool }: ToolRequestContext): string {
  return `\`${mainOperation(tool).route}\` of the API returns all.`;
}

function propertiesOf({ tool }: ToolRequestContext) {
  return inputSchema(tool).properties;
}
