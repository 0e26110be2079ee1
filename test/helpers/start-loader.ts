/** An ingest of its own on the stores of a test service, as that of another process. */
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { runPipeline } from '../../ingest/pipeline.js';
import type { TurnLimits } from '../../ingest/write/turns.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import type { TestService } from './test-service.js';

/** Definitions have no state, and compiling them takes long. */
const feeds = loadFeedDefinitions([productFeeds()]);

interface LoaderOptions {
  stores?: TestService['ingestStores'];
  turnLimits?: Partial<TurnLimits>;
}

/** Returns a function that loads events in batches of up to 100; it rejects if the load fails. */
export async function startLoader(
  { embedder, ingestStores }: TestService,
  { stores = ingestStores, turnLimits = {} }: LoaderOptions = {},
): Promise<(events: readonly object[]) => Promise<void>> {
  const ingest = await createIngest({ ...stores, embedder, feeds, turnLimits });
  return async (events) => {
    async function* lines() {
      for (const event of events) yield Buffer.from(JSON.stringify(event));
    }
    const batches = runPipeline(lines(), ingest.normalise, ingest.writer, {
      batchEvents: 100,
      batchBytes: 1e9,
      context: { nowMs: Date.now() },
      skipLines: 0,
    });
    for await (const _ of batches);
  };
}
