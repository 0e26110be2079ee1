/** Plans and runs a search in Qdrant: exact if few points match, through the graph if many do. */
import type { Qdrant, QdrantFilter, QdrantSearchParams } from '../../platform/qdrant/client.js';
import { POINT_SCALE } from './qdrant-points.js';

/** The most matches that are all compared: that takes milliseconds and is exact. */
export const EXACT_MATCHES = 50_000;
/** The share of matching points above which the plain graph finds enough of them. */
const DENSE_SHARE = 0.4;
const MIN_BEAM = 256;

interface SearchShape {
  /** Matching points and all points; estimates are enough. */
  matches: number;
  points: number;
  depth: number;
}

/**
 * Decides how Qdrant searches, by the number of matching points. Few are compared one by one. A
 * restrictive filter over many points uses the graph with ACORN, which also follows neighbors that
 * do not match. Otherwise the plain graph is used.
 */
export function planSearch({ matches, points, depth }: SearchShape): QdrantSearchParams {
  if (matches <= EXACT_MATCHES) return { exact: true };
  const graph = { hnsw_ef: Math.max(MIN_BEAM, 2 * depth) };
  if (matches >= points * DENSE_SHARE) return graph;
  return { ...graph, acorn: { enable: true, max_selectivity: 1 } };
}

export interface Hits {
  hits: { id: string | number; score: number }[];
  /** True if nothing else matches. */
  isComplete: boolean;
}

interface SearchDeps {
  qdrant: Qdrant;
  collection: string;
  plan: typeof planSearch;
}

/** Returns a search that can be repeated with a greater depth. Matches are counted once. */
export async function prepareSearch(
  { qdrant, collection, plan }: SearchDeps,
  vector: Float32Array,
  filter: QdrantFilter,
): Promise<(depth: number) => Promise<Hits>> {
  const count = async (counted: QdrantFilter): Promise<number> => {
    const request = { filter: counted, exact: false };
    return (await qdrant.read((client) => client.count(collection, request))).count;
  };
  const counting = count({});
  const [matches, points] = await Promise.all([filter.must ? count(filter) : counting, counting]);
  const query = [...vector];
  const run = async (depth: number, params: QdrantSearchParams) => {
    const request = { query, filter, params, limit: depth, with_payload: false };
    const found = await qdrant.read((client) => client.query(collection, request));
    return found.points.map(({ id, score }) => ({ id, score: score / POINT_SCALE }));
  };
  return async (depth) => {
    const params = plan({ matches, points, depth });
    const hits = await run(depth, params);
    if (hits.length >= depth) return { hits, isComplete: false };
    if (params.exact) return { hits, isComplete: true };
    // The graph search ended early. Only a full scan shows that there are no more matches.
    const exact = await run(depth, { exact: true });
    return { hits: exact, isComplete: exact.length < depth };
  };
}
