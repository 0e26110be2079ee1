/** Tells agents what an answer alone does not say, for example what its total counts. */
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { ToolRequestContext } from './describe-truncation.js';
import { type ExplainDeps, explainEmpty } from './explain-empty.js';

interface NoticeDeps {
  services: ExplainDeps;
  logger: Pick<Logger, 'warn'>;
}

type Call = Pick<ToolRequestContext, 'args'>;

/** An agent waits for an explanation this long. */
const MAX_EXPLAIN_MS = 2_000;

/** Returns the notices for a call and its answer. Never rejects: an answer is worth more. */
export async function noticesOf(deps: NoticeDeps, call: Call, answer: object): Promise<string[]> {
  return [...noticesOfCall(call), ...(await explanationOf(deps, call, answer))];
}

function noticesOfCall({ args }: Call): string[] {
  const isRanked = args.query !== undefined || args.similar_to !== undefined;
  return args.count_only === true && isRanked ? [COUNTS_ALL] : [];
}

const COUNTS_ALL =
  '`total` counts all signals that match the filters: `query` and `similar_to` only rank them. Use filters to count fewer.';

async function explanationOf(
  { services, logger }: NoticeDeps,
  { args }: Call,
  answer: object,
): Promise<string[]> {
  try {
    const work = explainEmpty(services, args, { ...answer });
    const explained = await withTimeout(MAX_EXPLAIN_MS, work);
    return explained === 'late' ? [] : explained;
  } catch (error) {
    logger.warn({ err: error }, 'empty_answer_not_explained');
    return [];
  }
}
