/**
 * The embedded ClickHouse: chDB sessions on one data folder, grouped in lanes. Parameters are bound
 * by the engine (`SET param_…` in the query's own session), never inserted into the statement. A
 * folder belongs to one process; a second process that opens it gets `FolderTakenError`.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { drainPending, Session } from 'chdb';
import { AppError } from '../../../domain/errors.js';
import { isAlive } from '../../process/process-ids.js';
import { endOnCrash } from './crash-signals.js';
import { KEEP_FREE_CONFIG, requireRoom, requireRoomForDefinition } from './disk-room.js';
import { type EngineConfigParts, writeConfig } from './engine-config.js';
import {
  INSERT_OF_ROWS,
  identifier,
  SESSION_SETTINGS,
  setStatements,
} from './engine-statements.js';
import { byLane, LANES, type Lane } from './lanes.js';
import { SessionPool } from './session-pool.js';

export class FolderTakenError extends Error {}

const STANDARD_INPUT = 0;
const OPEN_ATTEMPTS = 4;
const OPEN_PAUSE_MS = 50;
/** Times of files may be that much behind the clock. */
const FILE_TIME_MS = 20;

export interface EngineQuery {
  sql: string;
  /** Parameter values in ClickHouse's text form, as `param_*` carries them over HTTP. */
  params?: Readonly<Record<string, string>>;
  format: string;
  /** Version of an analyst's client, which decides how blocks in the format Native are written. */
  protocolVersion?: number;
}

interface EngineInsert {
  /** `INSERT INTO table (columns) FORMAT JSONEachRow` or `JSONCompactEachRow`. */
  sql: string;
  body: Uint8Array;
  settings?: Readonly<Record<string, string>>;
}

export type Engine = ReturnType<typeof openEngine>;

interface EngineOptions {
  /** Seconds that merged parts are kept for other processes that read them. */
  oldPartsSeconds?: number;
  /** Additional configuration for tests. */
  config?: EngineConfigParts;
}

export function openEngine(folder: string, database: string, options: EngineOptions = {}) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'metadata', `${database}.sql`))) requireRoom(folder);
  emptyStandardInput();
  const lifetime = `<old_parts_lifetime>${options.oldPartsSeconds ?? 0}</old_parts_lifetime>`;
  const config = writeConfig(folder, database, {
    ...options.config,
    server: `${KEEP_FREE_CONFIG}<merge_tree>${lifetime}</merge_tree>${options.config?.server ?? ''}`,
  });
  const serverArguments = [`--config-file=${config}`];
  const control = openSession(folder, serverArguments);
  endOnCrash();
  // Nothing else may run before the database exists. This statement also ends an abandoned check of
  // the folder early.
  control.query(`CREATE DATABASE IF NOT EXISTS ${identifier(database)}`);
  const openPrepared = (): Session => {
    const session = openSession(folder, serverArguments);
    session.query(`USE ${identifier(database)}`);
    session.query(setStatements(SESSION_SETTINGS).join('; '));
    return session;
  };
  const pools = byLane((lane) => new SessionPool(LANES[lane].sessions, openPrepared));
  return {
    async query(lane: Lane, query: EngineQuery): Promise<Uint8Array> {
      requireRoomForDefinition(query.sql, folder);
      return pools[lane].use((session) => runQuery(session, query));
    },
    insert: (lane: Lane, insert: EngineInsert): Promise<void> =>
      pools[lane].use((session) => runInsert(session, insert)),
    /** Waits for the running calls, then frees the folder. */
    async close(): Promise<void> {
      await Promise.all(Object.values(pools).map((each) => each.close()));
      control.close();
      await drainPending();
    },
  };
}

/** Empties standard input, whose content the engine would take for rows of its inserts. */
function emptyStandardInput(): void {
  if (isatty(STANDARD_INPUT)) return;
  try {
    closeSync(STANDARD_INPUT);
  } catch {
    // Standard input was closed before.
  }
  // The new file gets the lowest free number, which is that of standard input.
  openSync(devNull, 'r');
}

function openSession(folder: string, serverArguments: readonly string[]): Session {
  for (let attempt = 1; ; attempt += 1) {
    const startedMs = Date.now();
    try {
      return new Session(folder, { connectionArgs: serverArguments });
    } catch (cause) {
      if (isHeldByAnother(folder)) throw new FolderTakenError(`${folder} is in use`, { cause });
      // The process that held it may have ended since, or may be writing its lock file now.
      if (attempt === OPEN_ATTEMPTS)
        throw isLocked(folder, startedMs) ? lockedError(folder) : cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE_MS);
    }
  }
}

/**
 * True if another living process holds the folder. chDB says only that it could not connect, but
 * its lock file contains the id of the process that holds the folder.
 */
function isHeldByAnother(folder: string): boolean {
  try {
    const pid = Number(/^PID: (\d+)/m.exec(readFileSync(lockFile(folder), 'utf8'))?.[1]);
    return pid !== process.pid && isAlive(pid);
  } catch {
    return false;
  }
}

/**
 * True if this process could write the lock file, but has not since it tried: another process has
 * locked it, whose id says nothing here because it belongs to another container.
 */
function isLocked(folder: string, triedMs: number): boolean {
  try {
    accessSync(lockFile(folder), constants.W_OK);
    return statSync(lockFile(folder)).mtimeMs < triedMs - FILE_TIME_MS;
  } catch {
    return false;
  }
}

function lockedError(folder: string): AppError {
  const text = `${folder} is open in a process of another container or machine. Stop it first.`;
  return new AppError('conflict', text);
}

function lockFile(folder: string): string {
  return join(folder, 'status');
}

async function runQuery(
  session: Session,
  { sql, params, format }: EngineQuery,
): Promise<Uint8Array> {
  const statements = [...setStatements({}, params), sql];
  const result = await session.queryAsync(statements.join('; '), { format });
  return result.bytes();
}

async function runInsert(
  session: Session,
  { sql, body, settings = {} }: EngineInsert,
): Promise<void> {
  const [statement, table = '', columns, compact] = INSERT_OF_ROWS.exec(sql) ?? [];
  if (statement === undefined) throw new Error(`not an insert of rows: ${sql}`);
  await session.insert({
    table,
    ...(columns === undefined ? {} : { columns: columns.split(/, */) }),
    format: compact ? 'JSONCompactEachRow' : 'JSONEachRow',
    values: body,
    settings,
  });
}
