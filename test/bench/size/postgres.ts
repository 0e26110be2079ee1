/**
 * PostgreSQL for comparison, if its programs are installed: a new server on a socket in a temporary
 * folder, with the same rows and the obvious indexes, asked through one `psql` that stays open.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { ClickHouse } from '../../../shared/platform/clickhouse/client/clickhouse.js';

export interface Postgres {
  version: string;
  /** Resolves when the answer is complete. */
  ask(sql: string): Promise<void>;
  stop(): void;
}

const ROWS_AT_ONCE = 50_000;
const END = 'end of the answer';
/** The user `nobody`, because PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const START_MS = 60_000;

/** Returns `null` if PostgreSQL is not installed. */
export async function startPostgres(clickhouse: ClickHouse): Promise<Postgres | null> {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(tmpdir(), 'signals-postgres-'));
  const options = { ...user, cwd: folder, timeout: START_MS, stdio: 'ignore' } as const;
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  try {
    execFileSync('initdb', ['-D', 'data', '-U', 'bench', '-A', 'trust', '-E', 'UTF8'], options);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const settings = `-k ${folder} -c listen_addresses= -c shared_buffers=1GB -c max_wal_size=8GB`;
  execFileSync('pg_ctl', ['-D', 'data', '-w', '-o', settings, '-l', 'log', 'start'], options);
  const arguments_ = [
    '-h',
    folder,
    '-U',
    'bench',
    '-d',
    'postgres',
    '-qAt',
    '-v',
    'ON_ERROR_STOP=1',
  ];
  const psql = spawn('psql', arguments_, { stdio: ['pipe', 'pipe', 'inherit'] });
  const session = sessionOf(psql, psql.stdin, psql.stdout);
  const stop = (): void => {
    psql.stdin.end();
    execFileSync('pg_ctl', ['-D', 'data', '-m', 'immediate', 'stop'], options);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await copyRows(clickhouse, session, psql.stdin);
    return {
      version: await session('SHOW server_version'),
      ask: async (sql) => void (await session(sql)),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

type Session = (sql: string) => Promise<string>;

/** Runs one statement after another; a line of its own ends each answer. */
function sessionOf(child: ChildProcess, input: Writable, output: Readable): Session {
  let text = '';
  let answered: ((answer: string) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  output.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (!text.endsWith(`${END}\n`)) return;
    const answer = text.slice(0, -END.length - 1);
    text = '';
    answered?.(answer.trim());
  });
  child.on('close', () => failed?.(new Error('psql ended')));
  return (sql) =>
    new Promise((resolve, reject) => {
      [answered, failed] = [resolve, reject];
      input.write(`${sql};\n\\echo ${END}\n`);
    });
}

async function copyRows(clickhouse: ClickHouse, session: Session, input: Writable): Promise<void> {
  await session(
    'CREATE TABLE signals (id uuid, type text, subtype text, company text, at timestamptz, data text)',
  );
  for (let last = 0; ; last += ROWS_AT_ONCE) {
    const rows = await clickhouse.rows<{ line: string }>(
      `SELECT concat(toString(signal_id), '\t', signal_type, '\t', signal_subtype, '\t', company_key, '\t',
         toString(detected_at), '+00\t', data) AS line
       FROM signals WHERE version > {last:UInt64} AND version <= {last:UInt64} + ${ROWS_AT_ONCE}`,
      { last },
    );
    if (rows.length === 0) break;
    input.write('COPY signals FROM STDIN;\n');
    input.write(`${rows.map(({ line }) => line).join('\n')}\n\\.\n`);
    await session('SELECT 1');
  }
  await session('ALTER TABLE signals ADD PRIMARY KEY (id)');
  for (const columns of ['company, at DESC', 'type, at DESC', 'at DESC']) {
    await session(`CREATE INDEX ON signals (${columns})`);
  }
  await session('VACUUM ANALYZE signals');
}
