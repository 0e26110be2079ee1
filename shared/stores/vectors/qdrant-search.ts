/** A search in Qdrant by a plan: exact if few points match, through the graph if many do. */
import type { Qdrant, QdrantFilter, QdrantSearchParams } from '../../platform/qdrant/client.js';
import { POINT_SCALE } from './qdrant-points.js';

/** Up to here comparing every match takes milliseconds and is exact. */
export const EXACT_MATCHES = 50_000;
/** Share of matching points above which the plain graph finds its way. */
const DENSE_SHARE = 0.4;
const MIN_BEAM = 256;

interface SearchShape {
  /** Estimates do. */
  matches: number;
  points: number;
  /** Neighbours wanted. */
  depth: number;
}

/**
 * How Qdrant searches, by the number of matching points: few are compared one by one; a restrictive filter
 * over many points uses the graph with ACORN, which also looks behind neighbours that do not match;
 * otherwise the plain graph.
 */
export function planSearch({ matches, points, depth }: SearchShape): QdrantSearchParams {
  if (matches <= EXACT_MATCHES) return { exact: true };
  const graph = { hnsw_ef: Math.max(MIN_BEAM, 2 * depth) };
  if (matches >= points * DENSE_SHARE) return graph;
  return { ...graph, acorn: { enable: true, max_selectivity: 1 } };
}

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
