/**
 * Real feeds of real publishers, if their folder is next to the checkout: every line must be counted, rejected
 * ones with the right reason, and loading them again must change nothing. The expectations were checked against
 * the files by hand. By default only companies whose names begin with Ca or Mi (or are missing) are loaded, a
 * sixteenth of the lines; `LONG=1` loads all.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  normaliseCompanyName,
  trigramSimilarity,
  trigrams,
} from '../../shared/domain/normalise/company-name.js';
import { countryCode } from '../../shared/domain/normalise/country-code.js';
import { normaliseDomain } from '../../shared/domain/normalise/identifiers.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import { createDataFolder, finish, jsonOf, rejectedFile, startSignals } from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { eventually } from '../helpers/eventually.js';

const FEEDS = join(packageRoot(), '../shared/feeds');
const FILES = ['company-profiles', 'sec-filings', 'funding-rounds', 'acquisitions', 'warn-notices'];
const IS_LONG = process.env.LONG !== undefined;
/** One signal per 8-K item, annual report, round and notice, and two per deal; lines may repeat. */
const EXPECTED = IS_LONG
  ? {
      read: [28_143, 10_781, 23_849, 6_185, 4_452],
      ignored: [0, 2_003, 0, 0, 0],
      rejected: [0, 0, 1, 1_534, 1],
      signals: 10_349 + (23_848 - 51) + 2 * (4_651 - 3) + (4_451 - 3),
      matches: { sure: 600, contradicting: 60 },
      similar: 200,
    }
  : {
      read: [637, 1_562, 610, 1_677, 197],
      ignored: [0, 255, 0, 0, 0],
      rejected: [0, 0, 0, 1_534, 0],
      signals: 1_557 + (610 - 1) + 2 * 143 + 197,
      matches: { sure: 20, contradicting: 0 },
      similar: 30,
    };

describe.skipIf(!existsSync(FEEDS))('Real feeds', () => {
  const folder = createDataFolder();
  const paths = FILES.map((name) => join(folder.path, `${name}.ndjson`));

  beforeAll(async () => {
    for (const [at, name] of FILES.entries()) {
      const lines = linesOf(name).map((line) => JSON.stringify(line));
      writeFileSync(paths[at] ?? '', lines.join('\n'));
    }
    // Kills a first load in the middle of the acquisitions.
    const child = startSignals(folder, 'load', ...paths);
    const ended = finish(child);
    await eventually(
      async () => rejectedFile(folder, 'acquisitions'),
      (file) => file !== undefined || child.exitCode !== null,
    );
    child.kill('SIGKILL');
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
    const [row = {}] = await rowsIn(folder, sql);
    return row;
  };

  it('have every line counted, and a repeated load changes nothing', {
    timeout: 1_200_000,
  }, async () => {
    const report = await jsonOf(folder, 'load', ...paths);
    for (const [at, name] of FILES.entries()) {
      const part = report.files[at];
      const { read, ignored, rejected } = EXPECTED;
      const expected = { read: read[at], ignored: ignored[at], rejected: rejected[at] };
      expect(part, name).toMatchObject(expected);
      expect(part.accepted + part.duplicates + part.ignored + part.rejected, name).toBe(part.read);
    }
    const reasons = readFileSync(rejectedFile(folder, 'acquisitions') ?? '', 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).reason.code);
    expect(reasons).toHaveLength(1_534);
    expect(new Set(reasons)).toEqual(new Set(['missing_company']));
    const stored = await counts();
    expect(stored.companies).toBe(EXPECTED.read[0]);
    expect([stored.ids, stored.by_time, stored.by_type]).toEqual(Array(3).fill(stored.signals));
    expect(stored.signals).toBe(EXPECTED.signals);
    const again = await jsonOf(folder, 'load', ...paths);
    expect(again).toMatchObject({
      accepted: 0,
      signals: 0,
      profiles: 0,
      rejected: 1_534 + (IS_LONG ? 2 : 0),
    });
    expect(await counts()).toEqual(stored);
  });

  it('yield filings in UTC for the company with that CIK', async () => {
    const rows = await rowsIn(
      folder,
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
    const items = await rowsIn(
      folder,
      `SELECT count() AS n, uniqExact(event_id) AS events, groupUniqArray(signal_subtype) AS subtypes
       FROM signals FINAL WHERE source = 'sec-filings' AND event_id = '0000018230-19-000139'`,
    );
    expect(items).toEqual([{ n: 1, events: 1, subtypes: ['financialResults'] }]);
  });

  it('resolve to the only profile with the name, never to one in another country', async () => {
    const profiles = holdersByName();
    const found = await companiesOfEvents(folder, ['funding-rounds', 'warn-%']);
    const tally = { sure: 0, resolved: 0, contradicting: 0, wrong: 0 };
    for (const { source, event_id: id, payload } of [
      ...linesOf('funding-rounds'),
      ...linesOf('warn-notices'),
    ]) {
      const domain = found.get(`${source}\n${id}`);
      const [profile, ...others] = profiles.get(nameOf(source, payload)) ?? [];
      if (domain === undefined || !profile || others.length > 0) continue;
      const own = countryOf(payload.company_country_code);
      const theirs = countryOf(profile.country);
      if (own !== null && theirs !== null && own !== theirs) {
        tally.contradicting += 1;
        if (domain === normaliseDomain(profile.domain)) tally.wrong += 1;
      } else {
        tally.sure += 1;
        if (domain === normaliseDomain(profile.domain)) tally.resolved += 1;
      }
    }
    expect(tally.sure).toBeGreaterThan(EXPECTED.matches.sure);
    expect(tally.contradicting).toBeGreaterThan(EXPECTED.matches.contradicting);
    expect(tally.wrong).toBe(0);
    expect(tally.resolved / tally.sure).toBeGreaterThanOrEqual(0.99);
  });

  it('never resolve to a company with a similar name', { timeout: 240_000 }, async () => {
    const pairs = similarPairs(EXPECTED.similar);
    expect(pairs).toHaveLength(EXPECTED.similar);
    const names = [...new Set(pairs.flat())];
    const events = names.map((name, at) => ({
      source: 'signal',
      event_id: `similar-${at}`,
      observed_at: '2026-05-01T00:00:00.000Z',
      payload: {
        signal_type: 'news',
        signal_subtype: 'general',
        company: { name },
        data: { summary: 'Something happens' },
      },
    }));
    const file = join(folder.path, 'similar.ndjson');
    writeFileSync(file, events.map((event) => JSON.stringify(event)).join('\n'));
    await jsonOf(folder, 'load', file);
    const found = await companiesOfEvents(folder, ['signal']);
    const holders = holdersByName();
    for (const [at, name] of names.entries()) {
      const domain = found.get(`signal\nsimilar-${at}`) ?? '';
      const own = (holders.get(normaliseCompanyName(name)) ?? []).map((each) =>
        normaliseDomain(each.domain),
      );
      expect(own.length === 1 ? own : [''], name).toContain(domain);
    }
  });
});

interface Line {
  source: string;
  event_id: string;
  payload: Record<string, string>;
}

function linesOf(name: string): Line[] {
  const text = gunzipSync(readFileSync(join(FEEDS, `${name}.ndjson.gz`))).toString();
  const lines: Line[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.filter(({ source, payload }) => {
    const company = payload[NAME_FIELDS[source] ?? 'name'] ?? '';
    return IS_LONG || /^(ca|mi|$)/i.test(company);
  });
}

interface Profile {
  domain: string;
  name: string;
  country: string | null;
}

function holdersByName(): Map<string, Profile[]> {
  const holders = new Map<string, Profile[]>();
  for (const { payload } of linesOf('company-profiles')) {
    const { domain = '', name = '', country = null } = payload;
    const key = normaliseCompanyName(name);
    holders.set(key, [...(holders.get(key) ?? []), { domain, name, country }]);
  }
  return holders;
}

/** The field of each source that contains the company name. */
const NAME_FIELDS: Readonly<Record<string, string>> = {
  'funding-rounds': 'company_name',
  acquisitions: 'acquirer_name',
  'warn-ca': 'company',
  'warn-fl': 'Company Name',
  'warn-il': 'Location Name',
  'warn-nj': 'Company',
  'warn-ny': 'Business Legal Name',
  'warn-oh': 'Company',
  'warn-tx': 'JOB_SITE_NAME',
  'warn-wa': 'Company',
};

function nameOf(source: string, payload: Line['payload']): string {
  const [first = ''] = (payload[NAME_FIELDS[source] ?? ''] ?? '').split('\n');
  return normaliseCompanyName(first);
}

function countryOf(name: string | null | undefined): string | null {
  return name ? countryCode(name) : null;
}

/** Reads in this process, because a command of its own takes a second of processor time. */
async function rowsIn(
  folder: ReturnType<typeof createDataFolder>,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const { clickhouse, close } = await openDataFolder(folder.path);
  return clickhouse.rows<Record<string, unknown>>(sql).finally(close);
}

/** Returns the domain of the company of each event, which is empty if unresolved. */
async function companiesOfEvents(
  folder: ReturnType<typeof createDataFolder>,
  sources: readonly string[],
): Promise<Map<string, string>> {
  const like = sources.map((source) => `source LIKE '${source}'`).join(' OR ');
  const sql = `SELECT source, event_id, company_domain FROM signals FINAL WHERE ${like}`;
  const rows = await rowsIn(folder, sql);
  return new Map(rows.map((row) => [`${row.source}\n${row.event_id}`, String(row.company_domain)]));
}

/** Returns pairs of similar names of different companies, which are close in the alphabet. */
function similarPairs(count: number): [string, string][] {
  const names = [...holdersByName()].sort(([a], [b]) => (a < b ? -1 : 1));
  const pieces = names.map(([key]) => trigrams(key));
  const pairs: [string, string][] = [];
  names.forEach(([, [left]], at) => {
    for (let next = at + 1; next < Math.min(at + 6, names.length); next += 1) {
      const right = names[next]?.[1][0];
      if (!left || !right || pairs.length >= count) return;
      const similarity = trigramSimilarity(pieces[at] ?? new Set(), pieces[next] ?? new Set());
      if (similarity >= 0.5) pairs.push([left.name, right.name]);
    }
  });
  return pairs;
}
