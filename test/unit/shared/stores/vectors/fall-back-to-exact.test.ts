/** Searches do not leave the vector store because an account makes too many calls at once. */
import { expect, it } from 'vitest';
import { TooManyWaitingError } from '../../../../../shared/domain/errors.js';
import type { VectorIndex } from '../../../../../shared/domain/ports/vector-index.js';
import { fallBackToExact } from '../../../../../shared/stores/vectors/fall-back-to-exact.js';

it('fallBackToExact passes on that too many calls are waiting', async () => {
  const crowded = async () => Promise.reject(new TooManyWaitingError('acme', 'Too many calls.'));
  const index = fallBackToExact({
    first: { nearest: crowded },
    exact: { nearest: async () => [] },
    suffices: async () => true,
    clock: { now: () => 0 },
    logger: { warn: () => undefined },
  });
  const [question, filter, page] = [] as unknown as Parameters<VectorIndex['nearest']>;
  await expect(index.nearest(question, filter, page)).rejects.toBeInstanceOf(TooManyWaitingError);
});
