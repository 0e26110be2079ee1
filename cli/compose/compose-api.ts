/** The API of a process, put together from its parts; what it runs on is handed back for the stop. */
import { createApp } from '../../api/app.js';
import { publishSource } from '../../api/credits/publish-source.js';
import { scheduleClosing } from '../../api/credits/schedule-closing.js';
import type { HealthCheck } from '../../api/monitoring/health.js';
import { type ApiMetrics, createApiMetrics } from '../../api/monitoring/metrics.js';
import { pricesWith } from '../../shared/domain/billing/prices.js';
import { loadSignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { SlidingWindow } from '../../shared/stores/rate/sliding-window.js';
import { storeChecks } from './health-checks.js';
import { holdCredits } from './hold-credits.js';
import { openCounters } from './open-counters.js';
import { type Base, type Overrides, openParts, type Parts } from './parts.js';
import { createApiStores } from './stores.js';

export interface ApiPart {
  app: ReturnType<typeof createApp>;
  stores: ReturnType<typeof createApiStores>;
  metrics: ApiMetrics;
  /** Resolves when the charges and log rows of before the call are in ClickHouse. */
  drain(): Promise<void>;
}

export interface ApiOptions {
  /** What this process runs, for others that find it at work. */
  command: string;
  /** Readiness waits for it. */
  isStarted: () => boolean;
  /** Names of data that is being loaded. */
  loading?: () => readonly string[];
  /** Only accounts without a cap are served: another process counts the others. */
  unlimitedOnly?: boolean;
  /**
   * No other process works on these stores, and periods are closed by whoever asks: no lease is held,
   * no source of charges published and nothing scheduled.
   */
  isAlone?: boolean;
}

export async function composeApi(
  base: Base,
  stop: Stop,
  options: ApiOptions,
  overrides?: Overrides,
): Promise<ApiPart> {
  return createApiPart(await openParts(base, stop, overrides), stop, options);
}

export async function createApiPart(
  parts: Parts,
  stop: Stop,
  options: ApiOptions,
): Promise<ApiPart> {
  const { config, clickhouse, logger, clock, embedder } = parts;
  const { command, isStarted, loading, unlimitedOnly = false, isAlone = false } = options;
  const lease = unlimitedOnly || isAlone ? null : await holdCredits(parts, command, stop);
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
  const stores = createApiStores(clickhouse, parts);
  const { usage, sources } = stores;
  const counters = await openCounters(parts, usage, unlimitedOnly);
  const { meter, requestLog } = counters;
  let publisher: Awaited<ReturnType<typeof publishSource>> | undefined;
  closing.push(async () => {
    const isEnded = await counters.close();
    await publisher?.stop(isEnded);
  });
  if (!isAlone) {
    publisher = await publishSource({ source: meter, sources, clock, logger });
    const periods = scheduleClosing({ ...stores, clock, logger, command });
    closing.push(() => periods.stop());
  }
  const metrics = createApiMetrics({
    embedding: () => embedder.waiting(),
    logs: requestLog.waiting,
    lostLogs: requestLog.dropped,
  });
  const service: HealthCheck = {
    name: 'service',
    async check() {
      if (!isStarted()) throw new Error('starting');
    },
  };
  const app = createApp({
    ...stores,
    embedder,
    meter,
    requestLog,
    rateWindow: counters.rateWindow,
    wrongKeys: new SlidingWindow(),
    metrics,
    prices: pricesWith(config.prices),
    types: loadSignalTypes(),
    clock,
    logger,
    trustProxy: config.http.trustProxy,
    adminKey: config.adminKey,
    mcpHosts: config.mcp.hosts,
    ...(loading && { loading }),
    health: [...storeChecks(parts, { needsVectors: false }), counters.health, service],
  });
  return {
    app,
    stores,
    metrics,
    async drain() {
      await Promise.all([meter.drain(), requestLog.drain()]);
    },
  };
}
