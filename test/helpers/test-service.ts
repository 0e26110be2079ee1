/**
 * The whole service in the test's process on the real embedded ClickHouse, over real HTTP: only the
 * clock and, by default, the model are fakes. Checks every answer against the schemas of its
 * operation.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '../../api/accounts/change-keys.js';
import { startApi } from '../../api/start-api.js';
import { ADMIN_OPERATIONS, OPERATIONS } from '../../api/table/operations.js';
import type { ApiPart } from '../../cli/compose/compose-api.js';
import type { IngestPart } from '../../cli/compose/compose-ingest.js';
import { composeServe } from '../../cli/compose/compose-serve.js';
import type { RejectedLine } from '../../ingest/outcomes/rejected-file.js';
import { addTally, emptyTally, type Tally } from '../../ingest/outcomes/tally.js';
import { runPipeline } from '../../ingest/pipeline.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { validatorFor } from '../../shared/domain/schemas/validators.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { readConfig } from '../../shared/platform/process/config.js';
import type { StopPhase } from '../../shared/platform/process/lifecycle.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { createFakeEmbedder } from '../fakes/fake-embedder.js';
import { type OpenAdapter, openEmbedded, SCHEMA_FOLDER } from './clickhouse-adapters.js';

export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  body: any;
}

export interface TestService {
  url: string;
  clickhouse: ClickHouse;
  embedder: Embedder;
  stores: ApiPart['stores'];
  ingestStores: IngestPart['ingestStores'];
  ingest: IngestPart['ingest'];
  /** Loads envelopes in batches of `batchEvents`. */
  load(events: readonly object[], batchEvents?: number): Promise<LoadReport>;
  /** Stores the account (by default with a new id) and returns a new key of it. */
  createKey(account?: Partial<Account>): Promise<string>;
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

type LoadReport = Tally & { rejectedLines: RejectedLine[] };

export interface CallOptions {
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestOptions {
  embedder?: Embedder;
  clock?: Clock;
  adapter?: OpenAdapter;
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  trustProxy?: number;
  adminKey?: string;
  mcpHosts?: readonly string[];
  logger?: Logger;
  /** Stores the vectors in this Qdrant too. */
  qdrant?: { url: string; collection: string };
  /** Limit of signals that a search compares one by one while Qdrant is unavailable. */
  maxExactSignals?: number;
}

/** Limits of calls to Qdrant, with retries after almost no pause. */
const QUICK_CALLS = {
  read: { timeoutMs: 5_000, attempts: 2, pauseMs: 1 },
  write: { timeoutMs: 5_000, attempts: 2, pauseMs: 1 },
};

export async function startTestService(options: TestOptions = {}): Promise<TestService> {
  const clock = options.clock ?? { now: () => Date.now() };
  const logger = options.logger ?? createLogger('silent');
  const open = options.adapter ?? (await openEmbedded());
  const { clickhouse } = open;
  await migrate(clickhouse, SCHEMA_FOLDER);
  const embedder = options.embedder ?? createFakeEmbedder();
  const folder = mkdtempSync(join(tmpdir(), 'signals-service-'));
  const config = readConfig({
    SIGNALS_DATA_DIR: folder,
    PORT: '0',
    TRUST_PROXY: String(options.trustProxy ?? 0),
    SIGNALS_ADMIN_KEY: options.adminKey,
    SIGNALS_MCP_HOSTS: options.mcpHosts?.join(','),
    QDRANT_URL: options.qdrant?.url,
    QDRANT_COLLECTION: options.qdrant?.collection,
  });
  const phases: StopPhase[] = [];
  const { app, stores, drain, ingest, ingestStores } = await composeServe(
    { config, clickhouse, logger },
    {
      signal: new AbortController().signal,
      stop: () => undefined,
      defer: (phase) => phases.unshift(phase),
    },
    { command: 'test', isStarted: () => true, isAlone: true },
    {
      clock,
      embedder,
      qdrantLimits: QUICK_CALLS,
      maxExactSignals: options.maxExactSignals ?? Number.POSITIVE_INFINITY,
    },
  );
  const api = await startApi(app, config.http);
  let accounts = 0;
  let defaultKey: string | undefined;
  const service: TestService = {
    url: api.url,
    clickhouse,
    embedder,
    stores,
    ingestStores,
    ingest,
    async load(events, batchEvents = 100) {
      const report: LoadReport = { ...emptyTally(), rejectedLines: [] };
      const batches = runPipeline(linesOf(events), ingest.normalise, ingest.writer, {
        batchEvents,
        batchBytes: 1e9,
        context: { nowMs: clock.now() },
        skipLines: 0,
        lineOrigin: {
          origin: { kind: 'stream', name: 'test', partition: null, run: randomUUID() },
          positionOf: (line) => line,
          lagAfter: () => null,
          acceptedFrom: async () => [],
        },
      });
      for await (const batch of batches) {
        addTally(report, batch.tally);
        report.rejectedLines.push(...batch.rejected);
      }
      return report;
    },
    async createKey(account = {}) {
      accounts += 1;
      const accountId = account.accountId ?? `account-${accounts}`;
      const created = {
        accountId,
        name: accountId,
        monthlyLimit: 1_000,
        unlimited: true,
        rateLimit: 1_000_000,
        earlyAccess: false,
        billingAnchorDay: 1,
        createdAt: new Date(clock.now()).toISOString(),
        deletedAt: null,
        ...account,
      };
      if (!(await stores.accounts.addAccount(created))) {
        await stores.accounts.changeAccount(accountId, () => created);
      }
      const issued = await issueKey({ accounts: stores.accounts, clock }, accountId, {
        name: 'test',
        expiresAt: null,
        monthlyCreditCap: null,
      });
      return issued.key;
    },
    async call(method, path, { key, body, headers = {} } = {}) {
      defaultKey ??= await service.createKey();
      const response = await fetch(`${api.url}${path}`, {
        method,
        headers: { ...(key === null ? {} : { 'x-api-key': key ?? defaultKey }), ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const answer = {
        status: response.status,
        headers: response.headers,
        body: await bodyOf(response),
      };
      requireDeclaredShape(method, path, answer);
      return answer;
    },
    flush: drain,
    async stop() {
      await api.stop(2_000);
      for (const { run } of phases) await run();
      rmSync(folder, { recursive: true, force: true });
      await open.close();
    },
  };
  return service;
}

async function* linesOf(events: readonly object[]): AsyncGenerator<Buffer> {
  for (const event of events) yield Buffer.from(JSON.stringify(event));
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

/** Throws if an answer of `/v1` matches no schema that its operation declares. */
function requireDeclaredShape(method: string, path: string, answer: TestAnswer): void {
  if (!path.startsWith('/v1')) return;
  const schemas = answer.status >= 400 ? ['error'] : declaredShapes(method, path);
  const validators = schemas.map(validatorFor);
  if (validators.some((validate) => validate(answer.body))) return;
  const faults = JSON.stringify(validators.map((validate) => validate.errors));
  throw new Error(`${method} ${path} ${answer.status}: not as declared: ${faults}`);
}

function declaredShapes(method: string, path: string): string[] {
  const bare = path.split('?', 1)[0] ?? '';
  const operation = [...OPERATIONS, ...ADMIN_OPERATIONS].find(
    (each) =>
      each.method === method &&
      new RegExp(`^${each.path.replace(/:[a-z_]+/g, '[^/]+')}$`).test(bare),
  );
  if (!operation) throw new Error(`no operation for ${method} ${path}`);
  return [...operation.responses];
}
