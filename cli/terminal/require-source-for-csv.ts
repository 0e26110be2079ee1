/** Rows of CSV name no feed, so a command that takes CSV files has to. */
import { CSV_NAME } from '../../ingest/sources/file-source.js';
import { UsageError } from './output.js';

export function requireSourceForCsv(files: readonly string[], source: string | undefined): void {
  const csv = files.find((file) => CSV_NAME.test(file));
  if (csv && source === undefined) {
    throw new UsageError(`${csv}: CSV rows are bare payloads. Name their feed with --source.`);
  }
}
