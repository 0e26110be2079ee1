/**
 * Quality of semantic search with the bundled model on labelled demo signals.
 * Labels: test/fixtures/relevance.json, grades 1 and 2.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDates } from '../../cli/compose/demo.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import { bundledEmbedder } from '../helpers/bundled-embedder.js';
import { signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

interface LabelledQuery {
  query: string;
  /** The query shares no content word with its relevant signals. */
  noSharedWords?: boolean;
  relevant: { source: string; event_id: string; grade: number }[];
}

interface Stored {
  id: string;
  key: string;
  summary: string;
}

interface FoundSignal {
  data: { summary: string };
  score: number;
}

const TOP = 10;
const TODAY = '2026-06-01';
/** The company of which all signals are loaded. */
const NAMED = 'Gingernut Foods';
const queries: LabelledQuery[] = JSON.parse(
  readFileSync(join(packageRoot(), 'test/fixtures/relevance.json'), 'utf8'),
);
let service: TestService;
let stored: Stored[];

beforeAll(async () => {
  const embedder = await bundledEmbedder();
  service = await startTestService({ embedder, clock: { now: () => Date.parse(TODAY) } });
  const labelled = new Set(queries.flatMap(({ relevant }) => relevant.map(keyOf)));
  const events = demoEvents();
  await service.load(events.filter(({ source }) => source === 'company-profiles'));
  const others = events.filter(({ source }) => source !== 'company-profiles');
  await service.load(
    others.filter((event) => labelled.has(keyOf(event)) || JSON.stringify(event).includes(NAMED)),
  );
  await service.load([signalEvent('Happy Friday! What was best?', { domain: 'acme.example' })]);
  stored = await service.clickhouse.rows<Stored>(
    `SELECT toString(signal_id) AS id, concat(source, ' ', event_id) AS key, summary
     FROM signals FINAL`,
  );
});

afterAll(async () => {
  await service.stop();
  await service.embedder.close();
});

function demoEvents(): { source: string; event_id: string }[] {
  const folder = join(packageRoot(), 'seeds/demo');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(withDates(Buffer.from(line), TODAY).toString()));
}

function keyOf({ source, event_id: id }: { source: string; event_id: string }): string {
  return `${source} ${id}`;
}

/** Returns the normalised discounted cumulative gain of the first ten. */
function ndcg(keys: readonly string[], grades: ReadonlyMap<string, number>): number {
  const gain = (list: readonly number[]) =>
    list.slice(0, TOP).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
  const ideal = gain([...grades.values()].sort((a, b) => b - a));
  return gain(keys.map((key) => grades.get(key) ?? 0)) / ideal;
}

async function searched(query: string): Promise<string[]> {
  const answer = await service.call('POST', '/v1/signals/search', { body: { query, limit: TOP } });
  const byId = new Map(stored.map(({ id, key }) => [id, key]));
  return answer.body.signals.map(({ signal_id: id }: { signal_id: string }) => byId.get(id));
}

describe('Semantic search on the labelled set', () => {
  it('is tested with at least 200 labelled signals and 30 queries', () => {
    expect(queries.length).toBeGreaterThanOrEqual(30);
    expect(stored.length).toBeGreaterThanOrEqual(200);
  });

  it('ranks better than the model alone', async () => {
    const vectors = await service.embedder.embed(stored.map(({ summary }) => summary));
    let own = 0;
    let exact = 0;
    for (const { query, relevant } of queries) {
      const grades = new Map(relevant.map((each) => [keyOf(each), each.grade]));
      const [wanted] = await service.embedder.embed([query]);
      const ranked = stored
        .map(({ key }, at) => ({ key, score: dot(vectors[at], wanted) }))
        .sort((a, b) => b.score - a.score)
        .map(({ key }) => key);
      exact += ndcg(ranked, grades) / queries.length;
      own += ndcg(await searched(query), grades) / queries.length;
    }
    expect(own).toBeGreaterThan(exact);
    expect(own).toBeGreaterThan(0.7);
  });

  it('returns the cosine similarity of each signal that explains an intent', async () => {
    const query = 'letting people go';
    const key = await service.createKey({ accountId: 'early', earlyAccess: true });
    const { body } = await service.call('POST', '/v1/intent/companies', {
      key,
      body: { query, min_signals: 1 },
    });
    const explained: { signal_id: string; similarity: number }[] = body.results.flatMap(
      (result: { explanation: unknown[] }) => result.explanation,
    );
    expect(explained.length).toBeGreaterThan(2);
    const [wanted] = await service.embedder.embed([query]);
    const summaries = new Map(stored.map(({ id, summary }) => [id, summary]));
    for (const { signal_id: id, similarity } of explained) {
      const [own] = await service.embedder.embed([summaries.get(id) ?? '']);
      expect(similarity).toBeCloseTo(dot(own, wanted), 2);
    }
  });

  it('finds nothing relevant to signs alone, which many summaries have', async () => {
    const { body } = await service.call('POST', '/v1/signals/search', { body: { query: '???' } });
    const scores = body.signals.map(({ score }: { score: number }) => score);
    expect(new Set(scores)).toEqual(new Set([0]));
    const key = await service.createKey({ accountId: 'signs', earlyAccess: true });
    const intent = { query: '???', min_signals: 1 };
    const found = await service.call('POST', '/v1/intent/companies', { key, body: intent });
    expect(found.body.results).toEqual([]);
  });

  it.each([
    ['Klage wegen Patenten', 'legalAction'],
    ['Massenentlassungen', 'layoff'],
    ["rachat d'actions", 'shareRepurchase'],
    ['aniversario laboral', 'workAnniversary'],
    ['aumento del dividendo', 'dividend'],
  ])('finds English signals for the foreign query %j', async (query, subtype) => {
    const { body } = await service.call('POST', '/v1/signals/search', {
      body: { query, limit: 3 },
    });
    const found = body.signals.map((signal: { signal_subtype: string }) => signal.signal_subtype);
    expect(found).toEqual([subtype, subtype, subtype]);
  });

  it('explains on request the parts of each score and the matching words', async () => {
    const query = 'hiring AI researchers';
    const search = (body: object) =>
      service.call('POST', '/v1/signals/search', { body: { query, limit: TOP, ...body } });
    const plain = await search({});
    const explained = await search({ explain: true });
    expect(explained.headers.get('x-credits-charged')).toBe('1');
    expect(
      explained.body.signals.map(
        ({ explanation: _, ...signal }: { explanation: unknown }) => signal,
      ),
    ).toEqual(plain.body.signals);
    for (const { score, data, explanation } of explained.body.signals) {
      const { meaning, subtype, words, matches } = explanation;
      expect(meaning + subtype + words).toBeCloseTo(score, 3);
      expect(matches.length).toBeGreaterThan(0);
      for (const match of matches) {
        expect(data.summary.slice(match.start, match.end)).toBe(match.summary_word);
        expect('hiring artificial intelligence researchers').toContain(match.query_word);
      }
    }
  });

  it('finds signals similar to a given one, without that signal', async () => {
    const search = (body: object) => service.call('POST', '/v1/signals/search', { body });
    const { signals } = (await search({ query: 'artificial intelligence lab', limit: 1 })).body;
    const { signal_id: id, signal_subtype: subtype } = signals[0];
    const { body } = await search({ similar_to: id, limit: 5 });
    expect(body.total).toBe(stored.length - 1);
    expect(body.signals.map(({ signal_id: each }: { signal_id: string }) => each)).not.toContain(
      id,
    );
    for (const signal of body.signals) expect(signal.signal_subtype).toBe(subtype);
    expect((await search({ similar_to: id, count_only: true })).body.total).toBe(body.total);
    const unknown = { similar_to: '00000000-0000-4000-8000-000000000000' };
    for (const more of [{}, { count_only: true }, { company_name: 'nobody at all' }]) {
      expect((await search({ ...unknown, ...more })).status).toBe(404);
    }
    const both = await search({ similar_to: id, query: 'layoffs' });
    expect([both.status, both.body.details[0].field]).toEqual([400, 'similar_to']);
  });

  it('finds equal texts first as similar, whatever they would ask for as a question', async () => {
    const text = 'Happy Friday, no meetings. What was your latest highlight this week?';
    await service.load(
      ['2026-05-30', '2026-02-01', '2025-11-01'].map((day, at) =>
        signalEvent(text, { domain: `friday${at}.example` }, { detected_at: `${day}T12:00:00Z` }),
      ),
    );
    const search = (body: object) => service.call('POST', '/v1/signals/search', { body });
    const [first] = (await search({ company_domain: 'friday0.example', limit: 1 })).body.signals;
    const { body } = await search({ similar_to: first.signal_id, limit: 3 });
    const found = body.signals.map(({ data, score }: FoundSignal) => [data.summary, score]);
    expect(found.slice(0, 2)).toEqual([
      [text, found[0][1]],
      [text, found[0][1]],
    ]);
    expect(found[2][1]).toBeLessThan(found[0][1]);
  });

  it('finds intent by the kind of signal alone, not by times or exclusions that any signal meets', async () => {
    const key = await service.createKey({ earlyAccess: true });
    interface Found {
      company: { domain: string };
      signals: { signal_subtype: string; detected_at: string }[];
    }
    const found = async (query: string): Promise<Found[]> => {
      const body = { query, min_signals: 1, limit: 50 };
      return (await service.call('POST', '/v1/intent/companies', { body, key })).body.results;
    };
    const subtypesOf = (results: readonly Found[]) =>
      new Set(results.map(({ signals }) => signals[0]?.signal_subtype));
    const domainsOf = (results: readonly Found[]) => results.map(({ company }) => company.domain);
    const plain = await found('layoffs');
    expect(plain.length).toBeGreaterThan(3);
    const recent = await found('layoffs in the last 90 days');
    expect(recent.length).toBeGreaterThan(3);
    const month = await found('layoffs in the last 30 days');
    expect(month.length).toBeLessThan(recent.length);
    const times = month.flatMap(({ signals }) => signals.map((each) => each.detected_at));
    expect(times.filter((time) => time < '2026-05-02')).toEqual([]);
    // Older times than those that intent looks at do not count.
    expect(await found('layoffs in 2019')).not.toEqual([]);
    expect([...subtypesOf(recent)].filter((each) => !subtypesOf(plain).has(each))).toEqual([]);
    const records = await service.clickhouse.rows<{ domain: string; country: string }>(
      'SELECT domain, country FROM companies FINAL',
    );
    const countryOf = new Map(records.map(({ domain, country }) => [domain, country]));
    const [excluded = ''] = domainsOf(plain).flatMap((domain) => countryOf.get(domain) || []);
    const name = new Intl.DisplayNames('en', { type: 'region' }).of(excluded);
    const others = await found(`layoffs except in ${name}`);
    expect(others.length).toBeGreaterThan(3);
    expect(domainsOf(others).filter((each) => countryOf.get(each) === excluded)).toEqual([]);
    // Most signals name no state, so they may be from any other.
    const notTexan = domainsOf(await found('layoffs outside Texas'));
    expect(notTexan).toEqual(expect.arrayContaining(domainsOf(plain)));
    expect([...subtypesOf(others)].filter((each) => !subtypesOf(plain).has(each))).toEqual([]);
  });

  it('finds relevant signals that share no word with the query', async () => {
    const wordless = queries.filter(({ noSharedWords }) => noSharedWords);
    expect(wordless.length).toBeGreaterThanOrEqual(8);
    const summaries = new Map(stored.map(({ key, summary }) => [key, summary]));
    for (const { query, relevant } of wordless) {
      const found = await searched(query);
      const fitting = relevant
        .map(keyOf)
        .filter((key) => found.includes(key) && !sharesWord(query, summaries.get(key) ?? ''));
      // If all results are relevant, shared words may have led to them.
      const isRelevant = (key: string) => relevant.some((each) => keyOf(each) === key);
      expect(fitting.length > 0 || found.every(isRelevant), query).toBe(true);
    }
  });

  it('ranks the requested kind of signal of a named company first', async () => {
    const best = async (query: string, limit: number): Promise<string[]> => {
      const answer = await service.call('POST', '/v1/signals/search', { body: { query, limit } });
      return answer.body.signals.map(
        (each: { company: { name: string }; signal_subtype: string }) =>
          `${each.company.name}: ${each.signal_subtype}`,
      );
    };
    const found = await best(`${NAMED} management changes`, 3);
    expect(found.toSorted()).toEqual(
      ['executiveChange', 'newRole', 'promotion'].map((subtype) => `${NAMED}: ${subtype}`),
    );
    expect(await best(`closures at ${NAMED}`, 1)).toEqual([`${NAMED}: plantClosure`]);
    // A query of the name alone finds all kinds.
    for (const each of await best(NAMED, TOP)) expect(each).toContain(`${NAMED}: `);
  });

  it('finds signals of a named company that do not contain its name', async () => {
    const name = 'Quibbleton Freight';
    const company = { name, domain: 'quibbleton.example' };
    const post = 'We have just signed the lease on new premises in Ghent.';
    const strike = 'The Company expects no material effect of the stoppage at its depots.';
    await service.load([signalEvent(post, company), signalEvent(strike, company)]);
    const best = async (query: string, limit: number): Promise<string[]> => {
      const answer = await service.call('POST', '/v1/signals/search', { body: { query, limit } });
      return answer.body.signals.map((each: { data: { summary: string } }) => each.data.summary);
    };
    expect((await best(name, 2)).toSorted()).toEqual([strike, post]);
    expect(await best(`strike at ${name}`, 1)).toEqual([strike]);
    expect(await best('strike', 2)).not.toContain(post);
  });

  it('finds posts by the job title of their author, and explains the match', async () => {
    const posted = (summary: string, name: string, title: string) =>
      signalEvent(
        summary,
        { domain: 'quibbleton.example' },
        {
          signal_type: 'network-post-contact',
          signal_subtype: 'thoughtLeadership',
          contact: { name, email: `${name}@quibbleton.example`, title },
        },
      );
    const byChief = 'Unpopular opinion: nobody needs a cheaper tram, they want one that comes.';
    const byOthers = [
      'Unpopular opinion: nobody needs a faster tram, they want one that comes.',
      'Unpopular opinion: nobody needs a new tram, they want one that comes.',
    ];
    await service.load([
      posted(byChief, 'wanda', 'Co-Founder & CTO'),
      ...byOthers.map((summary, at) => posted(summary, `writer${at}`, 'Head of Trams')),
    ]);
    const { body } = await service.call('POST', '/v1/signals/search', {
      body: {
        query: 'opinion posts about trams by chief technology officers',
        limit: 3,
        explain: true,
      },
    });
    const [first] = body.signals;
    expect(body.signals.map((each: { data: { summary: string } }) => each.data.summary)).toEqual([
      byChief,
      ...[expect.any(String), expect.any(String)],
    ]);
    expect(first.explanation.matches).toContainEqual(
      expect.objectContaining({ query_word: 'chief technology officers', met_by: 'contact' }),
    );
    const others = body.signals
      .slice(1)
      .flatMap(
        ({ explanation }: { explanation: { matches: { met_by: string }[] } }) =>
          explanation.matches,
      );
    expect(others.map((each: { met_by: string }) => each.met_by)).not.toContain('contact');
  });

  it('finds a signal in another language by words of that language', async () => {
    const summary = 'Zapfhahn Werke entlassen alle Mitarbeiter der Sternwarte';
    const more = { signal_subtype: 'layoff' };
    await service.load([signalEvent(summary, { domain: 'zapfhahn.example' }, more)]);
    const query = 'Mitarbeiter einer Sternwarte entlassen';
    const { body } = await service.call('POST', '/v1/signals/search', {
      body: { query, limit: 1 },
    });
    expect(body.signals[0].data.summary).toBe(summary);
  });
});

const STOP_WORDS = new Set([
  'that',
  'this',
  'with',
  'from',
  'into',
  'went',
  'going',
  'have',
  'before',
  'down',
]);

/** Compares content words by their first five letters, because of inflection. */
function sharesWord(a: string, b: string): boolean {
  const stems = (text: string) =>
    text
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length >= 4 && !STOP_WORDS.has(word))
      .map((word) => word.slice(0, 5));
  const other = new Set(stems(b));
  return stems(a).some((stem) => other.has(stem));
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) throw new Error('a vector is missing');
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
