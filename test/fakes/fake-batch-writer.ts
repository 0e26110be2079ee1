/** A writer that accepts every batch and stores nothing. */
import type { BatchWriter } from '../../ingest/write/batch-writer.js';

export const STORES_NOTHING: BatchWriter = {
  prepare: async (events) => ({
    events,
    stored: new Map(),
    embeddings: Promise.resolve(new Map()),
    foreignWritesSeen: 0,
    commitsSeen: 0,
  }),
  async commit(_batch, count) {
    await count([]);
    return { signals: 0, profiles: 0, versions: new Map() };
  },
};
