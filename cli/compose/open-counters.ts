/**
 * Opens what API processes count and log: credits, idempotency keys, requests per minute, requests.
 * They are in Redis, for any number of processes, if `REDIS_URL` is set; else in this process and
 * its journals.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthCheck } from '../../api/monitoring/health.js';
import type { ChargeSource } from '../../shared/domain/ports/charge-source.js';
import type { CreditMeter } from '../../shared/domain/ports/credit-meter.js';
import type { RateWindow } from '../../shared/domain/ports/rate-window.js';
import type { SourceStore } from '../../shared/domain/ports/source-store.js';
import type { UsageStore } from '../../shared/domain/ports/usage-store.js';
import { journalId } from '../../shared/platform/journal/journal-id.js';
import { openRedis } from '../../shared/platform/redis/open-redis.js';
import {
  type JournalMeterDeps,
  openJournalMeter,
} from '../../shared/stores/credits/journal-meter.js';
import { RedisCreditMeter } from '../../shared/stores/credits/redis-credit-meter.js';
import { restrictToUnlimited } from '../../shared/stores/credits/restrict-to-unlimited.js';
import {
  createRequestLog,
  openLogJournal,
  openLogStream,
  type RequestLogWriter,
} from '../../shared/stores/logs/request-log.js';
import { createRedisRateWindow } from '../../shared/stores/rate/redis-rate-window.js';
import { createSharedWindow } from '../../shared/stores/rate/shared-window.js';
import { SlidingWindow } from '../../shared/stores/rate/sliding-window.js';
import { checkWrites } from '../../shared/stores/redis/check-writes.js';
import { makeFolder } from './folder-faults.js';
import type { Parts } from './open-parts.js';

export interface Counters {
  meter: CreditMeter & ChargeSource;
  requestLog: RequestLogWriter;
  rateWindow: RateWindow;
  health: HealthCheck;
  /**
   * Moves waiting charges and log rows to ClickHouse; the rest stays where it is. Returns true if
   * no charge of this process is left. The source of the meter can be asked until `disconnect`.
   */
  close(): Promise<boolean>;
  disconnect(): Promise<void>;
}

type CounterDeps = Pick<JournalMeterDeps, 'usage' | 'clock' | 'logger'>;

export async function openCounters(
  { config, clock, logger }: Pick<Parts, 'config' | 'clock' | 'logger'>,
  { usage, sources }: { usage: UsageStore; sources: SourceStore },
  isUnlimitedOnly: boolean,
): Promise<Counters> {
  const deps = { usage, clock, logger };
  const folderOf = (owner: string) => join(config.dataDir, 'journals', owner);
  if (isUnlimitedOnly) {
    // These journals are separate, because another process holds those of the service.
    const folder = folderOf(`port-${config.http.port}`);
    const counters = await openJournals(deps, folder);
    return { ...counters, meter: restrictToUnlimited(counters.meter) };
  }
  const folder = folderOf('service');
  if (config.redisUrl === undefined) return openJournals(deps, folder);
  // Move what the service of this folder wrote to its journals before it shared counters.
  if (existsSync(folder)) {
    const { meter, close } = await openJournals(deps, folder);
    if (await close()) await sources.putSource({ ...(await meter.source()), ended: true });
  }
  return openShared(deps, config.redisUrl);
}

async function openJournals(deps: CounterDeps, folder: string): Promise<Counters> {
  makeFolder('SIGNALS_DATA_DIR', folder);
  const sourceId = `journal ${journalId(folder)}`;
  const meter = await openJournalMeter({ ...deps, folder, sourceId });
  const requestLog = createRequestLog(await openLogJournal(folder, deps), deps);
  return {
    meter,
    requestLog,
    rateWindow: new SlidingWindow(),
    health: { name: 'credits', check: meter.check },
    close: () => closeBoth(meter, requestLog),
    disconnect: async () => undefined,
  };
}

async function openShared(deps: CounterDeps, url: string): Promise<Counters> {
  const redis = await openRedis(url, deps.logger);
  const meter = new RedisCreditMeter({ redis, ...deps });
  const requestLog = createRequestLog(openLogStream(redis, deps), deps);
  return {
    meter,
    requestLog,
    rateWindow: createSharedWindow(createRedisRateWindow(redis), new SlidingWindow()),
    health: { name: 'redis', check: () => checkWrites(redis), version: async () => redis.version },
    close: () => closeBoth(meter, requestLog),
    disconnect: () => redis.close(),
  };
}

async function closeBoth(
  meter: { close(): Promise<boolean> },
  requestLog: RequestLogWriter,
): Promise<boolean> {
  const [isEmpty] = await Promise.all([meter.close(), requestLog.close()]);
  return isEmpty;
}
