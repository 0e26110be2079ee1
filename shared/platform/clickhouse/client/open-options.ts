/** How ClickHouse is opened, and what opening it returns, embedded or by URL. */
import type { Readable } from 'node:stream';
import type { FolderServer } from '../gateway/folder.js';
import type { ClickHouse } from './clickhouse.js';

export interface OpenOptions {
  /** Name of the running command, shown to processes that wait for the folder. */
  command: string;
  /** Called once when the folder is held by another process and this one insists on it. */
  onWait?: (holder: FolderServer | null, dataDir: string) => void;
  /** True: wait until the folder is free. False: use the holder's gateway. */
  mustHold?: boolean;
  /** Called once when a server, or the process that holds the folder, does not answer at first. */
  onUnreachable?: (reason: string) => void;
  /** How long a server may take to answer at first; a minute unless given. */
  startWaitMs?: number;
  /** Ends the wait at first. */
  signal?: AbortSignal;
}

export interface OpenClickHouse {
  clickhouse: ClickHouse;
  /** `server`: by URL; `holder`: this process serves the folder; `guest`: another one does. */
  role(): 'server' | 'holder' | 'guest';
  /** The answer to a statement of analysts, in the format that it names. */
  readForAnalyst(sql: string): Promise<Readable>;
  close(): Promise<void>;
}
