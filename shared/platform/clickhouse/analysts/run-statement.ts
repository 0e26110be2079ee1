/**
 * Runs one statement of an analyst in a session of its own that has given up the service's role.
 * The statement is parsed and judged first, and what runs is the parser's own text of it.
 */
import { isUtf8 } from 'node:buffer';
import type { ChdbResult, Session } from 'chdb';
import { messageOf } from '../../../domain/errors.js';
import type { AnalystLimits } from '../../process/config.js';
import type { EngineQuery } from '../engine/engine.js';
import {
  identifier,
  literal,
  SESSION_SETTINGS,
  setStatements,
} from '../engine/engine-statements.js';
import {
  createFunctionRules,
  ENGINE_FUNCTIONS,
  type EngineFunction,
  type FunctionRules,
} from './analyst-names.js';
import { sessionSettings } from './analyst-settings.js';
import { engineError, requirePlainParameters } from './bound-statement.js';
import { judgeStatement } from './judge-statement.js';
import type { ReadOnlyTables } from './read-only-tables.js';
import { readableError } from './readable-error.js';
import { notAllowedError } from './statement-tree.js';

interface StatementDeps {
  tables: ReadOnlyTables;
  functions: FunctionRules;
  database: string;
  limits: AnalystLimits;
}

/** Runs a statement. Throws the engine's errors, or errors in the engine's wording. */
export async function runStatement(
  { tables, functions, database, limits }: StatementDeps,
  { sql, params = {}, format: defaultFormat }: EngineQuery,
): Promise<{ result: ChdbResult; format: string }> {
  const session = tables.openSession();
  try {
    prepare(session, database, limits, params);
    const canonical = await formatStatement(session, sql);
    await requireOneStatement(session, canonical);
    requirePlainParameters(canonical);
    const tree = await session.queryAsync(`EXPLAIN AST ${canonical}`, { format: 'TSVRaw' });
    const statement = { sql: canonical, tree: tree.text() };
    const format = judgeStatement(statement, defaultFormat, database, functions);
    await requireNoOutputClause(session, canonical, format);
    tables.refresh([canonical, ...Object.values(params)].join(' '));
    // `arrow` is chDB's own name for another format, for which it would set a setting.
    const named = format === 'arrow' ? 'Arrow' : format;
    return { result: await session.queryAsync(canonical, { format: named }), format: named };
  } catch (cause) {
    throw new Error(readableError(messageOf(cause)), { cause });
  } finally {
    session.close();
  }
}

/** Prepares the session. Settings come first, because `readonly = 1` forbids further ones. */
function prepare(
  session: Session,
  database: string,
  limits: AnalystLimits,
  params: EngineQuery['params'],
): void {
  const statements = [
    `USE ${identifier(database)}`,
    ...setStatements({ ...SESSION_SETTINGS, ...sessionSettings(limits) }, params),
    'SET ROLE NONE',
    'SET readonly = 1',
  ];
  session.query(statements.join('; '));
}

/**
 * Throws if `canonical` is not exactly one statement. The formatter writes some names without
 * quotes, such as a function after `APPLY`, and such a name may contain further statements:
 * `EXPLAIN AST` would run them.
 */
async function requireOneStatement(session: Session, canonical: string): Promise<void> {
  if ((await formatStatement(session, canonical)) === canonical) return;
  throw notAllowedError('a name with special characters is not available here');
}

/**
 * Throws if more than a format follows a SELECT. The tree lacks it after some unions (`UNION
 * DISTINCT`), because the engine puts new ones in their place before it prints the tree. A subquery
 * can have nothing of the kind, so its parser finds it.
 */
async function requireNoOutputClause(
  session: Session,
  canonical: string,
  format: string,
): Promise<void> {
  const text = canonical.replace(/^EXPLAIN AST /, '');
  if (/^(?:DESCRIBE|EXISTS|EXPLAIN|SHOW)\b/.test(text)) return;
  const end = ` FORMAT ${format}`;
  const select = text.endsWith(end) ? text.slice(0, -end.length) : text;
  try {
    await formatStatement(session, `SELECT * FROM (${select})`);
  } catch (cause) {
    if (!messageOf(cause).endsWith('(SYNTAX_ERROR)')) throw cause;
    throw notAllowedError('only FORMAT may follow a SELECT, not INTO OUTFILE or SETTINGS');
  }
}

/** Returns the statement on one line, without comments. More than one is a syntax error. */
async function formatStatement(session: Session, sql: string): Promise<string> {
  try {
    const formatted = await session.queryAsync(`SELECT formatQuerySingleLine(${literal(sql)})`, {
      format: 'TSVRaw',
    });
    if (!isUtf8(formatted.bytes())) {
      // Other bytes would become other characters on the way back to the engine.
      throw engineError(36, "a text is not valid UTF-8: write it as unhex('FF')", 'BAD_ARGUMENTS');
    }
    return formatted.text().replace(/\n$/, '');
  } catch (cause) {
    const message = messageOf(cause);
    const at = message.indexOf(': In scope SELECT formatQuerySingleLine(');
    throw new Error(at < 0 ? message : `${message.slice(0, at)} (SYNTAX_ERROR)`, { cause });
  }
}

export async function readFunctionRules(control: Session): Promise<FunctionRules> {
  const result = await control.queryAsync(ENGINE_FUNCTIONS, { format: 'JSONEachRow' });
  const lines = result
    .text()
    .split('\n')
    .filter((line) => line !== '');
  return createFunctionRules(lines.map((line): EngineFunction => JSON.parse(line)));
}
