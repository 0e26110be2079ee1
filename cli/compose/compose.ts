/**
 * The processes, each put together in one place: what `serve`, `api`, `ingest` and `load` run on, and
 * what tests and benches run with parts of their own. Whatever is opened is closed by a phase of `stop`.
 */
import { createIngest } from '../../ingest/create-ingest.js';
import type { LoadDeps } from '../../ingest/load-file.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { type ApiOptions, type ApiPart, createApiPart } from './api-part.js';
import { type Base, type Overrides, openParts, type Parts } from './parts.js';
import { createIngestStores } from './stores.js';

export interface Ingest {
  parts: Parts;
  ingestStores: ReturnType<typeof createIngestStores>;
  ingest: LoadDeps;
}

/** Small runs: a query waits behind one of them at most. */
const SHARED_RUNS = { maxTokens: 512, maxTexts: 16 };

export async function composeApi(
  base: Base,
  stop: Stop,
  options: ApiOptions,
  overrides?: Overrides,
): Promise<ApiPart> {
  return createApiPart(await openParts(base, stop, overrides), stop, options);
}

export async function composeIngest(
  base: Base,
  stop: Pick<Stop, 'defer'>,
  overrides?: Overrides,
): Promise<Ingest> {
  return ingestPart(await openParts(base, stop, overrides));
}

/** Both, on one embedder. */
export async function composeServe(
  base: Base,
  stop: Stop,
  options: ApiOptions,
  overrides?: Overrides,
): Promise<ApiPart & Ingest> {
  const parts = await openParts(base, stop, overrides, SHARED_RUNS);
  const ingest = await ingestPart(parts);
  return { ...ingest, ...(await createApiPart(parts, stop, options)) };
}

async function ingestPart(parts: Parts): Promise<Ingest> {
  const { config, clickhouse, embedder, vectors } = parts;
  const ingestStores = createIngestStores(clickhouse, vectors);
  const ingest = await createIngest({ ...ingestStores, embedder, feedDirs: config.feedDirs });
  return { parts, ingestStores, ingest };
}
