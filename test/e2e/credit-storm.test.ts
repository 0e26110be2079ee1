/**
 * Credits in a storm, on real processes. `STORM_SEED` replays one seed; `LONG=1` runs twenty.
 */
import { describe, expect, it } from 'vitest';
import { createDataFolder } from '../helpers/cli.js';
import { runStorm } from '../helpers/storm.js';

const given = process.env.STORM_SEED;
const first = given === undefined ? Date.now() % 1_000_000 : Number(given);
const count = given !== undefined ? 1 : process.env.LONG ? 20 : 3;
const seeds = Array.from({ length: count }, (_, at) => first + at);

describe('charges of one process with a journal', () => {
  it.each(seeds)('hold against the ledger through kill -9 (STORM_SEED=%i)', async (seed) => {
    const folder = createDataFolder();
    try {
      const report = await runStorm(folder, { seed, servers: [['serve', '--no-demo']] });
      expect(report.charged, JSON.stringify(report)).toBeGreaterThan(20);
      expect(report.replayed, JSON.stringify(report)).toBeGreaterThan(0);
      process.stdout.write(`storm ${seed}: ${JSON.stringify(report)}\n`);
    } finally {
      folder.remove();
    }
  });
});
