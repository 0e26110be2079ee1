/** How Qdrant searches, by the number of points that match. */
import { expect, test } from 'vitest';
import { EXACT_MATCHES, planSearch } from '../../../../../shared/stores/vectors/qdrant-search.js';

const points = 10_000_000;

test('planSearch searches exactly if few points match', () => {
  expect(planSearch({ matches: EXACT_MATCHES, points, depth: 50 })).toEqual({ exact: true });
});

test('planSearch uses ACORN for a restrictive filter over many points', () => {
  expect(planSearch({ matches: EXACT_MATCHES + 1, points, depth: 50 })).toEqual({
    hnsw_ef: 256,
    acorn: { enable: true, max_selectivity: 1 },
  });
});

test('planSearch uses the plain graph if at least 40 % of the points match', () => {
  expect(planSearch({ matches: points * 0.4, points, depth: 50 })).toEqual({ hnsw_ef: 256 });
  expect(planSearch({ matches: points, points, depth: 50 })).toEqual({ hnsw_ef: 256 });
});

test('planSearch visits twice the depth of a deep page', () => {
  expect(planSearch({ matches: points, points, depth: 1_000 })).toEqual({ hnsw_ef: 2_000 });
});
