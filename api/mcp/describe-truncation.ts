/**
 * Describes what was truncated, list by list, and how this call gets the rest. It never suggests a call
 * that would return the same result again.
 */
import type { ResponseFormat } from './read-arguments.js';
import { codeNames, inputSchema } from './tool-schemas.js';
import { mainOperation, type Tool } from './tools.js';

/** The call whose answer was cut. */
export interface AskedCall {
  tool: Tool;
  given: Readonly<Record<string, unknown>>;
  format: ResponseFormat;
}

export interface CutList {
  name: string;
  /** Of a list that is in many entries: at most. */
  kept: number;
  /** Before; `null` for a list that is in many entries. */
  length: number | null;
}

interface WhatWasCut {
  lists: readonly CutList[];
  /** Signals left that have their summary alone. */
  shortSignals: number;
  /** Those of them that are too long for a result alone. */
  longSignals: number;
  /** Entries left of the answer's own lists. */
  entries: number;
  /** Where the answer begins, if it says so. */
  offset: unknown;
  maxBytes: number;
}

export function describeTruncation(cut: WhatWasCut, call: AskedCall): string {
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

/** The same way may lead to both kinds of lists. */
function nextSteps(cut: WhatWasCut, call: AskedCall): ReadonlySet<string> {
  const ways = new Set<string>();
  const ownLists = cut.lists.filter(({ length }) => length !== null);
  if (ownLists.length > 0 && cut.entries === 0) ways.add(`Not even one fits: ${allOfApi(call)}`);
  else if (ownLists.length > 0) ways.add(toOtherEntries(cut, call) ?? elsewhere(call));
  if (ownLists.length < cut.lists.length) ways.add(toMoreOfEach(cut, call) ?? elsewhere(call));
  if (call.format === 'detailed') ways.add('With `response_format`: `concise`, more entries fit.');
  return ways;
}

function toOtherEntries(cut: WhatWasCut, call: AskedCall): string | null {
  const asked = askedFor(call);
  if (!asked) return toNextPage(cut, call);
  // Ranked results are not in the order of the request.
  if (!isPaidByEntry(call)) return fewer(asked);
  return `To get the rest, call again with the missing \`${asked}\`, at most ${cut.entries} at once. They are charged again.`;
}

function toNextPage({ entries, offset }: WhatWasCut, call: AskedCall): string | null {
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

function toMoreOfEach({ entries }: WhatWasCut, call: AskedCall): string | null {
  const asked = askedFor(call);
  if (entries < 2) return null;
  if (asked) return fewer(asked);
  return propertiesOf(call).limit ? 'With a smaller `limit`, more of each entry fits.' : null;
}

function fewer(asked: string): string {
  return `With fewer \`${asked}\` at once, more of each entry fits.`;
}

/** Its results are one for each identifier, in that order; those of a ranking are not. */
function isPaidByEntry(call: AskedCall): boolean {
  return askedFor(call) !== undefined && !propertiesOf(call).query;
}

/** A call can be divided by its identifiers, but not by its filters. */
function askedFor({ given }: AskedCall): string | undefined {
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

/** Where this tool has no way on. */
function elsewhere(call: AskedCall): string {
  const properties = propertiesOf(call);
  const names = NARROWING.filter((name) => properties[name]);
  const pages = PAGED_BY[call.tool.name];
  if (!pages && names.length === 0) {
    return allOfApi(call);
  }
  const request = `the request with ${codeNames(names)}.`;
  return pages ? `${pages} Or narrow ${request}` : `Narrow ${request}`;
}

function allOfApi({ tool }: AskedCall): string {
  return `\`${mainOperation(tool).route}\` of the API returns all.`;
}

function propertiesOf({ tool }: AskedCall) {
  return inputSchema(tool).properties;
}
