/**
 * The statements of analysts on the embedded engine, one at a time, each in a session of its own that has
 * given up the service's role: nothing passes from one to the next. A statement is parsed and judged before
 * it runs, what runs is the parser's own text of it, and one that nobody waits for any more is ended.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from 'chdb';
import { type EngineFunction, type FunctionNames, functionNames } from './analyst-names.js';
import { type AnalystLimits, MAX_RESULT_ROWS, prepareSession } from './analyst-settings.js';
import {
  type AnswerColumn,
  type AnswerLimits,
  answerLimits,
  writeOutValues,
} from './answer-size.js';
import { refused, requireBounded, requirePlainParameters } from './bound-statement.js';
import type { AnalystCall, EngineQuery, EngineResult } from './engine-query.js';
import { literal, resultOf, setParameter } from './engine-statements.js';
import { judgeStatement } from './judge-statement.js';

export interface AnalystLane {
  query(query: EngineQuery, call?: AnalystCall): Promise<EngineResult>;
  /** Ends what runs and what waits; `stuck` if the engine goes on with a statement all the same. */
  close(): Promise<'closed' | 'stuck'>;
}

export type EngineSession = Pick<Session, 'query' | 'queryAsync' | 'close'>;

export interface AnalystLaneDeps {
  openSession(): EngineSession;
  /** Has the service's role; nothing else uses it while the lane is open. */
  control: EngineSession;
  database: string;
  limits: AnalystLimits;
}

const MAX_WAITING = 16;
/** What bytes that are no text become when they are read as text. */
const NO_CHARACTER = '\uFFFD';
/** Of the header of a plan. */
const MAX_PLAN_BYTES = 2_000_000;
/** A statement that is asked to end before the engine knows it is asked again. */
const KILL_AGAIN_MS = 250;
/** What a statement that was ended has to come to its end; nobody waits longer. */
const END_MS = 2_000;
/** Beyond the seconds of its limit, which the engine watches while rows flow, and not while it plans. */
const OVERTIME_MS = 2_000;
/** Shorter ones have hardly taken memory. */
const LONG_MS = 20;

export function createAnalystLane(deps: AnalystLaneDeps): AnalystLane {
  const closing = new AbortController();
  let functions: Promise<FunctionNames> | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** The engine ends no call of a function in its middle: one that was ended may go on alone. */
  let isStuck = false;

  async function take(query: EngineQuery, call: AnalystCall): Promise<EngineResult> {
    if (isStuck) throw busy('A cancelled statement is still running');
    const overtime = AbortSignal.timeout(deps.limits.seconds * 1_000 + OVERTIME_MS);
    const signals = [closing.signal, overtime, ...(call.signal ? [call.signal] : [])];
    const ended = AbortSignal.any(signals);
    ended.throwIfAborted();
    functions ??= readFunctions(deps.control).catch((error: unknown) => {
      functions = undefined;
      throw error;
    });
    const running = runStatement(deps, await functions, query, ended);
    const result = await untilEnded(running, ended).catch((error: unknown) => {
      throw ended.aborted ? cancelled() : error;
    });
    if (result === 'stuck') {
      isStuck = true;
      running
        .catch(() => undefined)
        .finally(() => {
          isStuck = false;
        });
      throw cancelled();
    }
    await call.deliver?.(result);
    return result;
  }

  return {
    async query(query, call = {}) {
      if (closing.signal.aborted) throw cancelled();
      if (waiting >= MAX_WAITING) throw busy('Too many analyst statements are waiting');
      requireBounded(query);
      waiting += 1;
      const turn = last.then(() => {
        waiting -= 1;
        return take(query, call);
      });
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      closing.abort();
      await last;
      return isStuck ? 'stuck' : 'closed';
    },
  };
}

/** What `running` ends with, or `'stuck'` some time after it was to end. */
async function untilEnded<T>(running: Promise<T>, ended: AbortSignal): Promise<T | 'stuck'> {
  const settled = new AbortController();
  const stuck = (async (): Promise<'stuck'> => {
    if (!ended.aborted) await once(ended, 'abort', { signal: settled.signal });
    await sleep(END_MS, undefined, { signal: settled.signal });
    return 'stuck';
  })();
  stuck.catch(() => undefined);
  try {
    return await Promise.race([running, stuck]);
  } finally {
    settled.abort();
  }
}

async function runStatement(
  deps: AnalystLaneDeps,
  functions: FunctionNames,
  { sql, params = {}, format }: EngineQuery,
  ended: AbortSignal,
): Promise<EngineResult> {
  const mark = randomUUID();
  const started = performance.now();
  const sessions: EngineSession[] = [];
  const parameters = Object.entries(params).map(([name, value]) => setParameter(name, value));
  const open = (answer: AnswerLimits): EngineSession => {
    const session = deps.openSession();
    sessions.push(session);
    const { database, limits } = deps;
    const options = { database, limits, mark, answer, sqlLength: sql.length };
    session.query([prepareSession(options), ...parameters].join('; '));
    return session;
  };
  const kill = (): void => {
    void deps.control
      .queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`)
      .catch(() => undefined);
  };
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    kill();
    killing = setInterval(kill, KILL_AGAIN_MS);
    killing.unref();
  };
  ended.addEventListener('abort', end, { once: true });
  try {
    const judging = open({ rows: MAX_RESULT_ROWS, bytes: valueBytes(deps.limits) });
    const canonical = await formatStatement(judging, sql);
    if (canonical.includes(NO_CHARACTER) && !sql.includes(NO_CHARACTER)) {
      throw refused(36, "a text is not valid UTF-8: write it as unhex('FF')", 'BAD_ARGUMENTS');
    }
    requirePlainParameters(canonical);
    ended.throwIfAborted();
    const tree = await judging.queryAsync(`EXPLAIN AST ${canonical}`, { format: 'TSVRaw' });
    ended.throwIfAborted();
    const statement = { sql: canonical, tree: tree.text() };
    const judged = judgeStatement(statement, deps.database, functions);
    const used = judged.format ?? format;
    const select = canonical.replace(/ FORMAT \w+$/, '');
    const columns = judged.shape === 'description' ? null : await columnsOf(judging, select);
    ended.throwIfAborted();
    const running = open(answerLimits(columns, used, valueBytes(deps.limits)));
    const run = columns ? writeOutValues(select, columns, judged.shape === 'select') : canonical;
    const result = resultOf(await running.queryAsync(run, { format: used }));
    if (result.bytes.byteLength > textBytes(deps.limits)) throw tooLong();
    return { ...result, format: used };
  } finally {
    ended.removeEventListener('abort', end);
    clearInterval(killing);
    for (const session of sessions) session.close();
    if (performance.now() - started > LONG_MS) await returnMemory(deps.control);
  }
}

async function columnsOf(session: EngineSession, select: string): Promise<AnswerColumn[]> {
  const explain = `EXPLAIN json = 1, header = 1, description = 0 ${select}`;
  const result = await session.queryAsync(explain, { format: 'TSVRaw' });
  if (result.bytes().byteLength > MAX_PLAN_BYTES) {
    throw refused(396, 'the statement has too many columns and steps', 'TOO_MANY_ROWS_OR_BYTES');
  }
  const [top]: { Plan: { Header: { Name: string; Type: string }[] } }[] = JSON.parse(result.text());
  return (top?.Plan.Header ?? []).map(({ Name, Type }) => ({ name: Name, type: Type }));
}

/** Of the values of an answer. */
function valueBytes({ memoryMb }: AnalystLimits): number {
  return Math.round((memoryMb * 1_000_000) / 8);
}

/** Of the text of an answer: it is held whole, several times, while it is sent. */
function textBytes(limits: AnalystLimits): number {
  return 4 * valueBytes(limits);
}

/** The allocator keeps what a statement has freed for seconds: the next one would be added to it. */
async function returnMemory(control: EngineSession): Promise<void> {
  await control.queryAsync('SYSTEM JEMALLOC PURGE').catch(() => undefined);
}

/** One statement, on one line, without comments; more than one is a syntax error. */
async function formatStatement(session: EngineSession, sql: string): Promise<string> {
  try {
    const formatted = await session.queryAsync(`SELECT formatQuerySingleLine(${literal(sql)})`, {
      format: 'TSVRaw',
    });
    return formatted.text().replace(/\n$/, '');
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const at = message.indexOf(': In scope SELECT formatQuerySingleLine(');
    throw new Error(at < 0 ? message : `${message.slice(0, at)} (SYNTAX_ERROR)`, { cause });
  }
}

async function readFunctions(control: EngineSession): Promise<FunctionNames> {
  const rows = async <T>(sql: string): Promise<T[]> => {
    const result = await control.queryAsync(sql, { format: 'JSONEachRow' });
    return result
      .text()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): T => JSON.parse(line));
  };
  const functions = await rows<EngineFunction>(
    'SELECT name, case_insensitive, alias_to FROM system.functions',
  );
  return functionNames(functions);
}

function cancelled(): Error {
  return refused(394, 'Query was cancelled', 'QUERY_WAS_CANCELLED');
}

function tooLong(): Error {
  return refused(396, 'the text of the answer is too long', 'TOO_MANY_ROWS_OR_BYTES');
}

function busy(message: string): Error {
  return refused(202, `${message}: try again later`, 'TOO_MANY_SIMULTANEOUS_QUERIES');
}
