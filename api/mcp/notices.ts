/** Tells agents what an answer alone does not say, for example what its total counts. */
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { Services } from '../services/services.js';
import type { ToolRequestContext } from './describe-truncation.js';
import { type ExplainDeps, explainEmpty } from './explain-empty.js';

interface NoticeDeps extends ExplainDeps, Pick<Services, 'loading'> {
  logger: Pick<Logger, 'warn'>;
}

type Call = Pick<ToolRequestContext, 'tool' | 'args'>;

/** An agent waits for an explanation this long. */
const MAX_EXPLAIN_MS = 2_000;

/** Returns the notices for a call and its answer. Never rejects: an answer is worth more. */
export async function noticesOf(deps: NoticeDeps, call: Call, answer: object): Promise<string[]> {
  const { tool, args } = call;
  const isRanked = args.query !== undefined || args.similar_to !== undefined;
  const isOfData = !tool.name.startsWith('account_');
  return [
    ...(args.count_only === true && isRanked ? [COUNTS_ALL] : []),
    ...(isOfData ? loadingNotices(deps.loading(), isRanked) : []),
    ...(await explanationOf(deps, call, answer)),
  ];
}

/** What the service loads without new signals: the tables by which questions are ranked. */
const TABLES = 'ranking';

function loadingNotices(names: readonly string[], isRanked: boolean): string[] {
  const data = names.filter((name) => name !== TABLES);
  const hasTables = !names.includes(TABLES);
  return [
    ...(data.length > 0
      ? [`Data is still being loaded (${data.join(', ')}), so results and totals are incomplete.`]
      : []),
    ...(hasTables || !isRanked ? [] : [BY_MEANING]),
  ];
}

const BY_MEANING = 'The ranking is not complete yet: until it is, it compares by meaning only.';

const COUNTS_ALL =
  '`total` counts all signals that match the filters: `query` and `similar_to` only rank them. Use filters to count fewer.';

async function explanationOf(deps: NoticeDeps, { args }: Call, answer: object): Promise<string[]> {
  try {
    const work = explainEmpty(deps, args, { ...answer });
    const explained = await withTimeout(MAX_EXPLAIN_MS, work);
    return explained === 'late' ? [] : explained;
  } catch (error) {
    deps.logger.warn({ err: error }, 'empty_answer_not_explained');
    return [];
  }
}
