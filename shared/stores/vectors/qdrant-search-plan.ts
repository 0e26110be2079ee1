/**
 * How Qdrant searches, by the number of matching points: few are compared one by one; a restrictive filter
 * over many points uses the graph with ACORN, which also looks behind neighbours that do not match;
 * otherwise the plain graph.
 */
import type { QdrantSearchParams } from '../../platform/qdrant/client.js';

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

export function planSearch({ matches, points, depth }: SearchShape): QdrantSearchParams {
  if (matches <= EXACT_MATCHES) return { exact: true };
  const graph = { hnsw_ef: Math.max(MIN_BEAM, 2 * depth) };
  if (matches >= points * DENSE_SHARE) return graph;
  return { ...graph, acorn: { enable: true, max_selectivity: 1 } };
}
