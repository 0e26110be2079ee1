/** Options for opening ClickHouse, embedded or by URL, and the result. */
import type { Readable } from 'node:stream';
import type { PublishedGateway } from '../gateway/published-gateway.js';
import type { ClickHouse } from './clickhouse.js';

export interface OpenOptions {
  /** Name of the running command, which is shown to processes that wait for the folder. */
  command: string;
  /** Called once if another process holds the folder and `mustHold` is true. */
  onWait?: (holder: PublishedGateway | null, dataDir: string) => void;
  /** If true, waits until the folder is free; otherwise uses the holder's gateway. */
  mustHold?: boolean;
  /** Called once if a server, or the holder of the folder, does not answer at the start. */
  onUnreachable?: (reason: string) => void;
  /** Milliseconds that a server may take to answer at the start; a minute by default. */
  startWaitMs?: number;
  /** Ends the wait at the start. */
  signal?: AbortSignal;
}

export interface OpenClickHouse {
  clickhouse: ClickHouse;
  /** `server`: opened by URL; `holder`: this process serves the folder; `guest`: another does. */
  role(): 'server' | 'holder' | 'guest';
  /** Returns the answer to an analyst's statement, in the format that the statement names. */
  readForAnalyst(sql: string): Promise<Readable>;
  close(): Promise<void>;
}
