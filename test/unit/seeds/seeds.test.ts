/** The catalogue of signal types and the demo data of the product. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withDates } from '../../../cli/compose/demo.js';
import { loadFeedDefinitions } from '../../../ingest/feeds/feed-definitions.js';
import { createNormaliseEvent } from '../../../ingest/normalise/normalise-event.js';
import { packageRoot, productFeeds } from '../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../shared/domain/schemas/signal-types.js';

const NEWS = `fundingAnnouncement acquisition acquired layoff plantClosure financialResults dividend
  shareRepurchase executiveChange analystRating legalAction contractWin newDebt creditRating
  partnership productLaunch expansion aiInvestment general`.split(/\s+/);
const ITEMS =
  `1.01 1.02 1.03 1.05 2.01 2.02 2.03 2.04 2.05 2.06 3.01 3.02 3.03 4.01 4.02 5.01 5.02 5.03
  5.07 7.01 8.01`.split(/\s+/);
const types = loadSignalTypes();
const folder = join(packageRoot(), 'seeds/demo');
const lines = readdirSync(folder)
  .filter((file) => file.endsWith('.ndjson'))
  .sort()
  .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));

describe('Catalogue of signal types', () => {
  it('has every type and subtype, each with a name, a description and three to five examples', () => {
    expect(types.types.map(({ type }) => type).sort()).toEqual([
      '10k',
      'hiring-trends',
      'network-post-company',
      'network-post-contact',
      'news',
      'sec-10k',
      'sec-8k',
      'work-milestones',
    ]);
    expect(types.type('news')?.subtypes.map(({ subtype }) => subtype)).toEqual(NEWS);
    for (const item of ITEMS) expect(types.subtypeOfItem(item), item).toBeDefined();
    for (const { subtypes } of types.types) {
      for (const { name, description, examples } of subtypes) {
        expect(name && description).toBeTruthy();
        expect(new Set(examples).size).toBe(examples.length);
        expect(examples.length >= 3 && examples.length <= 5, name).toBe(true);
      }
    }
  });
});

describe('Demo data', () => {
  it('has at least 120 companies and 3,000 events, each once', () => {
    const events = lines.map((line) => JSON.parse(line));
    expect(
      events.filter(({ source }) => source === 'company-profiles').length,
    ).toBeGreaterThanOrEqual(120);
    expect(events.length).toBeGreaterThanOrEqual(3_000);
    expect(new Set(events.map((event) => `${event.source} ${event.event_id}`)).size).toBe(
      events.length,
    );
  });

  it('contains only hosts and addresses on .example', () => {
    const hosts = lines.join('\n').match(/[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(?=[/"])/g) ?? [];
    expect(hosts.length).toBeGreaterThan(1_000);
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([]);
  });

  it('becomes at least 2,500 signals of all types, all dated in the last 24 months', async () => {
    const normalise = createNormaliseEvent({
      feeds: loadFeedDefinitions([productFeeds()]),
      types,
      embedding: { model: 'none', dimension: 1 },
    });
    const nowMs = Date.parse('2026-06-15T00:00:00Z');
    const seen = new Map<string, number>();
    for (const line of lines) {
      const outcome = await normalise(withDates(Buffer.from(line), '2026-06-15'), { nowMs });
      if (outcome.kind === 'rejected') throw new Error(`${line}: ${outcome.reason.message}`);
      for (const draft of outcome.event.signals) {
        seen.set(draft.signalType, (seen.get(draft.signalType) ?? 0) + 1);
        expect(draft.detectedAtMs).toBeLessThanOrEqual(nowMs);
        expect(draft.detectedAtMs).toBeGreaterThan(Date.parse('2024-06-14T00:00:00Z'));
      }
    }
    expect([...seen.keys()].sort()).toEqual(types.types.map(({ type }) => type).sort());
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2_500);
  });
});
