/** Checks the feed that a command names for bare payloads. */
import type { FeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { CSV_NAME } from '../../ingest/sources/file-source.js';
import { UsageError } from './output.js';

/** Throws a `UsageError` if CSV files have no `source`: their rows do not name a feed. */
export function requireSourceForCsv(files: readonly string[], source: string | undefined): void {
  const csv = files.find((file) => CSV_NAME.test(file));
  if (csv && source === undefined) {
    throw new UsageError(`${csv}: CSV rows are bare payloads. Name their feed with --source.`);
  }
}

/** Throws a `UsageError` if the source is unknown. Calls `load` only if there is a source. */
export function requireKnownSource(source: string | undefined, load: () => FeedDefinitions): void {
  if (source === undefined) return;
  const feeds = load();
  if (feeds.feed(source)) return;
  const choice = feeds.sources().join(', ');
  throw new UsageError(`--source ${source} is unknown. Use one of ${choice}.`);
}
