/** Every feed definition does with its own examples what it says. */
import { describe, expect, it } from 'vitest';
import { KIND_SCHEMAS, loadFeedDefinitions } from '../../../ingest/feeds/feed-definitions.js';
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
const defined = feeds.sources().filter((source) => !Object.hasOwn(KIND_SCHEMAS, source));

describe('feed definitions', () => {
  it('are those of every publisher served', () => {
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

  it.each(defined)('%s holds its examples', async (source) => {
    const feed = feeds.feed(source);
    if (!feed) throw new Error('no such feed');
    expect(feed.examples.length).toBeGreaterThan(0);
    const results = await checkExamples(feed, normalise, NOW_MS);
    const failed = results.filter(({ differences }) => differences.length > 0);
    expect(failed).toEqual([]);
  });
});
