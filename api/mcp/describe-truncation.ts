/**
 * Describes what was truncated, list by list, and how to get the rest. It never suggests a call
 * that would return the same result again.
 */
import type { JsonSchema } from '../../shared/domain/schemas/schemas.js';
import type { CursorAfter } from '../operations/operation.js';
import { codeNames } from '../validation/code-names.js';
import type { ResponseFormat } from './read-arguments.js';
import { inputSchema } from './tool-schemas.js';
import type { Tool } from './tools.js';

/** The call whose answer was truncated. */
export interface ToolRequestContext {
  tool: Tool;
  args: Readonly<Record<string, unknown>>;
  format: ResponseFormat;
  /** Absent if the answer is not a page of a list. */
  cursorAfter?: CursorAfter | undefined;
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
  /** True if the answer has the cursor of the page after its last entry. */
  hasCursor: boolean;
  /** True if more entries fit in the concise format. */
  isShorterConcise: boolean;
}

export function describeTruncation(cut: Truncation, call: ToolRequestContext): string {
  const { lists, shortSignals, longSignals, maxBytes } = cut;
  const signals = shortSignals === 1 ? '1 signal' : `${shortSignals} signals`;
  const sources = [
    ...(longSignals < shortSignals ? ['signals_get with `response_format`: `detailed`'] : []),
    ...(longSignals > 0 ? ['`GET /v1/signals/{signal_id}` of the API'] : []),
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
  const { lists, keptCount } = cut;
  const { properties } = inputSchema(call.tool.operation);
  const other = adviseOther(call.tool, Object.keys(properties));
  // The argument by which the call can be divided: its identifiers, never its filters.
  const ids = ['domains', 'contacts'].find((name) => Array.isArray(call.args[name]));
  const fewer = `With fewer \`${ids}\` at once, more of each entry fits.`;
  const topLists = lists.filter(({ length }) => length !== null);
  const steps = new Set<string>();
  if (topLists.length > 0) {
    if (keptCount === 0) steps.add(`Not even one fits: ${adviseApi(call.tool)}`);
    else if (!ids) steps.add(toNextPage(cut, call.args, properties) ?? other);
    // Results of a ranking have another order, so the missing identifiers are unknown.
    else if (properties.query) steps.add(fewer);
    else {
      steps.add(
        `To get the rest, call again with the missing \`${ids}\`, at most ${keptCount} at once. They are charged again.`,
      );
    }
  }
  if (topLists.length < lists.length) {
    const smaller = properties.limit ? 'With a smaller `limit`, more of each entry fits.' : other;
    steps.add(keptCount < 2 ? other : ids ? fewer : smaller);
  }
  if (cut.isShorterConcise) {
    const limit = call.args.limit ?? topLists[0]?.length;
    const same = properties.limit && limit ? ` and \`limit\`: ${limit}` : '';
    steps.add(`With \`response_format\`: \`concise\`${same}, more entries fit.`);
  }
  return steps;
}

/** Says how the tool returns the next page. `null` if it has no pages. */
function toNextPage(
  { keptCount, offset, hasCursor }: Truncation,
  args: ToolRequestContext['args'],
  properties: Readonly<Record<string, JsonSchema>>,
): string | null {
  if (!properties.cursor) return null;
  if (hasCursor) return 'To get the next entries, call again with this `next_cursor` as `cursor`.';
  const next = typeof offset === 'number' ? offset + keptCount : Infinity;
  if (args.cursor === undefined && next <= Number(properties.offset?.maximum)) {
    return `To get the next entries, call again with \`offset\`: ${next}.`;
  }
  // A ranked page has no cursor.
  if (args.query !== undefined || args.similar_to !== undefined) return null;
  return `Call again with \`limit\`: ${keptCount}, then continue with its \`next_cursor\`.`;
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
function adviseOther(tool: Tool, properties: readonly string[]): string {
  const names = NARROWING.filter((name) => properties.includes(name));
  const pages = PAGED_BY[tool.name];
  if (!pages && names.length === 0) return adviseApi(tool);
  const request = `the request with ${codeNames(names)}.`;
  return pages ? `${pages} Or narrow ${request}` : `Narrow ${request}`;
}

function adviseApi({ operation }: Tool): string {
  return `\`${operation.route}\` of the API returns all.`;
}
