/**
 * Both credit meters for tests: the journal of one process, and a Redis that two processes share.
 */
import { join } from 'node:path';
import type { CreditMeter } from '../../shared/domain/ports/credit-meter.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { openRedis } from '../../shared/platform/redis/open-redis.js';
import { openJournalMeter } from '../../shared/stores/credits/journal-meter.js';
import { RedisCreditMeter } from '../../shared/stores/credits/redis-credit-meter.js';
import { redisServerMissing, startRedisServer } from './redis-container.js';
import type { UsageLedger } from './usage-ledger.js';

/** Processes that count together. `restart` replaces them by new ones on the stored state. */
export interface CreditMeters {
  open(): Promise<CreditMeter[]>;
  restart(): Promise<CreditMeter[]>;
  close(): Promise<void>;
}

type Create = (ledger: UsageLedger, clock: { now(): number }) => Promise<CreditMeters>;

const logger = createLogger('silent');

const journal: Create = async (ledger, clock) => {
  const folder = join(ledger.folder, 'journal');
  const open = () =>
    openJournalMeter({ usage: ledger.usage, clock, logger, folder, sourceId: 'test' });
  let meter = await open();
  return {
    open: async () => [meter],
    async restart() {
      await meter.close();
      meter = await open();
      return [meter];
    },
    async close() {
      await meter.close();
    },
  };
};

const redis: Create = async (ledger, clock) => {
  const server = await startRedisServer();
  const start = async () => {
    const connection = await openRedis(server.url, logger);
    const meter = new RedisCreditMeter({ redis: connection, usage: ledger.usage, clock, logger });
    return {
      meter,
      async close() {
        await meter.close();
        await connection.close();
      },
    };
  };
  let processes = await Promise.all([start(), start()]);
  const close = async () => {
    await Promise.all(processes.map((each) => each.close()));
  };
  return {
    open: async () => processes.map(({ meter }) => meter),
    async restart() {
      await close();
      await server.kill();
      await server.start();
      processes = await Promise.all([start(), start()]);
      return processes.map(({ meter }) => meter);
    },
    async close() {
      await close();
      await server.remove();
    },
  };
};

const withoutRedis = redisServerMissing();
/** Name, function that opens them, and the reason to skip their tests. */
export const CREDIT_METERS: [string, Create, string | null][] = [
  ['the journal', journal, null],
  ['Redis', redis, withoutRedis],
];
