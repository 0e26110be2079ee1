/**
 * Messages between the service and the process that runs the statements of analysts. The process
 * gets one `EngineQuery` at a time; its format is that of the answer if the statement names none.
 */
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

export type WorkerMessage =
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'failed'; message: string }
  /** The process uses too much memory and ends itself. */
  | { kind: 'too_large' }
  /** Earlier statements have left too little memory to this one, which has not begun. */
  | { kind: 'worn' };

export interface StoredAnswer {
  path: string;
  format: string;
  size: AnswerSize;
}

export interface AnswerSize {
  rows: number;
  /** Size of the values in the engine's memory. */
  valueBytes: number;
  seconds: number;
}
