/** Messages between the service and the process that runs the statements of analysts. */
import type { AnalystLimits } from '../../process/config.js';

export interface AnalystTables {
  /** Folder of the engine whose tables are read. */
  source: string;
  database: string;
  limits: AnalystLimits;
}

export interface WorkerSettings extends AnalystTables {
  /** Folder of the process, for its own engine and for answers. */
  folder: string;
}

/** A statement to run. The process gets one at a time. */
export interface WorkerRequest {
  sql: string;
  params: Readonly<Record<string, string>>;
  /** Format of the answer if the statement names none. */
  format: string;
}

export type WorkerMessage =
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'failed'; message: string }
  /** The process uses too much memory and ends itself. */
  | { kind: 'too_large' };

/** An answer whose text is in the file `path`. */
export interface StoredAnswer {
  path: string;
  format: string;
  size: AnswerSize;
}

/** What the engine says about an answer. */
export interface AnswerSize {
  rows: number;
  /** Size of the values in the engine's memory. */
  valueBytes: number;
  seconds: number;
}
