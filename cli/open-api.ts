/** The API of a process, put together from its runtime; what it runs on is handed back for the stop. */
import { join } from 'node:path';
import { createApp } from '../api/app.js';
import { openJournalMeter } from '../api/credits/journal-meter.js';
import { pricesWith } from '../api/credits/prices.js';
import { publishSource } from '../api/credits/publish-source.js';
import { scheduleClosing } from '../api/credits/schedule-closing.js';
import { unlimitedOnly } from '../api/credits/unlimited-only-meter.js';
import { type ApiMetrics, createApiMetrics } from '../api/metrics.js';
import { createRequestLog, openLogJournal } from '../api/request-log.js';
import type { createEmbedder } from '../shared/embedding/embedder.js';
import { journalId } from '../shared/journal/journal-id.js';
import { systemClock } from '../shared/ports/clock.js';
import { loadSignalTypes } from '../shared/signal-types.js';
import type { VectorStore } from './open-vectors.js';
import type { Runtime } from './runtime.js';
import { createApiStores } from './stores.js';

export interface OpenApi {
  app: ReturnType<typeof createApp>;
  stores: ReturnType<typeof createApiStores>;
  metrics: ApiMetrics;
  /** Moves what waits, charges and log rows, to ClickHouse; the rest stays in the journals. */
  close(): Promise<void>;
}

export interface ApiOptions {
  embedder: Awaited<ReturnType<typeof createEmbedder>>;
  vectors: VectorStore | undefined;
  /** Readiness waits for it. */
  isStarted: () => boolean;
  /** Only accounts without a cap are served: other processes count the others. */
  unlimitedOnly: boolean;
}

export async function openApi(
  { config, clickhouse, logger }: Runtime,
  options: ApiOptions,
): Promise<OpenApi> {
  const { embedder, vectors } = options;
  const stores = createApiStores(clickhouse, { vectors, clock: systemClock, logger });
  const { usage } = stores;
  // A process that holds no lease has journals of its own.
  const owner = options.unlimitedOnly ? `port-${config.http.port}` : 'service';
  const folder = join(config.dataDir, 'journals', owner);
  const counted = await openJournalMeter({
    usage,
    clock: systemClock,
    logger,
    folder,
    sourceId: `journal ${journalId(folder)}`,
  });
  const meter = options.unlimitedOnly ? unlimitedOnly(counted) : counted;
  const publisher = await publishSource({
    source: counted,
    sources: stores.sources,
    clock: systemClock,
    logger,
  });
  const closing = scheduleClosing({ ...stores, clock: systemClock, logger, command: 'api' });
  const logJournal = await openLogJournal({ usage, logger, folder });
  const requestLog = createRequestLog(logJournal, usage, logger);
  const metrics = createApiMetrics({
    embedding: () => embedder.waiting(),
    logs: requestLog.waiting,
    lostLogs: requestLog.dropped,
  });
  const app = createApp({
    ...stores,
    embedder,
    meter,
    requestLog,
    metrics,
    prices: pricesWith(config.prices),
    types: loadSignalTypes(),
    clock: systemClock,
    logger,
    trustProxy: config.http.trustProxy,
    adminKey: config.adminKey,
    mcpHosts: config.mcp.hosts,
    health: [
      {
        name: 'clickhouse',
        async check() {
          await clickhouse.rows('SELECT 1 AS ok');
        },
      },
      { name: 'credits', check: meter.check },
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
    async close() {
      const charges = meter.close().then((isEmpty) => publisher.stop(isEmpty));
      await Promise.all([closing.stop(), charges, logJournal.close(), requestLog.drain()]);
    },
  };
}
