/**
 * Candidates of intent scoring, proposed by Qdrant and judged by ClickHouse. ClickHouse works alone if few
 * enough signals pass the filters and Qdrant is unavailable, or if more signals are relevant than Qdrant
 * proposes.
 */

import { AppError } from '../../domain/errors.js';
import type { CandidateQuery, IntentIndex } from '../../domain/ports/intent-index.js';
import type { SignalReader } from '../../domain/ports/signal-reader.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import type { Qdrant, QdrantCondition, QdrantFilter } from '../../platform/qdrant/client.js';
import { candidatesAmong, createClickHouseIntentIndex } from './clickhouse-intent-index.js';
import { qdrantFilter } from './qdrant-filter.js';
import { planned } from './qdrant-search.js';
import { planSearch } from './qdrant-search-plan.js';
import type { PointTarget } from './qdrant-vector-writer.js';

export interface QdrantIntentDeps {
  qdrant: Qdrant;
  target: PointTarget;
  clickhouse: ClickHouse;
  signals: Pick<SignalReader, 'count'>;
  /** Signals that ClickHouse may compare one by one. */
  maxSignals: number;
}

/** A person's key is only there when the signal has a person. */
function withEntity(conditions: QdrantFilter, entity: CandidateQuery['entity']): QdrantFilter {
  const known: QdrantCondition = { key: entity, match: { except: [''] } };
  return { must: [conditions.must ?? [], known].flat() };
}

export function createQdrantIntentIndex(deps: QdrantIntentDeps): IntentIndex {
  const { qdrant, target, clickhouse, signals, maxSignals } = deps;
  const alone = createClickHouseIntentIndex(clickhouse);
  const propose: IntentIndex['candidates'] = async (vector, filter, query) => {
    const conditions = qdrantFilter(filter);
    if (conditions === null) return { entities: [], further: 0 };
    await target.ready();
    const plan = { qdrant, collection: target.name, plan: planSearch };
    const search = await planned(plan, vector, withEntity(conditions, query.entity));
    const { proposals, similarityFloor } = query.ranking;
    const { hits, isAll } = await search(proposals);
    const isWhole = isAll || (hits.at(-1)?.score ?? 0) <= similarityFloor;
    if (!isWhole && (await signals.count(filter)) <= maxSignals) {
      return alone.candidates(vector, filter, query);
    }
    const ids = hits.map(({ id }) => String(id));
    return candidatesAmong(clickhouse, vector, filter, query, ids);
  };
  return {
    ...alone,
    async candidates(vector, filter, query) {
      try {
        return await propose(vector, filter, query);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
        if ((await signals.count(filter)) > maxSignals) throw error;
      }
      return alone.candidates(vector, filter, query);
    },
  };
}
