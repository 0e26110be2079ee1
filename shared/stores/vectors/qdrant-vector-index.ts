/**
 * Nearest neighbours proposed by Qdrant and judged by ClickHouse. The search is widened until the page is
 * full of signals that are nearer than anything Qdrant has not proposed. So a page is never short or wrong
 * because of ids that ClickHouse does not know, or ties at the edge.
 */

import { AppError } from '../../domain/errors.js';
import type { VectorIndex } from '../../domain/ports/vector-index.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import type { Qdrant } from '../../platform/qdrant/client.js';
import { rankCandidates } from './clickhouse-candidates.js';
import { qdrantFilter } from './qdrant-filter.js';
import { planned } from './qdrant-search.js';
import { planSearch } from './qdrant-search-plan.js';
import type { PointTarget } from './qdrant-vector-writer.js';

const SPARE_HITS = 32;
/** Two stores sum up 384 products in different orders; both results differ by less than this. */
const SCORE_ERROR = 1e-5;
/** More candidates than this for one page are not worth proposing: a scan does better. */
const MAX_DEPTH = 65_536;

export function createQdrantVectorIndex(
  qdrant: Qdrant,
  target: PointTarget,
  clickhouse: ClickHouse,
  plan = planSearch,
): VectorIndex {
  return {
    async nearest(vector, filter, page) {
      const conditions = qdrantFilter(filter);
      if (conditions === null) return [];
      await target.ready();
      const search = await planned({ qdrant, collection: target.name, plan }, vector, conditions);
      const wanted = page.offset + page.limit;
      for (let depth = wanted + SPARE_HITS; depth <= MAX_DEPTH; depth *= 2) {
        const { hits, isAll } = await search(depth);
        const found = await rankCandidates(
          clickhouse,
          vector,
          filter,
          {
            signalIds: hits.map(({ id }) => String(id)),
            nearerThan: isAll ? NOTHING_IS_FURTHER : (hits.at(-1)?.score ?? 0) + SCORE_ERROR,
          },
          page,
        );
        if (found.length === page.limit || isAll) return found;
      }
      throw new AppError('unavailable', 'too many signals have the same similarity');
    },
  };
}

/** Below every similarity. */
const NOTHING_IS_FURTHER = -2;
