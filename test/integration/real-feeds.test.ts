/**
 * Real feeds of real publishers, when the folder is beside the checkout: every line is accounted for,
 * rejected ones with the right reason, and loading them again changes no count. The expectations were
 * checked against the files by hand.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../shared/package-root.js';
import { createDataFolder, finish, jsonOf, startSignals } from '../helpers/cli.js';

const FEEDS = join(packageRoot(), '../shared/feeds');
const FILES = ['company-profiles', 'sec-filings', 'funding-rounds', 'acquisitions'];
const EXPECTED = {
  'company-profiles': { read: 28_143, ignored: 0, rejected: 0 },
  'sec-filings': { read: 10_781, ignored: 2_003, rejected: 0 },
  'funding-rounds': { read: 23_849, ignored: 0, rejected: 1 },
  acquisitions: { read: 6_185, ignored: 0, rejected: 1_534 },
};

describe.skipIf(!existsSync(FEEDS))('real feeds', () => {
  const folder = createDataFolder();
  const paths = FILES.map((name) => join(FEEDS, `${name}.ndjson.gz`));

  beforeAll(async () => {
    // Killed on the way, as a machine may be.
    const child = startSignals(folder, 'load', ...paths);
    const ended = finish(child);
    setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
  });

  afterAll(() => folder.remove());

  const counts = async () => {
    const sql = `SELECT (SELECT count() FROM signals FINAL) AS signals,
      (SELECT uniqExact(signal_id) FROM signals FINAL) AS ids,
      (SELECT count() FROM signals_by_time FINAL) AS by_time,
      (SELECT count() FROM signals_by_type FINAL) AS by_type,
      (SELECT count() FROM companies FINAL) AS companies,
      (SELECT count() FROM events FINAL) AS events`;
    return (await jsonOf(folder, 'sql', sql)).rows[0];
  };

  it('account for every line, and a repeat changes nothing', { timeout: 420_000 }, async () => {
    const report = await jsonOf(folder, 'load', ...paths);
    for (const [at, name] of FILES.entries()) {
      const part = report.files[at];
      expect(part, name).toMatchObject(EXPECTED[name as keyof typeof EXPECTED]);
      expect(part.accepted + part.duplicates + part.ignored + part.rejected, name).toBe(part.read);
    }
    const reasons = readFileSync(join(folder.path, 'rejected/acquisitions.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).reason.code);
    expect(reasons).toHaveLength(1_534);
    expect(new Set(reasons)).toEqual(new Set(['missing_company']));
    const stored = await counts();
    expect(stored.companies).toBe(28_143);
    expect([stored.ids, stored.by_time, stored.by_type]).toEqual(Array(3).fill(stored.signals));
    // 8-K items and annual reports, one per round, two per deal.
    expect(stored.signals).toBe(10_349 + 23_848 - REPEATED_ROUNDS + 2 * 4_651 - 2 * REPEATED_DEALS);
    const again = await jsonOf(folder, 'load', ...paths);
    expect(again).toMatchObject({ accepted: 0, signals: 0, profiles: 0, rejected: 1_535 });
    expect(await counts()).toEqual(stored);
  });

  it('put filings on the company with that CIK, in UTC', async () => {
    const { rows } = await jsonOf(
      folder,
      'sql',
      `SELECT company_domain, signal_type, signal_subtype, toString(detected_at) AS at
       FROM signals FINAL
       WHERE event_id = '0001193125-24-011295' AND signal_subtype = 'cybersecurityIncident'`,
    );
    expect(rows).toEqual([
      {
        company_domain: 'microsoft.com',
        signal_type: 'sec-8k',
        signal_subtype: 'cybersecurityIncident',
        at: '2024-01-19 21:39:35.000',
      },
    ]);
    const items = await jsonOf(
      folder,
      'sql',
      `SELECT count() AS n, uniqExact(event_id) AS events, groupUniqArray(signal_subtype) AS subtypes
       FROM signals FINAL WHERE source = 'sec-filings' AND event_id = '0000018230-19-000139'`,
    );
    expect(items.rows).toEqual([{ n: 1, events: 1, subtypes: ['financialResults'] }]);
  });
});

/** Lines that repeat another one's event id, with the same or older content. */
const REPEATED_ROUNDS = 51;
const REPEATED_DEALS = 3;
