/**
 * Random paid calls to real processes that are killed meanwhile. `STORM_SEED` replays one seed; `LONG=1` runs twenty
 * new ones. With Redis it needs a Redis server.
 */
import { describe, expect, it } from 'vitest';
import { createDataFolder } from '../helpers/cli.js';
import { redisMissing, startRedis } from '../helpers/redis.js';
import { runStorm, type StormOptions } from '../helpers/storm.js';

const given = process.env.STORM_SEED;
const seeds = given
  ? [Number(given)]
  : process.env.LONG
    ? Array.from({ length: 20 }, (_, at) => (Date.now() % 1_000_000) + at)
    : [1];

async function storm(options: Omit<StormOptions, 'seed'>, seed: number, env: NodeJS.ProcessEnv) {
  const folder = createDataFolder();
  Object.assign(folder.env, env);
  try {
    const report = await runStorm(folder, { seed, ...options });
    expect(report.charged, JSON.stringify(report)).toBeGreaterThan(20);
    expect(report.replayed, JSON.stringify(report)).toBeGreaterThan(0);
    process.stdout.write(`storm ${seed}: ${JSON.stringify(report)}\n`);
  } finally {
    folder.remove();
  }
}

describe('Charges of one process with a journal', () => {
  it.each(seeds)('equal the ledger after kill -9 (STORM_SEED=%i)', (seed) =>
    storm({ servers: [['serve', '--no-demo']] }, seed, {}),
  );
});

const missing = redisMissing();
describe.skipIf(missing)(
  `Charges of two processes with Redis${missing ? `: ${missing}` : ''}`,
  () => {
    it.each(seeds)(
      'equal the ledger after kill -9 of both and restarts of Redis (STORM_SEED=%i)',
      async (seed) => {
        const redis = await startRedis();
        try {
          const disturb = async (): Promise<void> => {
            await redis.kill();
            await redis.start();
          };
          const servers = [['api'], ['api']];
          await storm({ servers, disturb }, seed, { REDIS_URL: redis.url });
        } finally {
          await redis.remove();
        }
      },
    );
  },
);
