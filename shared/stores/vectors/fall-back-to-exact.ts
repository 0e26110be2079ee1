/**
 * Uses the exact index while the first one is unavailable, if few enough signals pass the filter to
 * be compared one by one. Otherwise it throws `unavailable`.
 */
import { isTransient } from '../../domain/concurrency/retry.js';
import { AppError, TooManyWaitingError } from '../../domain/errors.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import type { VectorIndex } from '../../domain/ports/vector-index.js';

interface FallbackDeps {
  first: VectorIndex;
  exact: VectorIndex;
  /** Resolves true if few enough signals pass the filter to be compared one by one. */
  suffices: (filter: SignalFilter) => Promise<boolean>;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}

/** The most signals that a search compares one by one. */
export const MAX_EXACT_SIGNALS = 100_000;
/** Milliseconds in which the first index is not tried, so that searches do not wait. */
const PAUSE_MS = 2_000;

export function fallBackToExact({
  first,
  exact,
  suffices,
  clock,
  logger,
}: FallbackDeps): VectorIndex {
  let pausedUntilMs = 0;
  return {
    async nearest(question, filter, page) {
      if (clock.now() >= pausedUntilMs) {
        try {
          return await first.nearest(question, filter, page);
        } catch (error) {
          if (!isTransient(error) || error instanceof TooManyWaitingError) throw error;
          pausedUntilMs = clock.now() + PAUSE_MS;
          logger.warn({ err: error }, 'vector_search_falls_back');
        }
      }
      if (!(await suffices(filter))) {
        throw new AppError(
          'unavailable',
          'the vector store is unavailable, and too many signals match for an exact search',
        );
      }
      return exact.nearest(question, filter, page);
    },
  };
}
