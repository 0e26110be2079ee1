/**
 * The statements of analysts on the embedded engine, one at a time, each in a session of its own that has
 * given up the service's role: nothing passes from one to the next. A statement is parsed and judged before
 * it runs, what runs is the parser's own text of it, and one that nobody waits for any more is ended.
 */
import { randomUUID } from 'node:crypto';
import { formatQueryParams } from '@clickhouse/client-common';
import type { Session } from 'chdb';
import { type EngineFunction, type FunctionNames, functionNames } from './analyst-names.js';
import type { AnalystCall, EngineQuery, EngineResult } from './engine.js';
import { identifier, resultOf, setParameter, setStatements } from './engine-statements.js';
import { judgeStatement } from './judge-statement.js';

export interface AnalystLimits {
  /** Of one statement. */
  seconds: number;
  memoryMb: number;
}

export interface AnalystLane {
  query(query: EngineQuery, call?: AnalystCall): Promise<EngineResult>;
  /** Ends what runs and what waits. */
  close(): Promise<void>;
}

export interface AnalystLaneDeps {
  openSession(): Session;
  /** Has the service's role; nothing else uses it while the lane is open. */
  control: Session;
  database: string;
  limits: AnalystLimits;
}

const MAX_WAITING = 16;
const MAX_STATEMENT_BYTES = 256 * 1024;
const MAX_RESULT_ROWS = 1_000_000;
const MAX_FILES_BYTES = 2_000_000_000;
/** A statement that is asked to end before the engine knows it is asked again. */
const KILL_AGAIN_MS = 250;
/** Shorter ones have hardly taken memory. */
const LONG_MS = 20;

export function createAnalystLane(deps: AnalystLaneDeps): AnalystLane {
  const closing = new AbortController();
  let functions: Promise<FunctionNames> | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async query(query, { signal, deliver } = {}) {
      if (closing.signal.aborted) throw cancelled();
      if (waiting >= MAX_WAITING) {
        throw new Error(
          'Code: 202. DB::Exception: Too many statements of analysts are waiting. (TOO_MANY_SIMULTANEOUS_QUERIES)',
        );
      }
      const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      waiting += 1;
      const turn = last.then(async () => {
        waiting -= 1;
        ended.throwIfAborted();
        functions ??= readFunctions(deps.control);
        const result = await runStatement(deps, await functions, query, ended);
        await deliver?.(result);
        return result;
      });
      last = turn.catch(() => undefined);
      return turn.catch((error: unknown) => {
        throw ended.aborted ? cancelled() : error;
      });
    },
    async close() {
      closing.abort();
      await last;
    },
  };
}

async function runStatement(
  deps: AnalystLaneDeps,
  functions: FunctionNames,
  { sql, params = {}, format }: EngineQuery,
  ended: AbortSignal,
): Promise<EngineResult> {
  if (Buffer.byteLength(sql) > MAX_STATEMENT_BYTES) {
    throw new Error(
      `Code: 62. DB::Exception: a statement has at most ${MAX_STATEMENT_BYTES} bytes`,
    );
  }
  const mark = randomUUID();
  const started = performance.now();
  const session = deps.openSession();
  const kill = (): void => {
    void deps.control
      .queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`)
      .catch(() => undefined);
  };
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    kill();
    killing = setInterval(kill, KILL_AGAIN_MS);
  };
  ended.addEventListener('abort', end, { once: true });
  try {
    session.query(preparation(deps, mark));
    const canonical = await formatStatement(session, sql);
    ended.throwIfAborted();
    const bound = Object.entries(params).map(([name, value]) => setParameter(name, value));
    const tree = await session.queryAsync([...bound, `EXPLAIN AST ${canonical}`].join('; '), {
      format: 'TSVRaw',
    });
    ended.throwIfAborted();
    const statement = { sql: canonical, tree: tree.text() };
    const judged = judgeStatement(statement, deps.database, functions);
    const used = judged.format ?? format;
    return { ...resultOf(await session.queryAsync(canonical, { format: used })), format: used };
  } finally {
    ended.removeEventListener('abort', end);
    clearInterval(killing);
    session.close();
    if (performance.now() - started > LONG_MS) await returnMemory(deps.control);
  }
}

/** The allocator keeps what a statement has freed for seconds: the next one would be added to it. */
async function returnMemory(control: Session): Promise<void> {
  await control.queryAsync('SYSTEM JEMALLOC PURGE').catch(() => undefined);
}

/** Limits first: afterwards nothing can be set but parameters. */
function preparation({ database, limits }: AnalystLaneDeps, mark: string): string {
  const memory = limits.memoryMb * 1_000_000;
  return [
    `USE ${identifier(database)}`,
    ...setStatements({
      ...analystSettings(limits),
      max_query_size: String(2 * MAX_STATEMENT_BYTES),
      // Of what is held whole until it is sent.
      max_result_bytes: String(Math.round(memory / 4)),
      max_temporary_data_on_disk_size_for_query: String(MAX_FILES_BYTES),
      log_comment: mark,
    }),
    'SET ROLE NONE',
    'SET readonly = 1',
  ].join('; ');
}

/** The limits that the embedded engine and a server share. */
export function analystSettings({ seconds, memoryMb }: AnalystLimits): Record<string, string> {
  return {
    max_execution_time: String(seconds),
    max_memory_usage: String(memoryMb * 1_000_000),
    max_result_rows: String(MAX_RESULT_ROWS),
  };
}

/** One statement, on one line, without comments; more than one is a syntax error. */
async function formatStatement(session: Session, sql: string): Promise<string> {
  try {
    const formatted = await session.queryAsync(
      `${setParameter('statement', formatQueryParams({ value: sql }))}; SELECT formatQuerySingleLine({statement:String})`,
      { format: 'TSVRaw' },
    );
    return formatted.text().replace(/\n$/, '');
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const at = message.indexOf(': In scope SELECT formatQuerySingleLine(');
    throw new Error(at < 0 ? message : `${message.slice(0, at)} (SYNTAX_ERROR)`, { cause });
  }
}

async function readFunctions(control: Session): Promise<FunctionNames> {
  const rows = async <T>(sql: string): Promise<T[]> => {
    const result = await control.queryAsync(sql, { format: 'JSONEachRow' });
    return result
      .text()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): T => JSON.parse(line));
  };
  const functions = await rows<EngineFunction>(
    'SELECT name, is_aggregate, case_insensitive, alias_to, categories FROM system.functions',
  );
  const combinators = await rows<{ name: string }>(
    'SELECT name FROM system.aggregate_function_combinators',
  );
  return functionNames(
    functions,
    combinators.map(({ name }) => name),
  );
}

function cancelled(): Error {
  return new Error('Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)');
}
