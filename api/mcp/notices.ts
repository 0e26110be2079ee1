/** Tells agents what an answer alone does not say, for example what its total counts. */
import type { ToolRequestContext } from './describe-truncation.js';

/** Returns the notices that a call needs, whatever its answer. */
export function noticesOf({ args }: Pick<ToolRequestContext, 'args'>): string[] {
  const isRanked = args.query !== undefined || args.similar_to !== undefined;
  return args.count_only === true && isRanked ? [COUNTS_ALL] : [];
}

const COUNTS_ALL =
  '`total` counts all signals that match the filters: `query` and `similar_to` only rank them. Use filters to count fewer.';
