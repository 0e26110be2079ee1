/** Learning of the weights in the ranking tables from example questions. */
import { describe, expect, it } from 'vitest';
import { learn } from '../../../../../../api/signals/ranking/build/learn.js';

const examples = Array.from({ length: 60 }, (_, at) => {
  const angle = (at % 3) * 2 + Math.sin(at) / 3;
  return { vector: Float32Array.of(Math.cos(angle), Math.sin(angle)), label: at % 3 };
});

describe('learn', () => {
  it('finds the label of every example, with the same weights each time', () => {
    const { weights, biases } = learn(examples, 3);
    const likeliest = (vector: Float32Array) => {
      const sums = [0, 1, 2].map(
        (label) =>
          (biases[label] ?? 0) +
          (weights[2 * label] ?? 0) * (vector[0] ?? 0) +
          (weights[2 * label + 1] ?? 0) * (vector[1] ?? 0),
      );
      return sums.indexOf(Math.max(...sums));
    };
    for (const { vector, label } of examples) expect(likeliest(vector)).toBe(label);
    expect(learn(examples, 3)).toEqual({ weights, biases });
  });

  it('gives a label without examples the lowest bias', () => {
    const { biases } = learn(examples, 4);
    expect(biases[3]).toBeLessThan(Math.min(...biases.slice(0, 3)));
  });
});
