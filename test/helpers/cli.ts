/**
 * The command line as a user runs it: real processes on their own data folder. They load a small
 * model, for which the meaning of texts plays no part, unless a test asks for the bundled one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountSettings,
  createAccount as addAccount,
} from '../../api/accounts/change-accounts.js';
import { issueKey } from '../../api/accounts/change-keys.js';
import { issuedKeyDocument } from '../../api/accounts/documents.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type { AdminKeyIssuedResponse } from '../../shared/domain/schemas/types.generated.js';
import {
  type PublishedGateway,
  readPublishedGateway,
} from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { createClickHouseAccountStore } from '../../shared/stores/accounts/clickhouse-account-store.js';
import { createDataDir, openDataFolder } from './clickhouse-adapters.js';

interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface DataFolder {
  path: string;
  /** Environment that points commands at the folder. */
  env: NodeJS.ProcessEnv;
  remove(): void;
}

const SMALL_MODEL = join(packageRoot(), 'test/fixtures/small-model');

/** Creates a folder: empty if `isNew`, as for a first start, otherwise with the schema. */
export function createDataFolder({
  model = 'small',
  isNew = false,
}: {
  model?: 'small' | 'bundled';
  isNew?: boolean;
} = {}): DataFolder {
  const path = isNew ? mkdtempSync(join(tmpdir(), 'signals-e2e-')) : createDataDir();
  const env = {
    ...process.env,
    // Removes the runner's value, under which libraries behave differently.
    NODE_ENV: undefined,
    SIGNALS_DATA_DIR: path,
    SIGNALS_CLICKHOUSE_PORT: '0',
    PORT: '0',
    LOG_LEVEL: 'warn',
    EMBEDDING_MODEL: model === 'small' ? SMALL_MODEL : undefined,
    // Keeps the commands from the servers of other suites.
    KAFKA_BROKERS: '',
    QDRANT_URL: '',
    REDIS_URL: '',
  };
  return { path, env, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const LISTENS = 'listens to SIGTERM';
const TELL = `process.on('newListener', (name) => {
  const isLoaded = new Error().stack.includes('/dist/');
  if (name === 'SIGTERM' && !isLoaded) console.error('${LISTENS}');
})`;

/**
 * Like `startSignals`. `listening` resolves when the process handles SIGTERM, which is before the
 * program is loaded, or when it has ended.
 */
export function startListening(
  { env }: Pick<DataFolder, 'env'>,
  ...args: string[]
): { child: ChildProcess; listening: Promise<void> } {
  const preload = `--import=data:text/javascript,${encodeURIComponent(TELL)}`;
  const child = startSignals({ env: { ...env, NODE_OPTIONS: preload } }, ...args);
  const listening = new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk) => String(chunk).includes(LISTENS) && resolve());
    child.once('close', () => resolve());
  });
  return { child, listening };
}

/** Returns the arguments that start the command without demo data. */
export function withoutDemo(command: string): string[] {
  return command === 'serve' ? ['serve', '--no-demo'] : [command];
}

/** Starts a command. `output`: number of the file that gets stdout and stderr, instead of pipes. */
export function startSignals(
  { env, output = 'pipe' }: Pick<DataFolder, 'env'> & { output?: number | 'pipe' },
  ...args: string[]
): ChildProcess {
  return spawn(process.execPath, [join(packageRoot(), 'bin/signals.cjs'), ...args], {
    env,
    stdio: ['pipe', output, output],
  });
}

export async function runSignals(folder: DataFolder, ...args: string[]): Promise<Finished> {
  const child = startSignals(folder, ...args);
  child.stdin?.end();
  return finish(child);
}

/** Runs a command and returns its JSON document; throws if it failed. */
// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
export async function jsonOf(folder: DataFolder, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await runSignals(folder, ...args, '--json');
  if (code !== 0) throw new Error(`signals ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Settings of an account and of its key, other than the defaults of the commands. */
export type NewAccount = AccountSettings & { keyName?: string };

/**
 * Creates an account with this id and name, and issues a key for it, as `accounts create` and
 * `keys issue` do. The commands themselves take a second of processor time.
 */
export async function createAccount(
  folder: Pick<DataFolder, 'path'>,
  id: string,
  { keyName: name = 'default', ...settings }: NewAccount = {},
): Promise<AdminKeyIssuedResponse> {
  const open = await openDataFolder(folder.path);
  try {
    const accounts = createClickHouseAccountStore(open.clickhouse);
    const deps = { accounts, clock: systemClock };
    await addAccount(deps, id, { name: id, ...settings });
    const key = { name, expiresAt: null, monthlyCreditCap: null };
    return issuedKeyDocument(await issueKey(deps, id, key));
  } finally {
    await open.close();
  }
}

/**
 * Returns the rows of a statement, from the process that owns the data folder if there is one: a
 * command of its own takes a second of processor time.
 */
// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
export async function rowsOf(folder: DataFolder, sql: string): Promise<any[]> {
  const server = readPublishedGateway(folder.path);
  const answer = server && (await askServer(server, sql).catch(() => null));
  return answer ?? (await jsonOf(folder, 'sql', sql)).rows;
}

async function askServer(
  { url, service }: PublishedGateway,
  sql: string,
): Promise<unknown[] | null> {
  const query = { database: 'signals', default_format: 'JSON' };
  const response = await fetch(`${url}/?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${service.user}:${service.password}`)}` },
    body: sql,
  });
  return response.ok ? ((await response.json()) as { data: unknown[] }).data : null;
}

export async function finish(child: ChildProcess): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Returns the file into which `load` has put the rejected lines of a file, or undefined. */
export function rejectedFile({ path }: DataFolder, name: string): string | undefined {
  const rejected = join(path, 'rejected');
  if (!existsSync(rejected)) return undefined;
  const file = readdirSync(rejected).find((each) => each.startsWith(`${name}-`));
  return file && join(rejected, file);
}

export interface RunningService {
  url: string;
  /** The key that a first start shows. */
  key: string | null;
  welcome: string;
  output(): string;
  child: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `serve` and waits until it reports that it is ready. */
export function startService(folder: DataFolder, ...args: string[]): Promise<RunningService> {
  return startServer(folder, 'serve', '--print-key', ...args);
}

/** Starts `serve` or `api` and waits until it reports that it is ready. */
export async function startServer(folder: DataFolder, ...args: string[]): Promise<RunningService> {
  const child = startSignals(folder, ...args);
  let welcome = '';
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      welcome += chunk;
      const ready = /^ready (\S+)$/m.exec(welcome);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}: ${errors}`)));
  });
  return {
    url,
    welcome,
    key: /sig_live_[0-9A-Za-z]+/.exec(welcome)?.[0] ?? null,
    output: () => errors,
    child,
    async stop(signal = 'SIGTERM') {
      const closed = once(child, 'close');
      child.kill(signal);
      const [code] = await closed;
      return code;
    },
  };
}
