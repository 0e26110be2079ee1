/** Intent over HTTP: results, order, explanation and price, compared with a naive computation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INTENT, type IntentConstants } from '../../api/intent/constants.js';
import {
  findIntent,
  type IntentAnswer,
  type IntentQuestion,
} from '../../api/intent/find-intent.js';
import {
  type IntentSignal,
  rounded,
  scoreIntent,
  withoutDuplicates,
} from '../../api/intent/score-intent.js';
import { storedVector } from '../fakes/fake-embedder.js';
import { type FakeQdrant, startFakeQdrant } from '../fakes/fake-qdrant.js';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { rankingOf } from '../helpers/ranking-of.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const NOW = Date.parse('2026-05-15T12:00:00.000Z');
const DAY_MS = 86_400_000;
const TYPES = ['news', 'sec-8k', 'hiring-trends', '10k'];
const WORDS = 'robot plant bank chip loan hire rocket tax'.split(' ');
const COMPANIES = 12;
const QUERY = 'robot plant chip';

interface Story {
  id: string;
  summary: string;
  company: string;
  email: string | null;
  type: string;
  subtype: string;
  atMs: number;
}

let service: TestService;
let key: string;
let stories: Story[] = [];

describe.each(['ClickHouse alone', 'ClickHouse and Qdrant'])('Intent with %s', (stores) => {
  let qdrant: FakeQdrant | undefined;

  beforeAll(async () => {
    stories = [];
    if (stores !== 'ClickHouse alone') qdrant = await startFakeQdrant();
    service = await startTestService({
      clock: { now: () => NOW },
      ...(qdrant ? { qdrant: { url: qdrant.url, collection: 'signals' } } : {}),
    });
    key = await service.createKey({ earlyAccess: true });
    let seed = 7;
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (seed >>> 8) % below;
    };
    for (let at = 0; at < 400; at += 1) {
      const words = Array.from({ length: 1 + next(4) }, () => WORDS[next(WORDS.length)]);
      stories.push({
        id: '',
        summary: words.join(' '),
        company: `c${next(COMPANIES)}.example`,
        email: next(3) === 0 ? `p${next(6)}@c.example` : null,
        type: TYPES[next(TYPES.length)] ?? 'news',
        subtype: `s${next(3)}`,
        atMs: NOW - next(120) * DAY_MS - 3_600_000,
      });
    }
    await service.load([
      ...Array.from({ length: COMPANIES }, (_, at) => companyProfile(`c${at}.example`, `C${at}`)),
      ...stories.map((story, at) => ({
        ...signalEvent(
          story.summary,
          { domain: story.company },
          {
            signal_type: story.type,
            signal_subtype: story.subtype,
            detected_at: new Date(story.atMs).toISOString(),
            ...(story.email ? { contact: { email: story.email } } : {}),
          },
        ),
        event_id: `story-${at}`,
      })),
    ]);
    const rows = await service.clickhouse.rows<{ id: string; event_id: string }>(
      `SELECT toString(signal_id) AS id, event_id FROM signals FINAL WHERE startsWith(event_id, 'story-')`,
    );
    for (const { id, event_id: event } of rows) {
      const story = stories[Number(event.slice('story-'.length))];
      if (story) story.id = id;
    }
  });

  afterAll(async () => {
    await service.stop();
    await qdrant?.stop();
    expect(qdrant?.faults ?? []).toEqual([]);
  });

  const ask = (path: 'companies' | 'contacts', body: object, as = key) =>
    service.call('POST', `/v1/intent/${path}`, { key: as, body });

  /** Returns the scores of all companies or people, computed from every signal without an index. */
  function naive(
    entityOf: (story: Story) => string | null,
    keep: (story: Story) => boolean = () => true,
  ): { key: string; score: number; count: number }[] {
    const query = storedVector(QUERY);
    const dot = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);
    const groups = new Map<string, (IntentSignal & { vector: Float32Array })[]>();
    for (const story of stories) {
      const entity = entityOf(story);
      if (entity === null || !keep(story) || story.atMs <= NOW - INTENT.lookBackDays * DAY_MS)
        continue;
      const vector = storedVector(story.summary);
      const similarity = dot(query, vector);
      const { floor, span } = INTENT.cosineScale;
      if (similarity <= floor) continue;
      const signal = {
        signalId: story.id,
        signalType: story.type,
        subtypeKey: story.subtype,
        detectedAtMs: story.atMs,
        similarity,
        relevance: 1 - Math.exp((floor - similarity) / span),
        vector,
      };
      groups.set(entity, [...(groups.get(entity) ?? []), signal]);
    }
    return [...groups]
      .map(([entity, group]) => {
        const kept = withoutDuplicates(
          group,
          (a, b) => dot(a.vector, b.vector) >= INTENT.duplicateSimilarity,
          INTENT,
        );
        return { key: entity, score: scoreIntent(kept, NOW, INTENT).score, count: kept.length };
      })
      .sort((a, b) => b.score - a.score);
  }

  interface Result {
    company: { domain: string };
    contact?: { email: string };
    intent_score: number;
    signal_count: number;
    signals: { signal_id: string }[];
    explanation: { signal_id: string; contribution: number; probability: number }[];
  }

  describe('companies by intent', () => {
    it('equal the naive computation in order, count and score', async () => {
      const answer = await ask('companies', { query: QUERY, min_signals: 1 });
      const expected = naive((story) => story.company);
      expect(answer.body.total).toBe(expected.length);
      const results: Result[] = answer.body.results;
      expect(results.map((each) => [each.company.domain, each.signal_count])).toEqual(
        expected.map((each) => [each.key, each.count]),
      );
      for (const [at, result] of results.entries()) {
        expect(result.intent_score).toBeCloseTo(expected[at]?.score ?? -1, 5);
      }
    });

    it('have contributions of signals that add up to the score', async () => {
      const { body } = await ask('companies', { query: QUERY, limit: 3 });
      expect(body.results).toHaveLength(3);
      for (const result of body.results as Result[]) {
        const shares = result.explanation.map((each) => each.contribution);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(shares).toEqual([...shares].sort((a, b) => b - a));
        const doubt = result.explanation.reduce((all, each) => all * (1 - each.probability), 1);
        expect(result.intent_score).toBeCloseTo(1 - doubt, 4);
        expect(result.signals.map((each) => each.signal_id)).toEqual(
          result.explanation.slice(0, 5).map((each) => each.signal_id),
        );
      }
    });

    it('apply the filters, and ignore signals before the look-back period', async () => {
      const filters = {
        signal_types: ['NEWS'],
        detected_after: '2026-04-20',
        signal_subtypes: ['s1', 's2'],
      };
      const { body } = await ask('companies', { query: QUERY, filters, min_signals: 1 });
      const expected = naive(
        (story) => story.company,
        (story) =>
          story.type === 'news' && story.subtype !== 's0' && story.atMs > Date.parse('2026-04-20'),
      );
      expect(body.results.map((each: Result) => each.company.domain)).toEqual(
        expected.map((each) => each.key),
      );
      const wide = { detected_after: '2020-01-01' };
      const all = await ask('companies', { query: QUERY, filters: wide, min_signals: 1 });
      expect(all.body.results).toEqual(
        (await ask('companies', { query: QUERY, min_signals: 1 })).body.results,
      );
    });

    it('reach the minimum score and count; requested domains that do not are listed with a reason', async () => {
      const expected = naive((story) => story.company);
      const median = rounded(expected[Math.trunc(expected.length / 2)]?.score ?? 0);
      const strong = await ask('companies', {
        query: QUERY,
        min_intent_score: median,
        min_signals: 1,
      });
      expect(strong.body.total).toBe(
        expected.filter((each) => rounded(each.score) >= median).length,
      );
      const domains = ['c1.example', 'nobody.example', 'C1.example', 'c2.example'];
      const named = await ask('companies', { query: QUERY, domains, min_signals: 1 });
      expect(named.body.results.map((each: Result) => each.company.domain).sort()).toEqual([
        'c1.example',
        'c2.example',
      ]);
      expect(named.body.unscored).toEqual([{ domain: 'nobody.example', reason: 'no_signals' }]);
      const many = await ask('companies', {
        query: QUERY,
        domains: ['c1.example'],
        min_signals: 500,
      });
      expect(many.body).toMatchObject({
        total: 0,
        results: [],
        unscored: [{ domain: 'c1.example', reason: 'below_min_signals' }],
      });
      expect(many.headers.get('x-credits-charged')).toBe('0');
    });
  });

  describe('more relevant signals than are examined', () => {
    const find = (constants: Partial<IntentConstants>, more: Partial<IntentQuestion> = {}) => {
      const { signals } = service.stores;
      const ranking = rankingOf(service.embedder, service.stores);
      const question = { query: QUERY, limit: 3, min_intent_score: 0, min_signals: 2, ...more };
      return findIntent({ ranking, signals }, 'company', question, NOW, null, {
        ...INTENT,
        ...constants,
      });
    };

    it('still return all companies with the minimum number of signals', async () => {
      const most = naive((story) => story.company).sort((a, b) => b.count - a.count);
      const enough = most[0]?.count ?? 0;
      const { page } = await find({}, { min_signals: enough, limit: 50 });
      expect(page.map(({ key }) => key).sort()).toEqual(
        most.flatMap(({ key, count }) => (count >= enough ? [key] : [])).sort(),
      );
    });

    it('count towards totals and the latest date even if they do not affect the score', async () => {
      const whole = await find({ duplicateSimilarity: 2 }, { limit: 50 });
      const few = await find({ duplicateSimilarity: 2, perType: 1 }, { limit: 50 });
      const facts = (answer: IntentAnswer) =>
        answer.page
          .map(({ key, counts, latestMs }) => ({ key, counts, latestMs }))
          .sort((a, b) => (a.key < b.key ? -1 : 1));
      expect(facts(few)).toEqual(facts(whole));
    });

    it('are limited to the most relevant ones', async () => {
      const { page } = await find({ window: 10 }, { min_signals: 1, limit: 50 });
      const relevances = page.flatMap(({ explanation }) =>
        explanation.map(({ signal }) => signal.relevance),
      );
      expect(relevances.length).toBeLessThanOrEqual(10);
      expect(Math.min(...relevances)).toBeGreaterThan(0.8);
      // Relevance stays below 1, because another signal may always be more relevant.
      expect(Math.max(...relevances)).toBeLessThan(1);
    });
  });

  describe('people by intent', () => {
    it('equal the naive computation in order', async () => {
      const { body } = await ask('contacts', { query: QUERY, min_signals: 1 });
      const expected = naive((story) => story.email);
      expect(body.results.map((each: Result) => each.contact?.email)).toEqual(
        expected.map((each) => each.key),
      );
      const contacts = [{ contact_email: 'P1@c.example' }, { contact_email: 'x@nowhere.example' }];
      const named = await ask('contacts', { query: QUERY, contacts, min_signals: 1 });
      expect(named.body.results.map((each: Result) => each.contact?.email)).toEqual([
        'p1@c.example',
      ]);
      expect(named.body.unscored).toEqual([
        { identifier: 'x@nowhere.example', reason: 'no_signals' },
      ]);
    });
  });

  describe('the same story as signals of two types', () => {
    it('counts only as the newer one', async () => {
      const told = (type: string, days: number) =>
        signalEvent(
          QUERY,
          { domain: 'twice.example' },
          {
            signal_type: type,
            signal_subtype: 'told',
            detected_at: new Date(NOW - days * DAY_MS).toISOString(),
          },
        );
      await service.load([told('sec-8k', 3), told('news', 2)]);
      const question = { query: QUERY, domains: ['twice.example'], min_signals: 1 };
      const { body } = await ask('companies', question);
      expect(body.results).toMatchObject([{ signal_count: 1 }]);
      expect(body.results[0].signal_summary).toEqual({ news: 1 });
    });
  });

  describe('a person without a profile', () => {
    it('is one person for events with email, profile URL or both', async () => {
      const [email, network_url] = ['jane@zeta.example', 'network.example/in/jane'];
      const about = (contact: object, days: number) =>
        signalEvent(
          QUERY,
          { domain: 'zeta.example' },
          {
            signal_subtype: `told-${days}`,
            detected_at: new Date(NOW - days * DAY_MS).toISOString(),
            contact,
          },
        );
      await service.load([
        about({ email }, 1),
        about({ email, network_url }, 2),
        about({ network_url }, 3),
      ]);
      const contacts = [{ contact_email: email }, { contact_network_url: network_url }];
      const { body } = await ask('contacts', { query: QUERY, contacts, min_signals: 3 });
      expect(body.results).toMatchObject([{ signal_count: 3 }]);
      expect(body.unscored).toEqual([]);
    });
  });

  describe('an intent call', () => {
    it('costs 5 credits with results, and is free without', async () => {
      const capped = await service.createKey({
        earlyAccess: true,
        unlimited: false,
        monthlyLimit: 9,
      });
      const found = await ask('companies', { query: QUERY }, capped);
      expect(found.headers.get('x-credits-charged')).toBe('5');
      const empty = await ask(
        'companies',
        { query: QUERY, filters: { industries: ['none'] } },
        capped,
      );
      expect([empty.status, empty.body.results, empty.headers.get('x-credits-remaining')]).toEqual([
        200,
        [],
        '4',
      ]);
      expect((await ask('companies', { query: QUERY }, capped)).status).toBe(402);
    });

    it('returns 404 without early access', async () => {
      const plain = await service.createKey();
      expect((await ask('companies', { query: QUERY }, plain)).status).toBe(404);
      expect((await ask('contacts', { query: QUERY }, plain)).status).toBe(404);
    });

    it('reports all errors of its body', async () => {
      const body = {
        query: ' ',
        limit: 201,
        min_intent_score: 2,
        filters: { x: 1 },
        domains: ['?'],
      };
      const { body: answer } = await ask('companies', body);
      expect(answer.details.map((each: { field: string }) => each.field).sort()).toEqual([
        'domains[0]',
        'filters.x',
        'limit',
        'min_intent_score',
        'query',
      ]);
    });
  });

  it('counts spellings of a type that differ in case as one type', async () => {
    const own = { domain: 'spelt.example' };
    const detected_at = new Date(NOW - DAY_MS).toISOString();
    const typed = ['étude', 'Étude'].map((signal_type, at) =>
      signalEvent(QUERY, own, { signal_type, signal_subtype: `s${at}`, detected_at }),
    );
    typed.push(signalEvent(QUERY, own, { detected_at }));
    await service.load(typed);
    const { body } = await ask('companies', { query: QUERY, domains: [own.domain] });
    expect(body.results[0]?.signal_summary).toEqual({ Étude: 2, news: 1 });
  });

  describe('an unavailable vector store', () => {
    it('does not change the answer', async () => {
      const body = { query: QUERY, min_signals: 1 };
      const before = await ask('companies', body);
      await qdrant?.stop();
      expect((await ask('companies', body)).body).toEqual(before.body);
    });
  });
});
