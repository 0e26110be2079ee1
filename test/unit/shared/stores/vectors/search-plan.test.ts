import { expect, test } from 'vitest';
import { EXACT_MATCHES, planSearch } from '../../../../../shared/stores/vectors/qdrant-search.js';

const points = 10_000_000;

test('few matches are compared one by one', () => {
  expect(planSearch({ matches: EXACT_MATCHES, points, depth: 50 })).toEqual({ exact: true });
});

test('a restrictive filter over many goes by ACORN', () => {
  expect(planSearch({ matches: EXACT_MATCHES + 1, points, depth: 50 })).toEqual({
    hnsw_ef: 256,
    acorn: { enable: true, max_selectivity: 1 },
  });
});

test('what most points match goes through the graph', () => {
  expect(planSearch({ matches: points * 0.4, points, depth: 50 })).toEqual({ hnsw_ef: 256 });
  expect(planSearch({ matches: points, points, depth: 50 })).toEqual({ hnsw_ef: 256 });
});

test('a deep page looks at more than it takes', () => {
  expect(planSearch({ matches: points, points, depth: 1_000 })).toEqual({ hnsw_ef: 2_000 });
});
