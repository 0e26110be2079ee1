/** Creates the API of a process from its parts, and registers with `stop` what has to be closed. */
import { createApp } from '../../api/app.js';
import { publishSource } from '../../api/credits/publish-source.js';
import { scheduleClosing } from '../../api/credits/schedule-closing.js';
import type { HealthCheck } from '../../api/monitoring/health.js';
import { createApiMetrics } from '../../api/monitoring/metrics.js';
import { DEFAULT_PRICES } from '../../shared/domain/billing/prices.js';
import { EMBEDDING_MODEL_FACT } from '../../shared/domain/ports/progress-store.js';
import { loadSignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { findDamagedParts } from '../../shared/platform/clickhouse/schema/damaged-parts.js';
import { appliedMigrations } from '../../shared/platform/clickhouse/schema/migrate.js';
import type { HeldLease } from '../../shared/platform/process/lease.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { SlidingWindow } from '../../shared/stores/rate/sliding-window.js';
import { openTables } from '../ranking/open-tables.js';
import { createApiStores } from './create-stores.js';
import { requireAccounting } from './damaged-tables.js';
import { holdCredits } from './hold-credits.js';
import { type Counters, openCounters } from './open-counters.js';
import type { Parts } from './open-parts.js';
import { storeChecks } from './store-checks.js';

/** Name of the ranking tables in `X-Signals-Loading` and `/health/ready`. */
const RANKING_TABLES = 'ranking';

export type ApiPart = Awaited<ReturnType<typeof composeApi>>;

export interface ApiOptions {
  /** The command of this process, for other processes that find its lease. */
  command: string;
  /** Says whether the start is complete; until then the process is not ready. */
  isStarted: () => boolean;
  /** Returns the names of data that is being loaded, in addition to the ranking tables. */
  loading?: () => readonly string[];
  /** Checks of `/health/ready` for what only this process uses. */
  checks?: readonly HealthCheck[];
  /** True if only unlimited accounts are served, because another process counts the others. */
  isUnlimitedOnly?: boolean;
  /**
   * True if no other process uses these stores, and the caller closes periods itself: no lease is
   * held, no source of charges is published and nothing is scheduled.
   */
  isAlone?: boolean;
}

export async function composeApi(parts: Parts, stop: Stop, options: ApiOptions) {
  const { config, clickhouse, logger, clock, embedder } = parts;
  const { command, isStarted, loading, isUnlimitedOnly = false, isAlone = false } = options;
  const lease = isUnlimitedOnly || isAlone ? null : await holdCredits(parts, command, stop);
  const opened: Opened = { lease };
  stop.defer({ name: 'usage', run: () => closeUsage(opened) });
  const stores = createApiStores(clickhouse, parts);
  const { usage, sources } = stores;
  const counters = await openCounters(parts, { usage, sources }, isUnlimitedOnly);
  const { meter, requestLog } = counters;
  opened.counters = counters;
  if (!isAlone) {
    opened.publisher = await publishSource({ source: meter, sources, logger });
    const { database } = config.clickhouse;
    opened.periods = scheduleClosing({
      ...stores,
      clock,
      logger,
      // A server may have been started again, and have found damaged files, since this process began.
      requireComplete: async () => requireAccounting(await findDamagedParts(clickhouse, database)),
    });
  }
  const metrics = createApiMetrics({
    embedding: () => embedder.waiting(),
    logs: requestLog.waiting,
    lostLogs: requestLog.dropped,
  });
  const tables = await openTables(parts, stop);
  const app = createApp({
    ...stores,
    embedder,
    meter,
    requestLog,
    rateWindow: counters.rateWindow,
    wrongKeyHits: new SlidingWindow(),
    metrics,
    prices: { ...DEFAULT_PRICES, ...config.prices },
    types: loadSignalTypes(),
    rankingTables: tables.current,
    wordPieces: parts.wordPieces,
    clock,
    logger,
    trustProxy: config.http.trustProxy,
    adminKey: config.adminKey,
    mcpHosts: config.mcp.hosts,
    loading: () => [...(loading?.() ?? []), ...(tables.isBuilding() ? [RANKING_TABLES] : [])],
    describeData: async () => ({
      sql: config.clickhouse.url === undefined ? sqlAddress(config.dataDir) : null,
      migrations: (await appliedMigrations(clickhouse)).size,
      embeddingModel: await stores.facts.fact(EMBEDDING_MODEL_FACT),
    }),
    health: [
      ...storeChecks(parts, { needsVectors: false }),
      counters.health,
      ...(options.checks ?? []),
      {
        name: 'service',
        async check() {
          if (!isStarted()) throw new Error('starting');
        },
      },
    ],
  });
  return {
    app,
    stores,
    metrics,
    /** Resolves when the charges and log rows from before the call are in ClickHouse. */
    async drain(): Promise<void> {
      await Promise.all([meter.drain(), requestLog.drain()]);
    },
  };
}

function sqlAddress(dataDir: string): { url: string; user: string } | null {
  const server = readPublishedGateway(dataDir);
  return server && { url: server.url, user: server.analyst.user };
}

/** What is open so far, so that a start that fails closes exactly that. */
interface Opened {
  lease: HeldLease | null;
  counters?: Counters;
  publisher?: Awaited<ReturnType<typeof publishSource>>;
  periods?: ReturnType<typeof scheduleClosing>;
}

/** Moves waiting charges and log rows to ClickHouse; the rest stays in journals or Redis. */
async function closeUsage(opened: Opened): Promise<void> {
  const { lease, counters, publisher, periods } = opened;
  const closeCounters = async (): Promise<void> => {
    const isEnded = (await counters?.close()) ?? false;
    await publisher?.stop(isEnded);
    await counters?.disconnect();
  };
  await Promise.all([closeCounters(), periods?.stop()]);
  // Release the lease last, so that no other process starts counting before this one has stopped.
  await lease?.release();
}
