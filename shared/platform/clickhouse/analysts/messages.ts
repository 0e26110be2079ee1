/** What the service and the process of analysts say to each other. */
import type { AnalystLimits } from '../../process/config.js';

export interface AnalystTables {
  /** Folder of the engine whose tables are read. */
  source: string;
  database: string;
  limits: AnalystLimits;
}

export interface WorkerSettings extends AnalystTables {
  /** Of the process: for its own engine and for answers. */
  folder: string;
}

/** One at a time. */
export interface WorkerRequest {
  sql: string;
  params: Readonly<Record<string, string>>;
  /** For a statement that names none. */
  format: string;
}

export type WorkerMessage =
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'failed'; message: string }
  /** The process takes too much memory, and ends itself. */
  | { kind: 'too_large' };

/** An answer, with its text in a file. */
export interface StoredAnswer {
  path: string;
  format: string;
  rowsRead: number;
  bytesRead: number;
  elapsedSeconds: number;
}
