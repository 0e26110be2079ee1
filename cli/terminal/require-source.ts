/** The feed that a command names for bare payloads. */
import type { FeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { CSV_NAME } from '../../ingest/sources/file-source.js';
import { UsageError } from './output.js';

/** Rows of CSV name no feed, so a command that takes CSV files has to. */
export function requireSourceForCsv(files: readonly string[], source: string | undefined): void {
  const csv = files.find((file) => CSV_NAME.test(file));
  if (csv && source === undefined) {
    throw new UsageError(`${csv}: CSV rows are bare payloads. Name their feed with --source.`);
  }
}

/** `load` is called only if there is a source to look for. */
export function requireKnownSource(source: string | undefined, load: () => FeedDefinitions): void {
  if (source === undefined) return;
  const feeds = load();
  if (feeds.feed(source)) return;
  const choice = feeds.sources().join(', ');
  throw new UsageError(`--source ${source} is unknown. Use one of ${choice}.`);
}
