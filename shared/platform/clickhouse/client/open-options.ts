/** Options for opening ClickHouse, embedded or by URL, and the result. */
import type { Readable } from 'node:stream';
import type { ClickHouse } from './clickhouse.js';

export interface OpenOptions {
  /** Name of the running command, which is shown to processes that wait for the folder. */
  command: string;
  /** If true, waits until the folder is free; otherwise uses the holder's gateway. */
  mustHold?: boolean;
  /**
   * Called with what the start waits for: a server or a holder that does not answer, or, if
   * `mustHold` is true, each holder of the folder once.
   */
  onWait?: (what: string) => void;
  /** Milliseconds that a server may take to answer at the start; a minute by default. */
  startWaitMs?: number;
  signal?: AbortSignal;
}

export interface OpenClickHouse {
  clickhouse: ClickHouse;
  /** `server`: opened by URL; `holder`: this process serves the folder; `guest`: another does. */
  role(): 'server' | 'holder' | 'guest';
  /** Answers in the format that the statement names; if it names none, in `format`. */
  readForAnalyst(sql: string, format: string): Promise<Readable>;
  close(): Promise<void>;
}
