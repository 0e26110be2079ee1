/** The vector of a text from the states of its word pieces. */
import { expect, it } from 'vitest';
import { unitMeans } from '../../../../../shared/platform/embedding/mean-pooling.js';

it('unitMeans returns the mean of the pieces at length 1, and ignores the padding', () => {
  const states = {
    data: Float32Array.from([1, 2, 5, 6, 99, 99, 3, 0, 0, 4, 0, 2]),
    width: 2,
    length: 3,
    mask: BigInt64Array.from([1n, 1n, 0n, 1n, 1n, 1n]),
  };
  const vectors = unitMeans(states);
  expect([...vectors].map((value) => Number(value.toFixed(6)))).toEqual([
    0.6, 0.8, 0.447214, 0.894427,
  ]);
});
