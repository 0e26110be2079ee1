/** The API of a process, put together from its runtime; what it runs on is handed back for the stop. */
import { createApp } from '../../api/app.js';
import { publishSource, type SourcePublisher } from '../../api/credits/publish-source.js';
import { scheduleClosing } from '../../api/credits/schedule-closing.js';
import { type ApiMetrics, createApiMetrics } from '../../api/monitoring/metrics.js';
import { pricesWith } from '../../shared/domain/billing/prices.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import { loadSignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { createRequestLog } from '../../shared/stores/logs/request-log.js';
import { SlidingWindow } from '../../shared/stores/rate/sliding-window.js';
import { holdCredits } from './hold-credits.js';
import { openCounters } from './open-counters.js';
import type { VectorStore } from './open-vectors.js';
import type { Runtime } from './runtime.js';
import { createApiStores } from './stores.js';

export interface OpenApi {
  app: ReturnType<typeof createApp>;
  stores: ReturnType<typeof createApiStores>;
  metrics: ApiMetrics;
}

export interface ApiOptions {
  /** What this process runs, for others that find it at work. */
  command: string;
  embedder: Awaited<ReturnType<typeof createEmbedder>>;
  vectors: VectorStore | undefined;
  /** Readiness waits for it. */
  isStarted: () => boolean;
  /** Names of data that is being loaded. */
  loading?: () => readonly string[];
  /** Only accounts without a cap are served: another process counts the others. */
  unlimitedOnly?: boolean;
}

export async function openApi(runtime: Runtime, stop: Stop, options: ApiOptions): Promise<OpenApi> {
  const { config, clickhouse, logger } = runtime;
  const lease = options.unlimitedOnly ? null : await holdCredits(runtime, options.command, stop);
  const closing: (() => Promise<unknown>)[] = [];
  // Moves what waits, charges and log rows, to ClickHouse; the rest stays in journals or Redis.
  stop.defer({
    name: 'usage',
    run: async () => {
      await Promise.all(closing.map((close) => close()));
      // Nobody else counts while this process still may.
      await lease?.release();
    },
  });
  const { embedder, vectors } = options;
  const clock = systemClock;
  const stores = createApiStores(clickhouse, { vectors, clock, logger });
  const { usage, sources } = stores;
  const counters = await openCounters(runtime, usage, options.unlimitedOnly === true);
  let publisher: SourcePublisher | undefined;
  closing.push(async () => {
    const isEnded = await counters.close();
    await publisher?.stop(isEnded);
  });
  publisher = await publishSource({ source: counters.meter, sources, clock, logger });
  const periods = scheduleClosing({ ...stores, clock, logger, command: options.command });
  closing.push(() => periods.stop());
  const requestLog = createRequestLog(counters.logQueue, usage, logger);
  // Log rows that cannot be moved now stay in their queue.
  closing.push(() => requestLog.drain().catch(() => undefined));
  const metrics = createApiMetrics({
    embedding: () => embedder.waiting(),
    logs: requestLog.waiting,
    lostLogs: requestLog.dropped,
  });
  const app = createApp({
    ...stores,
    embedder,
    meter: counters.meter,
    requestLog,
    rateWindow: counters.rateWindow,
    wrongKeys: new SlidingWindow(),
    metrics,
    prices: pricesWith(config.prices),
    types: loadSignalTypes(),
    clock: systemClock,
    logger,
    trustProxy: config.http.trustProxy,
    adminKey: config.adminKey,
    mcpHosts: config.mcp.hosts,
    ...(options.loading && { loading: options.loading }),
    health: [
      {
        name: 'clickhouse',
        async check() {
          await clickhouse.rows('SELECT 1 AS ok');
        },
      },
      counters.health,
      // Everything but a search by meaning over many signals is answered without it.
      ...(vectors
        ? [{ name: 'qdrant', check: () => vectors.collection.check(), optional: true as const }]
        : []),
      {
        name: 'service',
        async check() {
          if (!options.isStarted()) throw new Error('starting');
        },
      },
    ],
  });
  return {
    app,
    stores,
    metrics,
  };
}
