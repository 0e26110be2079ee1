/** Compares every endpoint that returns signals with a naive model: same ids, same order, same totals. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupKey } from '../../shared/domain/ports/signal-reader.js';
import { companyProfile, envelope } from '../helpers/events.js';
import { anyCase, eventOfDraft, type ModelDraft, withStoredIds } from '../helpers/model-events.js';
import {
  expectedNearest,
  type ModelCompany,
  type ModelContact,
  type ModelFilter,
  type ModelSignal,
  matching,
  summaryOf,
} from '../helpers/naive-model.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const NOW_MS = Date.parse('2026-06-15T12:00:00.000Z');
const DAY_MS = 86_400_000;
const TYPES = ['news', 'sec-8k', 'work-milestones', 'Größe-Ω'];
const SUBTYPES = ['layoff', 'aiInvestment', 'STRASSE', 'İstanbul', 'général', 'jobChange'];
const INDUSTRIES = ['Software', 'Énergie', 'Straßenbau', 'Banks'];
const WORDS = ['plant', 'robot', 'bank', 'loan', 'chip', 'hire', 'ship', 'rocket', 'tax', 'wind'];
const RUNS = process.env.LONG ? 1_000 : 20;

const companies: ModelCompany[] = Array.from({ length: 12 }, (_, at) => ({
  domain: `company${at}.example`,
  name: `Company ${'ABCDEFGHIJKL'[at]} Works`,
  industries: INDUSTRIES.filter((_each, index) => (at + index) % 3 === 0),
  low: at % 4 === 3 ? null : at * 10,
  high: at % 4 === 3 ? null : at * 10 + 25,
}));
const people: ModelContact[] = Array.from({ length: 5 }, (_, at) => ({
  email: `person${at}@company${at}.example`,
  networkUrl: `network.example/in/person-${at}`,
  name: `Person ${at}`,
  title: 'Engineer',
}));

let service: TestService;
let signals: ModelSignal[];

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => NOW_MS } });
  await service.load(companies.map(profileOf));
  await service.load(
    people.map((person, at) =>
      envelope('contact-profiles', {
        email: person.email,
        network_url: person.networkUrl,
        name: person.name,
        title: person.title,
        company_domain: companies[at]?.domain,
        company_name: companies[at]?.name,
      }),
    ),
  );
  signals = await loadSignals(randomDrafts(400, 7));
});

afterAll(() => service.stop());

function profileOf(company: ModelCompany) {
  return companyProfile(company.domain, company.name, {
    industries: company.industries,
    employees: company.low === null ? null : `${company.low}-${company.high}`,
  });
}

function randomDrafts(count: number, seed: number): ModelDraft[] {
  const draft = fc.record({
    type: fc.constantFrom(...TYPES),
    subtype: fc.constantFrom(...SUBTYPES),
    // Few distinct times make ties common.
    daysAgo: fc.integer({ min: 1, max: 60 }),
    company: fc.constantFrom(...companies),
    contact: fc.option(fc.constantFrom(...people), { freq: 2 }),
    words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }),
  });
  return fc.sample(draft, { numRuns: count, seed }).map((each, index) => ({
    eventId: `model-${seed}-${index}`,
    type: each.type,
    subtype: each.subtype,
    detectedAtMs: NOW_MS - each.daysAgo * DAY_MS,
    association: each.contact ? 'contact' : 'company',
    company: each.company,
    contact: each.contact,
    summary: each.words.join(' '),
  }));
}

/** Loads the events, half of them twice, and returns them with their stored ids. */
async function loadSignals(drafts: readonly ModelDraft[]): Promise<ModelSignal[]> {
  const events = drafts.map(eventOfDraft);
  const report = await service.load([...events, ...events.filter((_, at) => at % 2 === 0)], 64);
  expect(report.accepted).toBe(drafts.length);
  return withStoredIds(service, drafts);
}

/** Never `İ` in lower case, because its length depends on the language. */
const subtypeCase = fc
  .constantFrom(...SUBTYPES, 'nobody-knows')
  .chain((value) => fc.constantFrom(value, value.toUpperCase()));

const date = fc
  .integer({ min: 0, max: 65 })
  .map((days) => new Date(NOW_MS - days * DAY_MS).toISOString());

/** Bounds of the ranges of companies and their neighbours, where comparisons tend to fail. */
const headCount = fc
  .constantFrom(...companies.flatMap(({ low, high }) => [low ?? 0, high ?? 0]))
  .chain((bound) => fc.integer({ min: Math.max(0, bound - 1), max: bound + 1 }));

const everyFilter = fc.record({
  signal_types: fc.array(anyCase([...TYPES, 'unknown-type']), { minLength: 1, maxLength: 3 }),
  signal_subtype: subtypeCase,
  company_industries: fc.array(anyCase(INDUSTRIES), { minLength: 1, maxLength: 2 }),
  association: fc.constantFrom('company' as const, 'contact' as const),
  detected_after: date,
  detected_before: date,
  employee_count_min: headCount,
  employee_count_max: headCount,
  company_domain: fc.constantFrom(...companies.map((company) => company.domain), 'none.example'),
  contact_email: fc.constantFrom(...people.map((person) => person.email)),
  contact_network_url: fc.constantFrom(...people.map((person) => person.networkUrl)),
});
const filterNames = [
  'signal_types',
  'signal_subtype',
  'company_industries',
  'association',
  'detected_after',
  'detected_before',
  'employee_count_min',
  'employee_count_max',
  'company_domain',
  'contact_email',
  'contact_network_url',
] as const;

/** Mostly a few filters, because many at once leave nothing to compare. */
const filters: fc.Arbitrary<ModelFilter & { signal_subtype?: string }> = fc
  .tuple(
    everyFilter,
    fc.oneof(
      { weight: 9, arbitrary: fc.subarray([...filterNames], { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.subarray([...filterNames]) },
    ),
  )
  .map(([all, names]) => Object.fromEntries(names.map((name) => [name, all[name]])))
  .filter(
    (filter) =>
      !(filter.detected_after && filter.detected_before) ||
      filter.detected_after < filter.detected_before,
  )
  .filter(
    (filter) =>
      filter.employee_count_min === undefined ||
      filter.employee_count_max === undefined ||
      filter.employee_count_min <= filter.employee_count_max,
  );

function modelFilter({
  signal_subtype: one,
  ...filter
}: ModelFilter & { signal_subtype?: string }) {
  const subtypes = [...(filter.signal_subtypes ?? []), ...(one === undefined ? [] : [one])];
  return { ...filter, ...(subtypes.length > 0 ? { signal_subtypes: subtypes } : {}) };
}

/** Expects that the signal does not follow an older one with the same text, which is equally near. */
function expectNewestFirstAmongEquals(before: readonly string[], id: string): void {
  const own = signals.find((signal) => signal.id === id);
  const later = before
    .map((each) => signals.find((signal) => signal.id === each))
    .filter((each) => each?.summary === own?.summary)
    .some((each) => (each?.detectedAtMs ?? 0) < (own?.detectedAtMs ?? 0));
  expect(later, id).toBe(false);
}

const idsOf = (list: readonly { signal_id: string }[]) => list.map((each) => each.signal_id);
const modelIds = (list: readonly ModelSignal[]) => list.map((each) => each.id);

async function check(property: fc.IAsyncProperty<unknown>): Promise<void> {
  await fc.assert(property, { numRuns: RUNS });
}

describe('POST /v1/signals/search', () => {
  it('without query returns the same as the model for random filters and pages', async () => {
    const page = fc.record({
      limit: fc.integer({ min: 1, max: 50 }),
      offset: fc.integer({ min: 0, max: 60 }),
    });
    await check(
      fc.asyncProperty(filters, page, async (filter, { limit, offset }) => {
        const body = { ...filter, limit, offset };
        const answer = await service.call('POST', '/v1/signals/search', { body });
        const expected = matching(signals, modelFilter(filter));
        expect(idsOf(answer.body.signals)).toEqual(
          modelIds(expected.slice(offset, offset + limit)),
        );
        expect(answer.body.total).toBe(expected.length);
        expect(answer.body.has_more).toBe(expected.length > offset + limit);
      }),
    );
  });

  it('with query returns the nearest signals that match the filters', async () => {
    const query = fc
      .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' '));
    const page = fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      offset: fc.integer({ min: 0, max: 40 }),
    });
    await check(
      fc.asyncProperty(filters, query, page, async (filter, text, { limit, offset }) => {
        const body = { ...filter, query: text, limit, offset };
        const answer = await service.call('POST', '/v1/signals/search', { body });
        const expected = expectedNearest(matching(signals, modelFilter(filter)), text);
        const shown = expected.slice(offset, offset + limit);
        expect(answer.body.total).toBe(expected.length);
        const ids = idsOf(answer.body.signals);
        expect(new Set(ids).size).toBe(shown.length);
        // The last digit of a score may be rounded differently, then either may come first.
        const scores = new Map(expected.map(({ signal, score }) => [signal.id, score]));
        ids.forEach((id, rank) => {
          expect(scores.get(id), `rank ${rank}`).toBeCloseTo(shown[rank]?.score ?? 2, 3);
        });
        for (const [at, id] of ids.entries()) expectNewestFirstAmongEquals(ids.slice(0, at), id);
        expect(answer.body.has_more).toBe(expected.length > offset + limit);
      }),
    );
  });

  it('with count_only returns the total free of charge', async () => {
    await check(
      fc.asyncProperty(filters, async (filter) => {
        const body = { ...filter, count_only: true };
        const answer = await service.call('POST', '/v1/signals/search', { body });
        expect(answer.body).toEqual({ total: matching(signals, modelFilter(filter)).length });
        expect(answer.headers.get('x-credits-charged')).toBeNull();
      }),
    );
  });
});

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const mondayOf = (ms: number) => dayOf(ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS);
const VALUES: Readonly<Record<GroupKey, (signal: ModelSignal) => unknown[]>> = {
  signal_type: ({ type }) => [type],
  signal_subtype: ({ subtype }) => [subtype],
  company: ({ company: { name, domain } }) => [{ name, domain, network_url: null }],
  industry: ({ company }) => (company.industries.length > 0 ? company.industries : [null]),
  day: ({ detectedAtMs }) => [dayOf(detectedAtMs)],
  week: ({ detectedAtMs }) => [mondayOf(detectedAtMs)],
  month: ({ detectedAtMs }) => [`${dayOf(detectedAtMs).slice(0, 7)}-01`],
};

/** Returns the count of every combination of values, as text. */
function countedBy(keys: readonly GroupKey[], matches: readonly ModelSignal[]) {
  const counts = new Map<string, number>();
  for (const signal of matches) {
    const combinations = keys.reduce<unknown[][]>(
      (all, key) => all.flatMap((each) => VALUES[key](signal).map((value) => [...each, value])),
      [[]],
    );
    for (const values of combinations) {
      const text = JSON.stringify(values);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return counts;
}

describe('Counts by group', () => {
  it('equal a naive count for random filters and keys', async () => {
    const keys = fc.shuffledSubarray(
      ['signal_type', 'signal_subtype', 'company', 'industry', 'day', 'week', 'month'] as const,
      { minLength: 1, maxLength: 2 },
    );
    const limits = fc.integer({ min: 1, max: 200 });
    await check(
      fc.asyncProperty(filters, keys, limits, async (filter, groupBy, limit) => {
        const body = { ...filter, group_by: groupBy, limit };
        const answer = await service.call('POST', '/v1/signals/aggregate', { body });
        const expected = matching(signals, modelFilter(filter));
        const counts = countedBy(groupBy, expected);
        const { total, groups, has_more: hasMore, group_count: groupCount } = answer.body;
        expect(total).toBe(expected.length);
        expect(groups).toHaveLength(Math.min(limit, counts.size));
        expect([hasMore, groupCount]).toEqual([counts.size > limit, counts.size]);
        const found = groups.map(({ key, count }: never) => {
          const values = groupBy.map((each) => key[each]);
          expect(Object.keys(key)).toHaveLength(groupBy.length);
          expect(count).toBe(counts.get(JSON.stringify(values)));
          return { values, count };
        });
        const times = groupBy.flatMap((key, at) => (/day|week|month/.test(key) ? [at] : []));
        // The complement of the count sorts the largest first.
        const order = found.map(({ values, count }: { values: string[]; count: number }) =>
          [...times.map((at) => values[at]), 1e9 - count].join(' '),
        );
        expect(order).toEqual([...order].sort());
        const rest = [...counts.values()].sort((a, b) => b - a);
        if (times.length === 0) {
          expect(found.map(({ count }: never) => count)).toEqual(rest.slice(0, limit));
        }
      }),
    );
  });

  it('in company suggestions equal the totals of timelines', async () => {
    for (const { domain, name } of companies) {
      const { body } = await service.call('GET', `/v1/companies/suggest?q=${domain.slice(0, -4)}`);
      const timeline = await service.call('GET', `/v1/companies/${domain}/timeline?limit=1`);
      const signal_count = timeline.body.total;
      expect(signal_count).toBe(matching(signals, { company_domain: domain }).length);
      const suggested = body.companies.find((each: { domain: string }) => each.domain === domain);
      expect(suggested).toEqual({ name, domain, network_url: null, signal_count });
    }
  });
});

describe('Other endpoints that return signals, compared with the model', () => {
  it('GET /v1/signals/trending returns the newest signals of the window with counts', async () => {
    const query = fc.record(
      {
        time_window: fc.constantFrom('24h', '7d', '30d'),
        signal_types: fc.array(anyCase(TYPES), { minLength: 1, maxLength: 2 }),
        association: fc.constantFrom('company' as const, 'contact' as const),
        company_domain: fc.constantFrom(...companies.map(({ domain }) => domain)),
        limit: fc.integer({ min: 1, max: 20 }),
      },
      { requiredKeys: ['limit'] },
    );
    const days = { '24h': 1, '7d': 7, '30d': 30 };
    await check(
      fc.asyncProperty(query, async ({ time_window: window, limit, ...filter }) => {
        const path = `/v1/signals/trending?${queryString({ ...filter, time_window: window, limit })}`;
        const answer = await service.call('GET', path);
        const detected_after = new Date(NOW_MS - days[window ?? '7d'] * DAY_MS).toISOString();
        const expected = matching(signals, { ...filter, detected_after });
        expect(idsOf(answer.body.signals)).toEqual(modelIds(expected.slice(0, limit)));
        expect(answer.body.signal_summary).toEqual(summaryOf(expected));
        expect(answer.body.total).toBe(expected.length);
      }),
    );
  });

  const subtypeFilters = fc
    .record(
      {
        signal_types: fc.array(anyCase(TYPES), { minLength: 1, maxLength: 2 }),
        signal_subtypes: fc.array(subtypeCase, { minLength: 1, maxLength: 4 }),
        signal_subtype: subtypeCase,
        detected_after: date,
      },
      { requiredKeys: [] },
    )
    .map((filter) => filter);

  it('company enrich and bulk return the signals that match the filters of types and subtypes', async () => {
    const asked = fc.record({
      company: fc.constantFrom(...companies),
      filter: subtypeFilters,
      limit: fc.integer({ min: 1, max: 30 }),
    });
    await check(
      fc.asyncProperty(asked, async ({ company, filter, limit }) => {
        const own = matching(signals, { ...modelFilter(filter), company_domain: company.domain });
        if (own.length === 0 && !hasSignals(company)) return;
        const body = { domain: `https://www.${company.domain}/about`, ...filter, limit };
        const answer = await service.call('POST', '/v1/companies/enrich', { body });
        expect(idsOf(answer.body.signals)).toEqual(modelIds(own.slice(0, limit)));
        expect(answer.body.signal_summary).toEqual(summaryOf(own));
        const { signal_subtype: _one, signal_subtypes: _many, ...bulkFilter } = filter;
        const domains = [company.domain, 'none.example', company.domain];
        const bulk = await service.call('POST', '/v1/companies/bulk', {
          body: { domains, ...bulkFilter, limit_per_company: limit },
        });
        const all = matching(signals, { ...bulkFilter, company_domain: company.domain });
        expect(bulk.body.results.map(({ signals: list }: never) => idsOf(list))).toEqual([
          modelIds(all.slice(0, limit)),
          [],
          modelIds(all.slice(0, limit)),
        ]);
      }),
    );
  });

  it('contact enrich returns signals of the person and the employer, and charges for each', async () => {
    const asked = fc.record({
      at: fc.integer({ min: 0, max: people.length - 1 }),
      byEmail: fc.boolean(),
      filter: subtypeFilters,
      limit: fc.integer({ min: 1, max: 40 }),
    });
    await check(
      fc.asyncProperty(asked, async ({ at, byEmail, filter, limit }) => {
        const person = people[at];
        const employer = companies[at];
        if (!person || !employer) throw new Error('no such person');
        const identifier = byEmail
          ? { contact_email: ` ${person.email.toUpperCase()}`.trim() }
          : { contact_network_url: `https://www.${person.networkUrl}/` };
        const body = { ...identifier, ...filter, limit };
        const answer = await service.call('POST', '/v1/contacts/enrich', { body });
        const common = modelFilter(filter);
        const own = matching(signals, { ...common, contact_email: person.email });
        const company = matching(signals, {
          ...common,
          company_domain: employer.domain,
          association: 'company',
        });
        const mine = own.slice(0, limit);
        expect(idsOf(answer.body.contact_signals)).toEqual(modelIds(mine));
        expect(idsOf(answer.body.company_signals)).toEqual(
          modelIds(company.slice(0, limit - mine.length)),
        );
        expect(answer.body.total).toBe(own.length + company.length);
        expect(answer.headers.get('x-credits-charged') ?? '0').toBe(
          String(2 * (mine.length + Math.min(company.length, limit - mine.length))),
        );
      }),
    );
  });

  it('GET /v1/signals/:id returns the signal', async () => {
    await check(
      fc.asyncProperty(fc.nat({ max: 399 }), async (at) => {
        const signal = signals[at];
        if (!signal) throw new Error('no such signal');
        const answer = await service.call('GET', `/v1/signals/${signal.id}`);
        expect(answer.body).toMatchObject({
          signal_id: signal.id,
          signal_type: signal.type,
          detected_at: new Date(signal.detectedAtMs).toISOString(),
          company: { domain: signal.company.domain, industries: signal.company.industries },
          data: { summary: signal.summary },
        });
        expect(answer.body.contact?.email ?? null).toBe(signal.contact?.email ?? null);
      }),
    );
  });
});

describe('Cursors', () => {
  it('return every row exactly once while newer rows are loaded', async () => {
    const timeline = (path: string) => async (cursor: string | null) => {
      const joint = path.includes('?') ? '&' : '?';
      const next = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await service.call('GET', `${path}${joint}limit=5${next}`);
      return { page: idsOf(body.timeline), next: body.next_cursor };
    };
    const walks = [
      {
        read: timeline('/v1/companies/company1.example/timeline'),
        filter: { company_domain: 'company1.example' },
      },
      {
        read: timeline('/v1/contacts/timeline?contact_email=person1@company1.example'),
        filter: { contact_email: 'person1@company1.example' },
      },
      {
        read: async (cursor: string | null) => {
          const body = {
            signal_types: ['NEWS'],
            limit: 20,
            ...(cursor === null ? {} : { cursor }),
          };
          const answer = await service.call('POST', '/v1/signals/search', { body });
          return { page: idsOf(answer.body.signals), next: answer.body.next_cursor };
        },
        filter: { signal_types: ['news'] },
      },
    ];
    for (const [index, { read, filter }] of walks.entries()) {
      const expected = modelIds(matching(signals, filter));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { page, next }: { page: string[]; next: string | null } = await read(cursor);
        seen.push(...page);
        cursor = next;
        const newer = randomDrafts(2, 1_000 + index * 1_000 + seen.length).map((draft) => ({
          ...draft,
          detectedAtMs: NOW_MS - 1_000,
        }));
        signals = [...signals, ...(await loadSignals(newer))];
      } while (cursor !== null);
      expect(seen).toEqual(expected);
    }
  });

  it('are rejected for other filters, with query or offset, or if altered', async () => {
    const search = (body: object) => service.call('POST', '/v1/signals/search', { body });
    const first = await search({ limit: 2 });
    const cursor = first.body.next_cursor;
    for (const body of [
      { cursor, association: 'company' },
      { cursor, query: 'bank' },
      { cursor, offset: 1 },
      { cursor: `${cursor.slice(0, -4)}AAAA` },
      { cursor: 'nonsense' },
    ]) {
      const answer = await search(body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(answer.body.details[0].code).toBe('invalid_cursor');
    }
    expect((await search({ cursor, limit: 5 })).status).toBe(200);
  });
});

function hasSignals(company: ModelCompany): boolean {
  return signals.some((signal) => signal.company.domain === company.domain);
}

function queryString(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}
