/** A search in Qdrant by a plan: exact if few points match, through the graph if many do. */
import type { Qdrant, QdrantFilter, QdrantSearchParams } from '../../platform/qdrant/client.js';
import { POINT_SCALE } from './qdrant-points.js';
import type { planSearch } from './qdrant-search-plan.js';

export interface Hits {
  hits: { id: string | number; score: number }[];
  /** Nothing else matches. */
  isAll: boolean;
}

interface PlannedDeps {
  qdrant: Qdrant;
  collection: string;
  plan: typeof planSearch;
}

/** A search that can be repeated deeper; matches are counted once. */
export async function planned(
  { qdrant, collection, plan }: PlannedDeps,
  vector: Float32Array,
  filter: QdrantFilter,
): Promise<(depth: number) => Promise<Hits>> {
  const count = async (counted: QdrantFilter): Promise<number> => {
    const request = { filter: counted, exact: false };
    return (await qdrant.read((client) => client.count(collection, request))).count;
  };
  const points = count({});
  const [matches, all] = await Promise.all([filter.must ? count(filter) : points, points]);
  const query = [...vector];
  const run = async (depth: number, params: QdrantSearchParams) => {
    const request = { query, filter, params, limit: depth, with_payload: false };
    const { points } = await qdrant.read((client) => client.query(collection, request));
    return points.map(({ id, score }) => ({ id, score: score / POINT_SCALE }));
  };
  return async (depth) => {
    const params = plan({ matches, points: all, depth });
    const hits = await run(depth, params);
    if (hits.length >= depth) return { hits, isAll: false };
    if (params.exact) return { hits, isAll: true };
    // The search in the graph ended early; only a full scan shows that there are no more.
    const exact = await run(depth, { exact: true });
    return { hits: exact, isAll: exact.length < depth };
  };
}
