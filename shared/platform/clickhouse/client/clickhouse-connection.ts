/** The options of an open ClickHouse, and what opening it returns, embedded or by URL. */
import type { Readable } from 'node:stream';
import type { AnalystLimits } from '../analysts/analyst-settings.js';
import type { FolderServer } from '../gateway/folder.js';
import type { ClickHouse } from './clickhouse.js';

export interface ClickHouseConfig {
  /** Set: a server. Unset: embedded in `dataDir`. */
  url: string | undefined;
  user: string;
  password: string;
  database: string;
  /** Set: tables are made on every server of that cluster. */
  cluster?: string | undefined;
  dataDir: string;
  /** Loopback port of the gateway; `undefined` means 8123 or, when taken, any free one. */
  gatewayPort: number | undefined;
  /** What a statement of analysts may take. */
  analyst: AnalystLimits;
}

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
