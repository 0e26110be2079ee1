/** Versions of rows, and the three numbers that they are made of. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  earliestVersion,
  eventVersion,
  partsOfVersion,
  rowVersion,
  versionOfParts,
} from '../../../../shared/domain/versions.js';

const row = fc
  .record({
    ms: fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) }),
    hash: fc.integer({ min: 0, max: 0xfffff }).map((each) => each.toString(16).padStart(5, '0')),
    isEarliest: fc.boolean(),
  })
  .map(({ ms, hash, isEarliest }) => {
    const event = eventVersion(ms, hash);
    return rowVersion(isEarliest ? earliestVersion(ms, event) : event);
  });

test('a version is restored from its parts, which are safe integers', () => {
  fc.assert(
    fc.property(row, (version) => {
      const parts = partsOfVersion(version);
      for (const part of Object.values(parts)) expect(Number.isSafeInteger(part)).toBe(true);
      expect(versionOfParts(parts)).toBe(version);
    }),
  );
});

test('versions are ordered by time, then by hash, then by time of writing', () => {
  const inOrder = (a: bigint, b: bigint): boolean => {
    const [left, right] = [partsOfVersion(a), partsOfVersion(b)];
    if (left.time !== right.time) return left.time < right.time;
    if (left.hash !== right.hash) return left.hash < right.hash;
    return left.written < right.written;
  };
  fc.assert(fc.property(row, row, (a, b) => inOrder(a, b) === a < b));
});
