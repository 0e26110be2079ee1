/**
 * No hostile text or event makes the functions that read it slow. `LONG=1` takes texts of 1 MB, and
 * every kind of text for every feed; a quadratic function shows at a tenth of that.
 */
import { describe, expect, it } from 'vitest';
import { termsOf } from '../../ingest/classify/news-classifier.js';
import { titleKeyOf } from '../../ingest/derive/syndication.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { createFeedFunctions } from '../../ingest/feeds/feed-functions.js';
import { readItems } from '../../ingest/kinds/filing-items.js';
import { labelIn, NO_COMPANY, nameIn, shownName, textOf } from '../../ingest/kinds/references.js';
import { cutText } from '../../ingest/kinds/words.js';
import { createNormaliseEvent } from '../../ingest/normalise/normalise-event.js';
import { MAX_LINE_BYTES } from '../../ingest/sources/file-source.js';
import { loadContentTags, tagPassages } from '../../ingest/values/content-tags.js';
import { normaliseCompanyName, trigrams } from '../../shared/domain/normalise/company-name.js';
import { countryCode } from '../../shared/domain/normalise/country-code.js';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import { createDateReader } from '../../shared/domain/normalise/date-reader.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import {
  normaliseDomain,
  normaliseEmail,
  normaliseProfileUrl,
} from '../../shared/domain/normalise/identifiers.js';
import { plainText } from '../../shared/domain/normalise/plain-text.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { cpuMsOf, hostileTexts, leastCostMs, msSince } from '../helpers/hostile-texts.js';

const LONG = Boolean(process.env.LONG);
const CHARACTERS = LONG ? 1_000_000 : 100_000;
/** Limit of processor time; a linear function takes milliseconds. */
const LIMIT_MS = LONG ? 7_000 : 700;
const EVENT_LIMIT_MS = LONG ? 10_000 : 3_000;
const EVENT_CHARACTERS = LONG ? MAX_LINE_BYTES - 20_000 : 200_000;
/** Texts for events in the gate: one of each kind that was ever slow. */
const FEW_PIECES = ['<a ', ' x', '1x', ', a'];

const tags = loadContentTags();
const dates = createFeedFunctions(
  createDateReader(['M/d/yyyy', 'rfc2822', "MMM d 'of' yyyy HH:mm"], 'UTC'),
);
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  ...dates,
  normaliseCompanyName,
  trigrams,
  countryCode,
  parseIsoDate,
  foldCase,
  normaliseDomain,
  normaliseEmail,
  normaliseProfileUrl,
  nameIn,
  jobTitle: (text) => labelIn(text, plainText),
  shownName: (text) => shownName({ ...NO_COMPANY, name: text }),
  textOf,
  readItems,
  cutText: (text) => cutText(text, 200),
  termsOf,
  titleKeyOf: (text) => titleKeyOf(text, text),
  tagPassages: (text) => tagPassages('sec-10k', [{ place: '1A', text }], tags),
};

describe('Hostile text', () => {
  it.each(Object.entries(READERS))(
    'does not slow down %s',
    async (_, read) => {
      for (const text of hostileTexts(CHARACTERS, LONG ? undefined : ['x'])) {
        const start = text.slice(0, 20);
        const costMs = await leastCostMs(LIMIT_MS, () => cpuMsOf(() => read(text)));
        expect(costMs < LIMIT_MS ? '' : start).toBe('');
      }
    },
    600_000,
  );
});

describe('Hostile event', () => {
  const feeds = loadFeedDefinitions([productFeeds()]);
  const normalise = createNormaliseEvent({
    feeds,
    types: loadSignalTypes(),
    embedding: { model: 'none', dimension: 3 },
  });
  const sources = feeds.sources().filter((source) => feeds.feed(source)?.examples.length);
  const context = { nowMs: Date.parse('2026-06-01T00:00:00Z') };

  it.each(sources)(
    'of feed %s is normalised within the limit of processor time',
    async (source) => {
      const [example] = feeds.feed(source)?.examples ?? [];
      const payload: object = example?.payload ?? {};
      const leaves = JSON.stringify(payload).match(/:"/g)?.length ?? 1;
      for (const text of textsOf(EVENT_CHARACTERS / leaves)) {
        const hostile: unknown = JSON.parse(JSON.stringify(payload), (name, value) =>
          typeof value === 'string' && !/date|time|_at$/i.test(name) ? text : value,
        );
        const event = {
          source,
          event_id: 'hostile',
          observed_at: '2026-05-01T00:00:00Z',
          payload: hostile,
        };
        const line = Buffer.from(JSON.stringify(event));
        const costMs = await leastCostMs(EVENT_LIMIT_MS, async () => {
          const before = process.cpuUsage();
          await normalise(line, context);
          return msSince(before);
        });
        expect(costMs).toBeLessThan(EVENT_LIMIT_MS);
      }
    },
    600_000,
  );

  function textsOf(characters: number): Iterable<string> {
    if (LONG) return hostileTexts(characters, ['']);
    return FEW_PIECES.map((piece) => piece.repeat(characters / piece.length));
  }
});
