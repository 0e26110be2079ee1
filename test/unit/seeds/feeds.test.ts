/** The feed definitions of the product: their examples, companies, times and ids. */
import { describe, expect, it } from 'vitest';
import { loadFeedDefinitions } from '../../../ingest/feeds/feed-definitions.js';
import { EVENT_KINDS } from '../../../ingest/kinds/event-kinds.js';
import { checkExamples } from '../../../ingest/normalise/check-examples.js';
import { createNormaliseEvent } from '../../../ingest/normalise/normalise-event.js';
import { productFeeds } from '../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../shared/domain/schemas/signal-types.js';

const NOW_MS = Date.parse('2026-09-01T00:00:00.000Z');
const feeds = loadFeedDefinitions([productFeeds()]);
const normalise = createNormaliseEvent({
  feeds,
  types: loadSignalTypes(),
  embedding: { model: 'none', dimension: 384 },
});
const defined = feeds.sources().filter((source) => !Object.hasOwn(EVENT_KINDS, source));

describe('Feed definitions', () => {
  it('exist for exactly the supported publishers', () => {
    expect(defined).toEqual([
      'acquisitions',
      'ashby',
      'aylien',
      'company-profiles',
      'contact-profiles',
      'finnhub',
      'funding-rounds',
      'gdelt',
      'greenhouse',
      'lever',
      'newsapi',
      'nse',
      'rss',
      'sec-filings',
      ...['ca', 'fl', 'il', 'nj', 'ny', 'oh', 'tx', 'wa'].map((state) => `warn-${state}`),
    ]);
  });

  it.each(defined)('of %s produce the results of their examples', async (source) => {
    const feed = feeds.feed(source);
    if (!feed) throw new Error('no such feed');
    expect(feed.examples.length).toBeGreaterThan(0);
    const results = await checkExamples(feed, normalise, NOW_MS);
    const failed = results.filter(
      ({ differences, notes }) => [...differences, ...notes].length > 0,
    );
    expect(failed).toEqual([]);
  });
});

const NEWS = ['aylien', 'finnhub', 'gdelt', 'newsapi', 'rss'];

describe('News that was requested by company and ticker', () => {
  it.each(NEWS)('in %s is about one company', async (source) => {
    const payload = {
      ...{ id: 1, url: 'https://press.example/1', related: 'ALD, BRCH' },
      ...{ title: 'Alder wins', headline: 'Alder wins' },
      company: { name: 'Alder', domain: 'alder.example', tickers: ['ALDR', 'ald'] },
      ticker: 'ALD',
    };
    const outcome = await normalise(Buffer.from(JSON.stringify(payload)), {
      source,
      nowMs: NOW_MS,
    });
    const company = { name: 'Alder', domain: 'alder.example', tickers: ['ALDR', 'ALD'] };
    const others = source === 'finnhub' ? ['BRCH'] : [];
    expect(outcome).toMatchObject({
      event: { signals: [{ company, data: { other_companies: others } }] },
    });
  });
});

it.each(['General', [{ _: 'general' }], { '#text': 2026 }])(
  'an RSS item leaves its subtype to the classifier if its category is only %j',
  async (category) => {
    const item = { title: 'Alder wins', company: 'Alder', category };
    const line = Buffer.from(JSON.stringify(item));
    const outcome = await normalise(line, { source: 'rss', nowMs: NOW_MS });
    expect(outcome).toMatchObject({ event: { signals: [{ subtypeIsOpen: true }] } });
  },
);

it.each([
  'Example Press',
  ['Example Press'],
  [{ _: 'Example Press', $: { url: 'https://press.example' } }],
  { '#text': 'Example Press', '@_url': 'https://press.example' },
  { title: 'Example Press' },
  { title: [{ _: 'Example Press', $: { type: 'text' } }] },
])('an RSS item has its publisher in every form of its source: %j', async (source) => {
  const fields = await feeds.feed('rss')?.map({ title: 'Alder wins', source });
  expect(fields?.publisher).toBe('Example Press');
});

describe('Bare payload with an invalid time', () => {
  const take = (source: string, payload: object) =>
    normalise(Buffer.from(JSON.stringify(payload)), { source, nowMs: NOW_MS, fileTimeMs: 7 });

  it('is rejected with the event field and the unreadable text', async () => {
    const round = { company_name: 'Alder', funded_at: '4/30/2012' };
    const message = 'announced_on is "4/30/2012", which is not a date such as 2026-03-01';
    expect(await take('funding-rounds', round)).toMatchObject({
      kind: 'rejected',
      reason: {
        code: 'invalid_date',
        field: 'announced_on',
        message: expect.stringContaining(message),
      },
    });
  });

  it.each(['1201-04-30', '3201-04-30'])('is rejected for the implausible date %s', async (day) => {
    const round = { company_name: 'Alder', funded_at: day };
    expect(await take('funding-rounds', round)).toMatchObject({
      kind: 'rejected',
      reason: { code: 'invalid_date' },
    });
  });
});

describe('Ids of bare payloads', () => {
  const idOf = async (source: string, payload: object) =>
    (await feeds.feed(source)?.identify({ ...payload }))?.eventId;

  it.each(NEWS)('of %s differ by the requested company and ticker', async (source) => {
    const article = { id: 1, url: 'https://press.example/1', related: 'ALD', ticker: null };
    const ids = await Promise.all([
      idOf(source, article),
      idOf(source, { ...article, company: 'Alder' }),
      idOf(source, { ...article, company: { name: 'Birch', domain: 'birch.example' } }),
      idOf(source, { ...article, ticker: 'CDR' }),
      idOf(source, { ...article, ticker: 'DUN', company: 'Alder' }),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['aylien', { id: 1, company: '', ticker: ' ' }, '1'],
    ['finnhub', { id: 1, related: 'ALD' }, '1|ALD'],
    ['rss', { guid: '1', link: 'https://press.example/1' }, '1|https://press.example/1'],
    ['aylien', { company: 'Alder' }, null],
    ['finnhub', { company: 'Alder' }, null],
    ['rss', { company: 'Alder' }, null],
    ['gdelt', { ticker: 'ALD', url: 'https://press.example/1' }, 'ALD|https://press.example/1'],
    ['gdelt', { ticker: 'ALD', url: null }, null],
    ['newsapi', { company: 'Alder' }, null],
  ])('of %s come from the fields of the publisher: %j gives %j', async (source, payload, id) => {
    expect(await idOf(source, payload)).toBe(id);
  });

  it.each([
    ['/c/alder', '/c/alder|seed|2026-04-30|5'],
    [undefined, 'Alder|seed|2026-04-30|5'],
    [null, 'Alder|seed|2026-04-30|5'],
    [' ', 'Alder|seed|2026-04-30|5'],
  ])('of funding rounds contain the permalink, or else the name: %j', async (permalink, id) => {
    const round = { funding_round_type: 'seed', funded_at: '2026-04-30', raised_amount_usd: '5' };
    const payload = { company_permalink: permalink, company_name: 'Alder', ...round };
    expect(await idOf('funding-rounds', payload)).toBe(id);
  });

  it.each([
    ['/c/alder', '/c/birch', '/c/alder|/c/birch|2026-01-25'],
    ['', '/c/birch', 'Alder|/c/birch|2026-01-25'],
    [null, undefined, 'Alder|Birch|2026-01-25'],
  ])('of acquisitions contain permalinks, or else names: %j, %j', async (of, by, id) => {
    const payload = {
      ...{ company_permalink: of, company_name: 'Alder' },
      ...{ acquirer_permalink: by, acquirer_name: 'Birch', acquired_at: '2026-01-25' },
    };
    expect(await idOf('acquisitions', payload)).toBe(id);
  });
});
