/**
 * The ranking must be the same in the process that owns the data folder, in a client of it with its own model
 * process, and with Qdrant (a fake server, or the real one of `QDRANT_URL`). Uses the bundled model, its tables
 * and a part of the demo, over HTTP.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledModel } from '../../shared/domain/package-root.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { Company, Signal, WordMatch } from '../../shared/domain/schemas/types.generated.js';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { createQdrant } from '../../shared/platform/qdrant/client.js';
import { demoEvents } from '../evaluate/judged.js';
import { type FakeQdrant, startFakeQdrant } from '../fakes/fake-qdrant.js';
import { createDataDir, openDataFolder } from '../helpers/clickhouse-adapters.js';
import { signalEvent } from '../helpers/events.js';
import { realQdrant, removeCollections } from '../helpers/real-qdrant.js';
import { startTestService, type TestOptions, type TestService } from '../helpers/test-service.js';

/** The last day of the demo. */
const clock = { now: () => Date.parse('2026-06-01T12:00:00.000Z') };
/** Loads one in so many events besides all companies, which yields more signals than the widest window. */
const ONE_IN = 4;
const PLACES = 50;
/** An offset beyond the widest window. */
const DEEP = 700;

const QUESTIONS: [kind: string, query: string][] = [
  ['a name', 'Dapplewood Security'],
  ['what is new with a name', "what's new at Tundrafox Machine Works?"],
  ['a person', 'posts by Wanda Dummyfield'],
  ['a misspelt person', 'Wanda Dumyfield artificial intelligence'],
  ['moves of people', 'recent hires'],
  ['plain words', 'bought a competitor'],
  ['plain words', 'new chief financial officer'],
  ['several conditions', 'hiring machine learning engineers'],
  ['a place', 'layoffs in Germany'],
  ['an industry', 'banks cutting jobs'],
  ['a time', 'layoffs last month'],
  ['a bound', 'more than 100 people laid off'],
  ['money', 'raised between 5 and 50 million dollars'],
  ['a round', 'Series B'],
  ['a superlative', 'biggest layoffs'],
  ['the newest', 'latest acquisitions'],
  ['something left out', 'hiring, but not in sales'],
  ['a size', 'companies with more than 500 employees opening an office'],
  ['a source', 'LinkedIn posts about hiring'],
  ['two events', 'raised money and is hiring'],
  ['misspelt words', 'bankrupcy of a retialer'],
  ['German', 'Entlassungen in Deutschland'],
  ['French', 'nouveau directeur financier'],
  ['no words', 'xyzzy'],
];

let embedders: Awaited<ReturnType<typeof createEmbedder>>[];
let folders: OpenClickHouse[];
let fake: FakeQdrant;
let services: Record<'holder' | 'guest' | 'qdrant', TestService>;

const dataDir = createDataDir();
const qdrantKey = process.env.QDRANT_API_KEY;
const collection = `same-ranking-${randomUUID()}`;

beforeAll(async () => {
  const model = bundledModel();
  const logger = createLogger('silent');
  const first = await openDataFolder(dataDir);
  const second = await openDataFolder(dataDir);
  folders = [second, first];
  expect([first.role?.(), second.role?.()]).toEqual(['holder', 'guest']);
  const own = await createEmbedder({ model, logger });
  const others = await createEmbedder({ model, logger });
  embedders = [own, others];
  fake = await startFakeQdrant();
  const open = ({ clickhouse }: OpenClickHouse, embedder: Embedder, more: TestOptions = {}) =>
    startTestService({
      clock,
      embedder,
      adapter: { clickhouse, close: async () => undefined },
      ...more,
    });
  const url = realQdrant.skip ? fake.url : realQdrant.url;
  services = {
    // 0 prevents that ClickHouse compares signals itself instead of using the hits of Qdrant.
    qdrant: await open(first, own, { qdrant: { url, collection }, maxExactSignals: 0 }),
    holder: await open(first, own),
    guest: await open(second, others),
  };
  await services.qdrant.load(partOfDemo(), 500);
});

afterAll(async () => {
  for (const service of Object.values(services)) await service.stop();
  if (!realQdrant.skip) {
    await removeCollections(createQdrant({ url: realQdrant.url, apiKey: qdrantKey }), collection);
  }
  await fake.stop();
  for (const embedder of embedders) await embedder.close();
  for (const folder of folders) await folder.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(fake.faults).toEqual([]);
});

function partOfDemo(): object[] {
  const events = demoEvents() as { source: string }[];
  const isCompany = ({ source }: { source: string }) => source === 'company-profiles';
  const others = events.filter((event) => !isCompany(event));
  return [...events.filter(isCompany), ...others.filter((_, at) => at % ONE_IN === 0)];
}

/** Searches with explanations and returns the answer. */
async function answerOf(service: TestService, asked: object) {
  const body = { limit: PLACES, explain: true, ...asked };
  const answer = await service.call('POST', '/v1/signals/search', { body });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('Ranking in the owner of the data folder, in its client and with Qdrant', () => {
  it.each(QUESTIONS)('is the same for %s: "%s"', async (_, query) => {
    const expected = await answerOf(services.holder, { query });
    expect(expected.signals).toHaveLength(PLACES);
    expect(new Set(expected.signals.map(({ score }: { score: number }) => score)).size).not.toBe(1);
    expect(await answerOf(services.guest, { query })).toEqual(expected);
    expect(await answerOf(services.qdrant, { query })).toEqual(expected);
  });

  it('is the same for signals similar to a given one', async () => {
    const { signals } = await answerOf(services.holder, { query: 'a plant closes', limit: 1 });
    const similar = { similar_to: signals[0].signal_id };
    const expected = await answerOf(services.holder, similar);
    expect(await answerOf(services.guest, similar)).toEqual(expected);
    expect(await answerOf(services.qdrant, similar)).toEqual(expected);
  });

  it('is the same with filters and beyond the window', async () => {
    for (const asked of [
      { query: 'layoffs in Germany', offset: DEEP },
      { query: 'bought a competitor', offset: DEEP },
      { query: 'new chief financial officer', detected_after: '2026-03-01' },
    ]) {
      const expected = await answerOf(services.holder, asked);
      expect(expected.signals).toHaveLength(PLACES);
      expect(await answerOf(services.guest, asked)).toEqual(expected);
      expect(await answerOf(services.qdrant, asked)).toEqual(expected);
    }
  });

  it('puts signals of companies that have both events first', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `Joinery${at}`);
    const of = (at: number) => ({ name: names[at], domain: `joinery${at}.example` });
    const both = [5, 25];
    const events = names.flatMap((name, at) => {
      const raised = { signal_subtype: 'fundingAnnouncement', detected_at: '2019-03-01T00:00:00Z' };
      const cut = { signal_subtype: 'layoff', detected_at: '2019-04-01T00:00:00Z' };
      const funding = signalEvent(`${name} raised 40 million dollars of equity.`, of(at), raised);
      const layoff = signalEvent(`${name} is cutting 90 jobs at its headquarters.`, of(at), cut);
      if (both.includes(at)) return [funding, layoff];
      return at % 2 === 0 ? [funding] : [layoff];
    });
    await services.qdrant.load(events);
    const query = 'raised money and then cut jobs';
    // The demo has no signals of that time.
    const filter = { detected_before: '2020-01-01' };
    const { signals } = await answerOf(services.holder, { query, ...filter });
    const domains = signals.map(({ company }: { company: Company }) => company.domain);
    const expected = both.flatMap((at) => [`joinery${at}.example`, `joinery${at}.example`]);
    expect(domains.slice(0, 4).sort()).toEqual(expected.sort());
    const byCompany = ({ met_by }: WordMatch) => met_by === 'company';
    const [first] = signals[0].explanation.matches.filter(byCompany);
    expect([first.query_word, first.summary_word]).toEqual([query, '']);
    expect(signals[4].explanation.matches.filter(byCompany)).toEqual([]);
    expect(signals[4].explanation.unmet).toEqual([query]);
    const subordinate = { query: 'layoffs after raising money', limit: 2, ...filter };
    const after = await answerOf(services.holder, subordinate);
    const found = after.signals.map(
      (each: Signal) => `${each.signal_subtype} ${each.company?.domain}`,
    );
    expect(found.sort()).toEqual(both.map((at) => `layoff joinery${at}.example`).sort());
  });

  it.skipIf(!realQdrant.skip)('uses Qdrant for each question', () => {
    const searches = fake.calls.filter(({ path }) => path.endsWith('/points/query'));
    expect(searches.length).toBeGreaterThan(QUESTIONS.length);
  });
});
