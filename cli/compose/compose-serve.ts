/**
 * Creates API and ingest in one process, with one embedder: for `serve`, and for tests and
 * benchmarks with their own parts.
 */
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { type ApiOptions, type ApiPart, composeApi } from './compose-api.js';
import { composeIngest, type IngestPart } from './compose-ingest.js';
import { type Base, type Overrides, openParts } from './open-parts.js';

/** Limits of one run of the model: small, because a query may have to wait for one run. */
const SHARED_LIMITS = { maxTokens: 512, maxTexts: 16 };

export async function composeServe(
  base: Base,
  stop: Stop,
  options: ApiOptions,
  overrides?: Overrides,
): Promise<ApiPart & IngestPart> {
  const parts = await openParts(base, stop, overrides, SHARED_LIMITS);
  const ingest = await composeIngest(parts);
  return { ...ingest, ...(await composeApi(parts, stop, options)) };
}
