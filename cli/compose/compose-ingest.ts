/** Creates the ingest of a process or command from its parts. */
import { createIngest } from '../../ingest/create-ingest.js';
import { tokenizerFingerprint } from '../../shared/platform/embedding/load-word-pieces.js';
import { createIngestStores } from './create-stores.js';
import type { Parts } from './open-parts.js';
import { readFeeds } from './read-feeds.js';

export type IngestPart = Awaited<ReturnType<typeof composeIngest>>;

export async function composeIngest(parts: Parts) {
  const { config, clickhouse, embedder, vectors, wordPieces } = parts;
  const ingestStores = createIngestStores(clickhouse, vectors, wordPieces);
  const { model } = config.embedding;
  const ingest = await createIngest({
    ...ingestStores,
    embedder,
    tokenizer: wordPieces && tokenizerFingerprint(model),
    feeds: readFeeds(config),
  });
  return { parts, ingestStores, ingest };
}
