/**
 * The embedded ClickHouse: chDB sessions on one data folder, grouped in lanes. Parameters are bound
 * by the engine (`SET param_…` in the query's own session), never spliced into the statement.
 * A folder belongs to one process; a second opener gets `FolderTakenError`.
 */
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { type ChdbResult, drainPending, Session } from 'chdb';
import { LANES, type Lane } from './lanes.js';

export class FolderTakenError extends Error {}

const STANDARD_INPUT = 0;
const OPEN_ATTEMPTS = 4;
const OPEN_PAUSE_MS = 50;

export interface EngineQuery {
  sql: string;
  /** Parameter values in ClickHouse's text form, as `param_*` carries them over HTTP. */
  params?: Readonly<Record<string, string>>;
  /** Applied before and reset after the statement. */
  settings?: Readonly<Record<string, string>>;
  format: string;
}

export interface EngineResult {
  bytes: Uint8Array;
  rowsRead: number;
  bytesRead: number;
  elapsedSeconds: number;
}

export interface EngineInsert {
  /** Everything up to and including `FORMAT X`. */
  sql: string;
  /** Rows in that format. */
  body: string;
  settings?: Readonly<Record<string, string>>;
}

export interface Engine {
  query(lane: Lane, query: EngineQuery): Promise<EngineResult>;
  insert(lane: Lane, insert: EngineInsert): Promise<EngineResult>;
  /** Waits for what runs, then frees the folder. */
  close(): Promise<void>;
}

const MAX_WAITING_PER_LANE = 2_000;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/**
 * What every session starts with: ISO 8601 both ways, plain integers, an end to every query, room for
 * the identifiers of a whole batch as a parameter, and no threads for the parsing of small inserts.
 */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  date_time_output_format: 'iso',
  date_time_input_format: 'best_effort',
  output_format_json_quote_64bit_integers: '0',
  max_execution_time: '300',
  max_query_size: '67108864',
  input_format_parallel_parsing: '0',
};

const ANALYST_LIMITS: Readonly<Record<string, string>> = {
  max_execution_time: '60',
  max_memory_usage: '4000000000',
  max_result_rows: '1000000',
};

/** `serverArguments`: as `clickhouse local` takes them, for instance `--config-file=…`. */
export function openEngine(
  folder: string,
  database: string,
  serverArguments: readonly string[] = [],
): Engine {
  mkdirSync(folder, { recursive: true });
  emptyStandardInput();
  const first = openSession(folder, serverArguments);
  // Also ends an abandoned folder check early: nothing else may run before the database exists.
  first.query(`CREATE DATABASE IF NOT EXISTS ${identifier(database)}`);
  const lanes = new Map<Lane, SessionPool>();
  for (const [lane, { sessions }] of entriesOf(LANES)) {
    const open = (): Session => {
      const session = openSession(folder, serverArguments);
      prepare(session, lane, database);
      return session;
    };
    lanes.set(lane, new SessionPool(sessions, open));
  }
  const pool = (lane: Lane): SessionPool => {
    const found = lanes.get(lane);
    if (!found) throw new Error(`no such lane: ${lane}`);
    return found;
  };
  return {
    async query(lane, query) {
      if (lane === 'analyst') refuseFiles(query.sql);
      return pool(lane).use((session) => runQuery(session, query));
    },
    insert: (lane, insert) => pool(lane).use((session) => runInsert(session, insert)),
    async close() {
      await Promise.all([...lanes.values()].map((each) => each.close()));
      first.close();
      await drainPending();
    },
  };
}

/** The engine takes what it finds in standard input for rows of its inserts: it finds nothing. */
function emptyStandardInput(): void {
  if (isatty(STANDARD_INPUT)) return;
  try {
    closeSync(STANDARD_INPUT);
  } catch {
    // It was closed before.
  }
  // Takes the lowest number that is free.
  openSync(devNull, 'r');
}

function openSession(folder: string, serverArguments: readonly string[]): Session {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return new Session(folder, { connectionArgs: serverArguments });
    } catch (cause) {
      if (isHeldByAnother(folder)) throw new FolderTakenError(`${folder} is in use`, { cause });
      // Whoever held it may have ended since, or be writing its name down just now.
      if (attempt === OPEN_ATTEMPTS) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE_MS);
    }
  }
}

/** chDB says only that it could not connect; its lock file names the process that could. */
function isHeldByAnother(folder: string): boolean {
  try {
    const pid = Number(/^PID: (\d+)/m.exec(readFileSync(join(folder, 'status'), 'utf8'))?.[1]);
    return pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}

function prepare(session: Session, lane: Lane, database: string): void {
  session.query(`USE ${identifier(database)}`);
  session.query(setStatements(SESSION_SETTINGS).join('; '));
  if (lane !== 'analyst') return;
  session.query(setStatements(ANALYST_LIMITS).join('; '));
  session.query('SET readonly = 1');
}

/**
 * The engine itself writes the file of `INTO OUTFILE`, which reads alone to it. No name needs the word,
 * and a text with it can be put together.
 */
function refuseFiles(sql: string): void {
  if (!/\boutfile\b/i.test(sql)) return;
  throw new Error('Code: 164. DB::Exception: INTO OUTFILE writes a file: read only. (READONLY)');
}

async function runQuery(session: Session, query: EngineQuery): Promise<EngineResult> {
  const settings = query.settings ?? {};
  const statements = [
    ...Object.entries(query.params ?? {}).map(([name, value]) => setParameter(name, value)),
    ...setStatements(settings),
    query.sql,
  ];
  const result = await session.queryAsync(statements.join('; '), { format: query.format });
  await resetSettings(session, settings);
  return resultOf(result);
}

async function runInsert(session: Session, insert: EngineInsert): Promise<EngineResult> {
  const settings = insert.settings ?? {};
  const statement = [...setStatements(settings), insert.sql].join('; ');
  const result = await session.queryAsync(`${statement}\n${insert.body}`);
  await resetSettings(session, settings);
  return resultOf(result);
}

function resultOf(result: ChdbResult): EngineResult {
  return {
    bytes: result.bytes(),
    rowsRead: result.rowsRead,
    bytesRead: result.bytesRead,
    elapsedSeconds: result.elapsed,
  };
}

/** Settings stick to a session; what one query asked for must not reach the next. */
async function resetSettings(
  session: Session,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(settings);
  if (names.length === 0) return;
  const resets = names.map((name) => {
    const own = SESSION_SETTINGS[name];
    return `SET ${identifier(name)} = ${own === undefined ? 'DEFAULT' : literal(own)}`;
  });
  await session.queryAsync(resets.join('; '));
}

function setStatements(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).map(
    ([name, value]) => `SET ${identifier(name)} = ${literal(value)}`,
  );
}

function setParameter(name: string, value: string): string {
  return `SET param_${identifier(name)} = ${literal(value)}`;
}

function identifier(name: string): string {
  if (!NAME.test(name)) throw new Error(`not a name: ${JSON.stringify(name.slice(0, 60))}`);
  return name;
}

function literal(value: string): string {
  return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`;
}

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][];
}

/**
 * Hands each free session to the longest-waiting caller; the queue is bounded. A session whose query
 * failed is replaced: what it had put out by then would stand before the next result.
 */
class SessionPool {
  readonly #open: () => Session;
  readonly #free: Session[];
  readonly #waiting: ((session: Session) => void)[] = [];
  #running = 0;
  #idle: (() => void) | undefined;

  constructor(size: number, open: () => Session) {
    this.#open = open;
    this.#free = Array.from({ length: size }, open);
  }

  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    let session = this.#free.pop() ?? (await this.#next());
    this.#running += 1;
    try {
      return await work(session);
    } catch (error) {
      session.close();
      session = this.#open();
      throw error;
    } finally {
      this.#running -= 1;
      const waiting = this.#waiting.shift();
      if (waiting) waiting(session);
      else this.#free.push(session);
      if (this.#running === 0 && this.#waiting.length === 0) this.#idle?.();
    }
  }

  async close(): Promise<void> {
    if (this.#running > 0 || this.#waiting.length > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    for (const session of this.#free) session.close();
  }

  #next(): Promise<Session> {
    if (this.#waiting.length >= MAX_WAITING_PER_LANE) {
      throw new Error('the embedded ClickHouse has too many queries waiting');
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
