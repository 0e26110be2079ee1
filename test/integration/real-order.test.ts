/**
 * A sample of every real feed, and records of other publishers, loaded forwards, backwards, twice, profiles last
 * and shuffled: the stored data must be the same to the byte. Needs the folder of feeds next to the checkout.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseCompanyName } from '../../shared/domain/normalise/company-name.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import { emptyData } from '../helpers/empty-tables.js';
import { exportOf } from '../helpers/exported.js';
import { startTestService } from '../helpers/test-service.js';

const FEEDS = join(packageRoot(), '../shared/feeds');
const PER_FEED = process.env.LONG ? 400 : 30;
const OBSERVED = '2026-08-02T00:00:00.000Z';

interface Event {
  source: string;
  event_id: string;
  observed_at: string;
  payload: Record<string, unknown>;
}

describe.skipIf(!existsSync(FEEDS))('Sample of real events', () => {
  it('yields equal exports for any order', { timeout: 600_000 }, async () => {
    const { profiles, others } = sample();
    const orders = [
      [...profiles, ...others],
      [...others, ...profiles],
      [...profiles, ...others].toReversed(),
      [...others, ...profiles, ...others.toReversed(), ...profiles],
      ...fc.sample(
        fc.shuffledSubarray([...profiles, ...others], {
          minLength: profiles.length + others.length,
        }),
        process.env.LONG ? 10 : 1,
      ),
    ];
    const service = await startTestService();
    const exportAfter = async (events: readonly Event[]): Promise<string> => {
      await emptyData(service.clickhouse);
      await service.load(events, 97);
      return JSON.stringify(await exportOf(service.clickhouse));
    };
    const [reference, ...exports] = await inTurn(orders, exportAfter).finally(service.stop);
    const { signals }: { signals: { source: string }[] } = JSON.parse(reference ?? '');
    expect(signals.length).toBeGreaterThan(4 * PER_FEED);
    expect(new Set(signals.map(({ source }) => source.replace(/-..$/, '-')))).toEqual(
      new Set([
        ...['sec-filings', 'funding-rounds', 'acquisitions', 'warn-', 'greenhouse', 'lever'],
        ...['ashby', 'finnhub', 'gdelt', 'aylien', 'nse'],
      ]),
    );
    for (const [at, each] of exports.entries())
      expect(each === reference, `order ${at + 1}`).toBe(true);
  });
});

async function inTurn<A, B>(list: readonly A[], work: (each: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (const each of list) results.push(await work(each));
  return results;
}

/** Returns events spread over each file, with the profiles of their companies and some others. */
function sample(): { profiles: Event[]; others: Event[] } {
  const files = ['sec-filings', 'funding-rounds', 'acquisitions', 'warn-notices'].map(linesOf);
  const all = linesOf('company-profiles');
  const byName = new Map(all.map((event) => [nameOf(event.payload.name), event]));
  const named = files.flatMap((events) =>
    events.filter(({ payload }) =>
      [payload.company_name, payload.name, payload.Company].some((name) =>
        byName.has(nameOf(name)),
      ),
    ),
  );
  const others = [
    ...files.flatMap((events) => spread(events, PER_FEED)),
    ...spread(named, PER_FEED),
  ];
  const meant = others.flatMap(({ payload }) =>
    [payload.company_name, payload.name, payload.Company].flatMap(
      (name) => byName.get(nameOf(name)) ?? [],
    ),
  );
  return {
    profiles: [...new Set([...meant, ...spread(all, PER_FEED)])],
    others: [...new Set([...others, ...otherPublishers()])],
  };
}

/** Returns the records of `shapes.json` as events of their feed definitions. */
function otherPublishers(): Event[] {
  const shapes = JSON.parse(readFileSync(join(FEEDS, 'shapes.json'), 'utf8'));
  const event = (source: string, id: string, payload: object, observed = OBSERVED): Event => ({
    source,
    event_id: id,
    observed_at: observed,
    payload: payload as Event['payload'],
  });
  const list = (name: string): object[] => shapes[name];
  const days = ['2026-08-01', '2026-08-02', '2026-08-03'];
  const boards = days.flatMap((day, at) => {
    const time = `${day}T00:00:00.000Z`;
    const board = (jobs: unknown) => ({ board: 'sample', fetched_at: time, response: jobs });
    const some = (name: string) => list(name).slice(0, at + 1);
    return [
      event('greenhouse', 'sample', board({ jobs: some('jobs/greenhouse') }), time),
      event('lever', 'sample', board(some('jobs/lever')), time),
      event('ashby', 'sample', board({ jobs: some('jobs/ashby') }), time),
    ];
  });
  const texts: string[] = shapes.nse_announcements;
  return [
    ...boards,
    ...list('finnhub_news').map((each, at) => event('finnhub', `f-${at}`, each)),
    ...list('gdelt').map((each, at) => event('gdelt', `g-${at}`, each)),
    ...list('aylien').map((each, at) => event('aylien', `a-${at}`, each)),
    ...texts.map((text, at) => event('nse', `n-${at}`, { text })),
  ];
}

function linesOf(name: string): Event[] {
  const text = gunzipSync(readFileSync(join(FEEDS, `${name}.ndjson.gz`))).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, at) => at % step === 0).slice(0, count);
}

function nameOf(name: unknown): string {
  return typeof name === 'string' && name.trim() !== '' ? normaliseCompanyName(name) : '-';
}
