/**
 * Ranking over the real stores, compared with a naive computation over arrays: the window, pages across its edge,
 * ties, filters and superseded rows.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../api/signals/ranking/parts/parse-question.js';
import { RANKING, type RankingConstants } from '../../api/signals/ranking/relevance/constants.js';
import { subtypePrior } from '../../api/signals/ranking/relevance/subtype-prior.js';
import type { RankedSignal } from '../../api/signals/ranking/score-signal.js';
import { bundledModel } from '../../shared/domain/package-root.js';
import type { SignalFilter } from '../../shared/domain/ports/signal-reader.js';
import { loadBertWordPieces } from '../../shared/platform/embedding/load-word-pieces.js';
import { fakeVector, storedVector } from '../fakes/fake-embedder.js';
import { type FakeQdrant, startFakeQdrant } from '../fakes/fake-qdrant.js';
import { createReadingEmbedder, fakeTables, piecesOf } from '../fakes/fake-ranking.js';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { rankingOf } from '../helpers/ranking-of.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const NOW = Date.parse('2026-05-15T12:00:00.000Z');
const DAY_MS = 86_400_000;
const EARLIER = new Date(NOW - 20 * DAY_MS).toISOString();
const WORDS = 'robot plant bank chip loan hire rocket tax ship farm'.split(' ');
const SUBTYPES = ['acquisition', 'acquired', 'layoff', 'general'];
const QUESTIONS = ['robot plant', 'bank loan tax', 'layoff ship', 'acquired farm chip'];
const SIGNALS = 420;
const { window } = RANKING;

interface Told {
  id: string;
  subtype: string;
  summary: string;
  company: number;
  country: string;
  atMs: number;
}

const tables = fakeTables([...WORDS, 'swiss'], SUBTYPES);
const wordPieces = loadBertWordPieces(bundledModel());
/** No signal contains the word `swiss`; only countries of companies match it. */
const wording = {
  stopWords: [],
  synonyms: [],
  translated: [],
  antonyms: [],
  changes: [[], []] as [string[], string[]],
  denials: { verbs: [], rumours: [], phrases: [] },
  industries: [],
  places: [{ asked: ['swiss'], countries: ['CH'] }],
  cities: {},
  namesakes: {},
  states: [],
  kinds: [],
  roles: [],
  sizes: [],
  superlatives: { most: [], least: [], newest: ['newest'], oldest: ['oldest'] },
};
const parseQuestion = wordPieces && createParseQuestion(wordPieces, () => wording, RANKING);

const MOST = RANKING.meaning + RANKING.subtype + RANKING.words;

/** Returns the part of the weight that words contribute. */
const byWords = ({ relevance, weight }: RankedSignal, scale: Partial<RankingConstants> = {}) => {
  const { meaning, subtype, words } = { ...RANKING, ...scale };
  return relevance * (meaning + subtype + words) - weight;
};

const STORES = ['ClickHouse alone', 'ClickHouse and Qdrant'] as const;
const embedder = createReadingEmbedder();
let qdrant: FakeQdrant;
/** Services on the same tables. Only one of them uses Qdrant, which it also fills. */
let services: Record<(typeof STORES)[number], TestService>;
let told: Told[];

beforeAll(async () => {
  qdrant = await startFakeQdrant();
  const clock = { now: () => NOW };
  const service = await startTestService({
    clock,
    embedder,
    qdrant: { url: qdrant.url, collection: 'signals' },
  });
  const adapter = { clickhouse: service.clickhouse, close: async () => undefined };
  services = {
    'ClickHouse alone': await startTestService({ clock, embedder, adapter }),
    'ClickHouse and Qdrant': service,
  };
  const drawn = fc.sample(draft, { numRuns: SIGNALS, seed: 5 });
  const former = fc.sample(draft, { numRuns: SIGNALS, seed: 6 });
  await service.clickhouse.command('SYSTEM STOP MERGES signal_vectors');
  await service.load(Array.from({ length: 7 }, (_, at) => profileOf(at, `C${at}`)));
  // Three in five signals have a superseded row, with the same or another sort key.
  await service.load(
    former.flatMap((each, at) => {
      const days = at % 5 === 1 ? (drawn[at]?.days ?? 1) : each.days;
      return at % 5 < 3 ? [{ ...eventOf({ ...each, days }, at), observed_at: EARLIER }] : [];
    }),
  );
  await service.load(drawn.map(eventOf));
  // All signals of two companies are written again, with the same sort key and vectors.
  for (const at of [1, 4]) {
    const profile = profileOf(at, `Renamed ${at}`);
    await service.load([{ ...profile, observed_at: new Date(NOW).toISOString() }]);
  }
  const rows = await service.clickhouse.rows<{ id: string; event_id: string }>(
    `SELECT toString(signal_id) AS id, event_id FROM signals FINAL`,
  );
  const ids = new Map(rows.map(({ id, event_id: event }) => [event, id]));
  told = drawn.map(({ subtype, words, days }, at) => ({
    id: ids.get(`told-${at}`) ?? '',
    subtype,
    summary: words.join(' '),
    company: at % 7,
    country: countryOf(at % 7),
    atMs: NOW - days * DAY_MS,
  }));
});

afterAll(async () => {
  for (const stores of STORES) await services[stores].stop();
  await qdrant.stop();
  expect(qdrant.faults).toEqual([]);
});

describe.each(STORES)('Ranking with %s', (stores) => {
  let service: TestService;

  beforeAll(() => {
    service = services[stores];
  });

  const asked = (
    question: string,
    filter: SignalFilter,
    page: { limit: number; offset: number },
  ) => {
    const ranking = rankingOf(embedder, service.stores, { tables, parseQuestion });
    return ranking.prepare(question).then((read) => ranking.page(read, filter, page));
  };

  /** Returns all signals in their expected order, computed without a store. */
  function ranked(question: string, keep: (each: Told) => boolean = () => true) {
    const vector = storedVector(question);
    const prior = subtypePrior({ vector, pieces: piecesOf(question) }, tables, RANKING);
    const byWeight = told.filter(keep).map((each) => ({
      ...each,
      weight:
        RANKING.meaning * Math.fround(dot(vector, storedVector(each.summary))) +
        RANKING.subtype * (prior.get(each.subtype) ?? 0),
    }));
    const scoreOf = ({ weight }: { weight: number }): number =>
      Math.round(Math.min(1, Math.max(0, weight / MOST)) * 10_000);
    byWeight.sort((a, b) => scoreOf(b) - scoreOf(a) || byNewest(a, b));
    const inside = byWeight.slice(0, window).map((each) => ({
      ...each,
      weight: each.weight + RANKING.words * late(question, each.summary),
    }));
    inside.sort((a, b) => scoreOf(b) - scoreOf(a) || byNewest(a, b));
    return [...inside, ...byWeight.slice(window)];
  }

  const expectPage = (
    found: readonly RankedSignal[],
    expected: ReturnType<typeof ranked>,
    { limit, offset }: { limit: number; offset: number },
  ) => {
    const page = expected.slice(offset, offset + limit);
    expect(found).toHaveLength(page.length);
    // Sums in another order may round differently, so equal ranks have only nearly equal weights.
    const weights = new Map(expected.map(({ id, weight }) => [id, weight]));
    found.forEach(({ signalId, relevance }, at) => {
      expect(relevance, `rank ${offset + at}`).toBeCloseTo((page[at]?.weight ?? 9) / MOST, 3);
      expect(weights.get(signalId)).toBeCloseTo(page[at]?.weight ?? 9, 3);
    });
  };

  it('ranks the current version of each signal once despite superseded rows', async () => {
    const [superseded] = await service.clickhouse.rows<{ rows: number; elsewhere: number }>(
      `SELECT count() AS rows, countIf(detected_at != now) AS elsewhere
       FROM signal_vectors INNER JOIN (
         SELECT signal_id, detected_at AS now, version AS last FROM signal_keys FINAL) AS keys
       USING signal_id WHERE is_deleted = 0 AND version != last`,
    );
    expect(superseded?.elsewhere).toBeGreaterThan(100);
    expect(superseded?.rows).toBeGreaterThan(300);
    const current = new Map(told.map(({ id, atMs, summary }) => [id, { atMs, summary }]));
    for (const question of QUESTIONS) {
      const found = await asked(question, {}, { limit: SIGNALS, offset: 0 });
      const ids = found.map(({ signalId }) => signalId);
      expect(ids.toSorted()).toEqual([...current.keys()].sort());
      for (const { signalId, detectedAtMs, tokens } of found) {
        const { atMs, summary = '' } = current.get(signalId) ?? {};
        expect([detectedAtMs, tokens]).toEqual([atMs, piecesOf(summary)]);
      }
    }
  });

  it('ranks by meaning, subtype and words within the window, and without words beyond it', async () => {
    for (const question of QUESTIONS) {
      const page = { limit: SIGNALS, offset: 0 };
      const found = await asked(question, {}, page);
      expectPage(found, ranked(question), page);
      expect(new Set(found.map(({ signalId }) => signalId)).size).toBe(SIGNALS);
    }
  });

  it('returns pages at the edge of the window as parts of the whole ranking', async () => {
    const question = QUESTIONS[0] ?? '';
    const whole = await asked(question, {}, { limit: SIGNALS, offset: 0 });
    for (const offset of [window - 2, window - 1, window, window + 1]) {
      for (const limit of [1, 2, 3, 50]) {
        const page = await asked(question, {}, { limit, offset });
        expect(page, `${limit} from ${offset}`).toEqual(whole.slice(offset, offset + limit));
      }
    }
  });

  it('ranks the newest first among equal displayed scores', async () => {
    const found = await asked('layoffs in Europe', {}, { limit: window, offset: 0 });
    expect(new Set(found.map(({ score }) => score)).size).toBeLessThan(found.length);
    expect(found).toEqual(found.toSorted(asShown));
  });

  describe('beyond the window', () => {
    const NARROWED = ['swiss robot', 'robot yesterday'];
    const JOINED = 'bank loan tax robot';
    /** The larger the maximum of a part is, the more signals get equal scores: some with 100, nearly all with 3,000. */
    const SCALES: [string, Partial<RankingConstants>][] = [
      ['as they are', {}],
      ['words adding up to 100', { words: 100 }],
      ['words adding up to 3,000', { words: 3_000 }],
      ['subtypes adding up to 20,000', { subtype: 20_000 }],
    ];
    const scaled = (scale: Partial<RankingConstants>) => {
      const constants = { ...RANKING, ...scale, window: 40, wideWindow: 60 };
      const clock = { now: () => NOW };
      const ranking = rankingOf(embedder, service.stores, {
        tables,
        parseQuestion,
        constants,
        clock,
      });
      return async (question: string, page: { limit: number; offset: number }) =>
        ranking.page(await ranking.prepare(question), {}, page);
    };

    it.each(SCALES)(
      'orders by displayed score, time and id, with constants %s',
      async (_, scale) => {
        const ask = scaled(scale);
        for (const question of [...QUESTIONS, ...NARROWED, JOINED]) {
          const size = question === JOINED ? 60 : 40;
          const whole = await ask(question, { limit: SIGNALS, offset: 0 });
          expect(whole, question).toEqual(whole.toSorted(asShown));
          expect(new Set(whole.map(({ signalId }) => signalId)).size).toBe(SIGNALS);
          const beyond = whole.filter((each) => Math.abs(byWords(each, scale)) < 1e-9);
          expect(beyond.every(({ score, step }) => score === step / 10_000)).toBe(true);
          // The first signals by weight alone are compared by words.
          const first = whole.toSorted((a, b) => b.step - a.step || byTimeAndId(a, b));
          const compared = new Set(whole.slice(0, SIGNALS - beyond.length + size));
          expect(first.slice(0, size).every((each) => compared.has(each))).toBe(true);
        }
      },
    );

    const PAGED = process.env.LONG ? SCALES : SCALES.filter((_, at) => at % 2 === 0);

    it.each(PAGED)(
      'keeps the same order for every page size, with constants %s',
      async (_, scale) => {
        const ask = scaled(scale);
        for (const question of ['bank loan tax', ...NARROWED, JOINED]) {
          const size = question === JOINED ? 60 : 40;
          const whole = await ask(question, { limit: SIGNALS, offset: 0 });
          const offsets = [0, size - 7, size, 2 * size - 1, 2 * size + 1, SIGNALS - 20];
          for (const [at, offset] of offsets.entries()) {
            const usual = at % 2 === 0 ? [1] : [2 * size];
            for (const limit of process.env.LONG ? [1, 13, 2 * size] : usual) {
              const page = await ask(question, { limit, offset });
              expect(page, `${question}: ${limit} from ${offset}`).toEqual(
                whole.slice(offset, offset + limit),
              );
            }
          }
        }
      },
    );
  });

  it('returns scores that never increase from rank to rank or page to page', async () => {
    const limit = process.env.LONG ? 37 : 105;
    for (const question of QUESTIONS) {
      const scores: number[] = [];
      for (let offset = 0; offset < SIGNALS; offset += limit) {
        const page = await asked(question, {}, { limit, offset });
        scores.push(...page.map(({ score }) => score));
      }
      expect(scores).toHaveLength(SIGNALS);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    }
  });

  it('ranks equal texts by newest time, then by smallest id', async () => {
    const found = await asked(QUESTIONS[1] ?? '', {}, { limit: window, offset: 0 });
    const byId = new Map(told.map((each) => [each.id, each]));
    const same = (a: Told | undefined, b: Told | undefined) =>
      a && b && a.summary === b.summary && a.subtype === b.subtype;
    let ties = 0;
    found.slice(1).forEach(({ signalId }, at) => {
      const before = byId.get(found[at]?.signalId ?? '');
      const after = byId.get(signalId);
      if (!before || !after || !same(before, after)) return;
      ties += 1;
      expect(byNewest(before, after)).toBeLessThan(0);
    });
    expect(ties).toBeGreaterThan(10);
  });

  /** Returns the largest contribution of words to signals beyond the window. */
  const mostWordsBeyond = async (question: string) => {
    const whole = await asked(question, {}, { limit: SIGNALS, offset: 0 });
    return Math.max(...whole.slice(window).map((each) => byWords(each)));
  };

  it('compares words beyond the usual window for a longer question', async () => {
    expect(await mostWordsBeyond('bank loan tax')).toBeCloseTo(0, 9);
    expect(await mostWordsBeyond('bank loan tax robot')).toBeGreaterThan(0.01);
  });

  it('matches a place of the question by the country of the company', async () => {
    const all = await asked('swiss robot', {}, { limit: window, offset: 0 });
    const byId = new Map(told.map((each) => [each.id, each]));
    const isSwiss = ({ signalId }: RankedSignal) => byId.get(signalId)?.country === 'CH';
    expect(all.some(isSwiss)).toBe(true);
    const plain = await asked('robot', {}, { limit: window, offset: 0 });
    // Also beyond the window of other questions.
    expect(await mostWordsBeyond('swiss robot')).toBeGreaterThan(0.001);
    const meanRank = (list: readonly RankedSignal[]) => {
      const ranks = list.flatMap((each, at) => (isSwiss(each) ? [at] : []));
      return ranks.reduce((sum, each) => sum + each, 0) / ranks.length;
    };
    expect(meanRank(all)).toBeLessThan(meanRank(plain) - 30);
  });

  describe('a place or time that few of the top signals match', () => {
    const constants = { ...RANKING, window: 20 };
    const narrow = (
      question: string,
      filter: SignalFilter,
      page: { limit: number; offset: number },
      of = constants,
    ) => {
      const clock = { now: () => NOW };
      const ranking = rankingOf(embedder, service.stores, {
        tables,
        parseQuestion,
        constants: of,
        clock,
      });
      return ranking.prepare(question).then((read) => ranking.page(read, filter, page));
    };
    const YESTERDAY = 86_400_000 * Math.floor(NOW / 86_400_000 - 1);
    const MEANT: [string, (each: Told) => boolean][] = [
      ['swiss robot', ({ country }) => country === 'CH'],
      ['robot yesterday', ({ atMs }) => atMs >= YESTERDAY && atMs < YESTERDAY + DAY_MS],
    ];

    it.each(MEANT)(
      'adds matching signals from beyond the window: "%s"',
      async (question, isMeant) => {
        const page = { limit: SIGNALS, offset: 0 };
        const most = constants.window;
        // With a window of all signals nothing must be added.
        const all = { ...constants, window: SIGNALS };
        const compared = await narrow(question, {}, page, all);
        const byWeight = compared.toSorted((a, b) => b.step - a.step || byTimeAndId(a, b));
        const ids = new Set(told.filter(isMeant).map(({ id }) => id));
        const meant = byWeight.filter(({ signalId }) => ids.has(signalId)).slice(0, most);
        const heaviest = byWeight.slice(0, most);
        const added = meant.filter((each) => {
          const last = heaviest.at(-1);
          if (!last || heaviest.includes(each)) return false;
          return asShown(each, { ...last, score: last.step / 10_000 }) < 0;
        });
        expect(ids.size).toBeGreaterThan(most);
        expect(added.length).toBeGreaterThan(10);

        const found = await narrow(question, {}, page);
        const inside = found.slice(0, heaviest.length + added.length);
        const idsOf = (list: readonly RankedSignal[]) =>
          list.map(({ signalId }) => signalId).sort();
        expect(idsOf(inside)).toEqual(idsOf([...heaviest, ...added]));
        const scores = new Map(compared.map(({ signalId, score }) => [signalId, score]));
        expect(inside.every(({ signalId, score }) => scores.get(signalId) === score)).toBe(true);
        expect(new Set(idsOf(found)).size).toBe(SIGNALS);
      },
    );

    it.each(MEANT)('keeps pages consistent with the whole ranking: "%s"', async (question) => {
      const whole = await narrow(question, {}, { limit: SIGNALS, offset: 0 });
      const scores = whole.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      for (let offset = 0; offset < SIGNALS; offset += process.env.LONG ? 13 : 83) {
        for (const limit of [1, 50]) {
          const page = await narrow(question, {}, { limit, offset });
          expect(page, `${limit} from ${offset}`).toEqual(whole.slice(offset, offset + limit));
        }
      }
    });

    describe.each([
      ['newest robot', 1],
      ['oldest robot', 5],
    ])('with a superlative: "%s"', (question, days) => {
      const whole = () => narrow(question, {}, { limit: SIGNALS, offset: 0 });

      it('orders equally matching signals by time', async () => {
        const summaries = new Map(told.map(({ id, summary }) => [id, summary]));
        const robots = (await whole()).filter(
          ({ signalId }) => summaries.get(signalId) === 'robot',
        );
        const daysOf = ({ detectedAtMs }: RankedSignal) => (NOW - detectedAtMs) / DAY_MS;
        expect(robots[0] && daysOf(robots[0])).toBe(days);
        const equals = robots
          .filter(({ weight }) => weight.toFixed(4) === robots[0]?.weight.toFixed(4))
          .map(daysOf);
        expect(new Set(equals).size).toBeGreaterThan(1);
        expect(equals).toEqual(equals.toSorted((a, b) => (days === 1 ? a - b : b - a)));
      });

      it('keeps pages consistent with the whole ranking', async () => {
        const all = await whole();
        expect(new Set(all.map(({ signalId }) => signalId)).size).toBe(SIGNALS);
        const scores = all.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        for (const offset of [0, 20, 200]) {
          const page = await narrow(question, {}, { limit: 25, offset });
          expect(page, `from ${offset}`).toEqual(all.slice(offset, offset + 25));
        }
      });
    });

    it('adds matching signals of a company that has more signals than the window', async () => {
      const filter = { companyKeys: ['c3.example'] };
      const page = { limit: SIGNALS, offset: 0 };
      const isMeant = ({ company, atMs }: Told) =>
        company === 3 && atMs >= YESTERDAY && atMs < YESTERDAY + DAY_MS;
      const meant = new Set(told.filter(isMeant).map(({ id }) => id));
      const found = await narrow('robot yesterday', filter, page);
      const compared = await narrow('robot yesterday', filter, page, RANKING);
      expect(compared.length).toBeGreaterThan(40);
      expect(meant.size).toBeGreaterThan(2);
      expect(meant.size).toBeLessThan(constants.window);
      const scores = new Map(compared.map(({ signalId, score }) => [signalId, score]));
      // Each is compared by its words and time, as if all signals of the company were.
      const reranked = found.filter(({ signalId }) => meant.has(signalId));
      expect(reranked).toHaveLength(meant.size);
      for (const { signalId, score } of reranked) expect(score).toBe(scores.get(signalId));
    });

    it('adds only signals that match the filters', async () => {
      const filter = { signalSubtypes: ['layoff'], companyKeys: ['c3.example', 'c5.example'] };
      const kept = new Set(
        told
          .filter(
            ({ subtype, company }) => subtype === 'layoff' && (company === 3 || company === 5),
          )
          .map(({ id }) => id),
      );
      for (const given of [filter, { ...filter, detectedAfterMs: NOW - 3 * DAY_MS }]) {
        for (const [question] of MEANT) {
          const found = await narrow(question, given, { limit: SIGNALS, offset: 0 });
          expect(found.every(({ signalId }) => kept.has(signalId))).toBe(true);
          expect(new Set(found.map(({ signalId }) => signalId)).size).toBe(found.length);
        }
      }
      const all = await narrow('swiss robot', filter, { limit: SIGNALS, offset: 0 });
      expect(all).toHaveLength(kept.size);
    });
  });

  it('applies the window to the signals that match the filter', async () => {
    const page = { limit: 40, offset: 5 };
    const found = await asked('layoff ship', { signalSubtypes: ['LAYOFF'] }, page);
    expectPage(
      found,
      ranked('layoff ship', ({ subtype }) => subtype === 'layoff'),
      page,
    );
    const after = { detectedAfterMs: NOW - 3 * DAY_MS };
    expectPage(
      await asked('bank loan tax', after, page),
      ranked('bank loan tax', ({ atMs }) => atMs > NOW - 3 * DAY_MS),
      page,
    );
  });
});

const draft = fc.record({
  subtype: fc.constantFrom(...SUBTYPES),
  // So few words that some texts occur several times, even on the same day.
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  days: fc.integer({ min: 1, max: 5 }),
});

type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

function eventOf({ subtype, words, days }: Draft, at: number) {
  const event = signalEvent(
    words.join(' '),
    { domain: `c${at % 7}.example` },
    { signal_subtype: subtype, detected_at: new Date(NOW - days * DAY_MS).toISOString() },
  );
  return { ...event, event_id: `told-${at}` };
}

/** Returns Switzerland for one of the seven companies. */
function countryOf(company: number): string {
  return company === 3 ? 'CH' : 'US';
}

function profileOf(company: number, name: string) {
  return companyProfile(`c${company}.example`, name, {
    country: countryOf(company),
  });
}

function asShown(a: RankedSignal, b: RankedSignal): number {
  return b.score - a.score || byTimeAndId(a, b);
}

function byTimeAndId(a: RankedSignal, b: RankedSignal): number {
  return b.detectedAtMs - a.detectedAtMs || (a.signalId < b.signalId ? -1 : 1);
}

function byNewest(a: { atMs: number; id: string }, b: { atMs: number; id: string }): number {
  return b.atMs - a.atMs || (a.id < b.id ? -1 : 1);
}

/** Returns the mean of the best similarities of each word piece of the question, weighted by its rarity. */
function late(question: string, summary: string): number {
  let sum = 0;
  let total = 0;
  for (const word of question.split(' ')) {
    for (const piece of piecesOf(word)) {
      const tells = tables.inverseFrequencies[piece] ?? 0;
      const start = (token: number) => token * tables.projected;
      const likenesses = piecesOf(summary).map((token) =>
        dot(
          fakeVector(word),
          tables.pieces.numbers.slice(start(token), start(token) + tables.projected),
        ),
      );
      total += tells;
      const best = Math.max(0, ...likenesses.map((each) => each / 127));
      const { power, scale } = RANKING.contrast;
      sum += tells * Math.min(best, scale * best ** power);
    }
  }
  return total === 0 ? 0 : sum / total;
}

function dot(a: Float32Array, b: ArrayLike<number>): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
