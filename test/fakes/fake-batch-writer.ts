/** A writer that accepts every batch and stores nothing. */
import type { BatchWriter } from '../../ingest/write/batch-writer.js';

export const STORES_NOTHING: BatchWriter = {
  prepare: async (events) => ({
    events,
    outcomes: [],
    chosen: [],
    embeddings: Promise.resolve(new Map()),
    foreignWritesSeen: 0,
  }),
  commit: async () => ({ signals: 0, profiles: 0 }),
  release: () => undefined,
};
