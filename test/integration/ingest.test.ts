/** Effects of loading events: versions, withdrawals, resolution of companies and people, order of arrival. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/domain/errors.js';
import { emptyData } from '../helpers/empty-tables.js';
import { companyProfile, envelope, signalEvent } from '../helpers/events.js';
import { exportOf } from '../helpers/exported.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

beforeEach(() => emptyData(service.clickhouse));

afterAll(() => service.stop());

const filing = (cik: string, items: string, more: object = {}, overrides = {}) =>
  envelope(
    'sec-filings',
    {
      cik,
      name: 'EXAMPLE FILER CORP',
      tickers: [],
      website: '',
      accessionNumber: `${cik}-26-000001`,
      acceptanceDateTime: '2026-04-30T20:30:41.000Z',
      form: '8-K',
      items,
      primaryDocument: '',
      ...more,
    },
    overrides,
  );

const rows = <T = Record<string, unknown>>(sql: string) => service.clickhouse.rows<T>(sql);
const count = async (table: string) =>
  (await rows<{ n: number }>(`SELECT count() AS n FROM ${table} FINAL`))[0]?.n;

const exported = () => exportOf(service.clickhouse);

describe('Person without a profile', () => {
  it('keeps the employer of a milestone if a later post does not mention one', async () => {
    const email = 'ann@one.example';
    const company = { domain: 'one.example' };
    await service.load([
      companyProfile('one.example', 'One'),
      envelope('milestone', {
        person: { email, name: 'Ann' },
        company,
        occurred_on: '2026-04-01',
      }),
      envelope('post', { author: { email, name: 'Ann' }, text: 'Hello', posted_at: '2026-05-01' }),
    ]);
    const [ann] = await service.stores.identity.contacts([{ email }]);
    expect(ann?.employer?.key).toBe('one.example');
  });

  it('is one person for events with and without an email next to the profile URL', async () => {
    const network_url = 'network.example/in/kim';
    const author = { name: 'Kim', network_url };
    await service.load([
      envelope('post', {
        author: { ...author, email: 'kim@one.example' },
        ...{ text: 'Hello', posted_at: '2026-05-01' },
      }),
      envelope('post', { author, text: 'Hello again', posted_at: '2026-05-02' }),
    ]);
    const timeline = await service.call(
      'GET',
      `/v1/contacts/timeline?contact_network_url=${network_url}`,
    );
    expect(timeline.body.total).toBe(2);
  });

  const EMAIL = 'jane@zeta.example';
  const URL = 'network.example/in/jane';
  /** Returns a milestone in May, on the given day. */
  const milestone = (title: string, day: number, person: object) =>
    envelope(
      'milestone',
      { ...{ person, title, occurred_on: `2026-05-0${day}` }, company: { domain: 'zeta.example' } },
      { event_id: title },
    );
  const both = { email: EMAIL, network_url: URL };
  const asked = (pair: { contact_email?: string; contact_network_url?: string }) =>
    new URLSearchParams(pair).toString();
  const titlesOf = (signals: { data: { title: string } }[]) =>
    signals.map(({ data }) => data.title);

  /** Expects equal signals of the person from all endpoints, also in pages of one, and returns their titles. */
  async function answersFor(pair: { contact_email?: string; contact_network_url?: string }) {
    const all = await service.call('GET', `/v1/contacts/timeline?${asked(pair)}`);
    const pages: string[] = [];
    let cursor = '';
    for (let more = true; more && pages.length < 9; ) {
      const { body } = await service.call(
        'GET',
        `/v1/contacts/timeline?${asked(pair)}&limit=1${cursor}`,
      );
      pages.push(...titlesOf(body.timeline));
      expect(body.total).toBe(all.body.total);
      more = body.has_more;
      cursor = `&cursor=${body.next_cursor}`;
    }
    const enriched = async (limit: number) => {
      const one = await service.call('POST', '/v1/contacts/enrich', { body: { ...pair, limit } });
      const many = await service.call('POST', '/v1/contacts/bulk', {
        body: {
          contacts: [pair, { contact_network_url: URL }, { contact_email: 'other@zeta.example' }],
          limit_per_contact: limit,
        },
      });
      expect(many.body.results[0]).toEqual(one.body);
      const { contact_signals: signals, total, signal_summary: summary } = one.body;
      expect(summary).toEqual({ 'work-milestones': total });
      return titlesOf(signals);
    };
    const titles = titlesOf(all.body.timeline);
    expect(all.body.total).toBe(titles.length);
    expect(pages).toEqual(titles);
    expect(await enriched(20)).toEqual(titles);
    for (const limit of [1, 2]) expect(await enriched(limit)).toEqual(titles.slice(0, limit));
    return titles;
  }

  it('includes events that have only the email, in any order of arrival', async () => {
    const [cfo, ceo, vp] = [
      milestone('CFO', 2, { email: EMAIL }),
      milestone('CEO', 1, both),
      milestone('VP', 3, { network_url: URL }),
    ];
    const other = milestone('Chair', 4, { email: 'other@zeta.example' });
    const pairs = [
      { contact_email: EMAIL },
      { contact_network_url: URL },
      { contact_email: EMAIL, contact_network_url: URL },
    ];
    const orders = [
      [cfo, ceo, vp],
      [cfo, vp, ceo],
      [ceo, cfo, vp],
      [ceo, vp, cfo],
      [vp, cfo, ceo],
      [vp, ceo, cfo],
    ];
    // Without `LONG=1`, each of the events comes first once.
    for (const order of process.env.LONG ? orders : orders.filter((_, at) => at % 2 === 0)) {
      await emptyData(service.clickhouse);
      await service.load([...order, other, cfo], 1);
      for (const pair of pairs) {
        const { body } = await service.call('GET', `/v1/contacts/timeline?${asked(pair)}`);
        expect(titlesOf(body.timeline), asked(pair)).toEqual(['VP', 'CFO', 'CEO']);
      }
    }
    for (const pair of pairs) expect(await answersFor(pair)).toEqual(['VP', 'CFO', 'CEO']);
  });

  it('includes events that have only one of several emails', async () => {
    const second = 'jane@beta.example';
    await service.load([
      milestone('CFO', 1, { email: EMAIL }),
      milestone('CEO', 2, both),
      milestone('VP', 3, { email: second, network_url: URL }),
      milestone('Chair', 4, { email: second }),
      milestone('Founder', 4, both),
      milestone('Partner', 4, { email: EMAIL }),
    ]);
    const answers = [
      await answersFor({ contact_email: EMAIL }),
      await answersFor({ contact_email: second }),
      await answersFor({ contact_network_url: URL }),
    ];
    for (const titles of answers) {
      expect(titles).toEqual(answers[0]);
      expect(titles.slice(0, 3).sort()).toEqual(['Chair', 'Founder', 'Partner']);
      expect(titles.slice(3)).toEqual(['VP', 'CEO', 'CFO']);
    }
  });

  it('is distinguished from a person with the same email but another profile URL', async () => {
    const other = 'network.example/in/joe';
    await service.load([
      milestone('CFO', 1, { email: EMAIL }),
      milestone('CEO', 2, both),
      milestone('VP', 3, { email: EMAIL, network_url: other }),
      milestone('Chair', 4, { network_url: URL }),
    ]);
    expect(await answersFor({ contact_network_url: URL })).toEqual(['Chair', 'CEO']);
    expect(await answersFor({ contact_network_url: other })).toEqual(['VP']);
    expect(await answersFor({ contact_email: EMAIL })).toEqual(['VP', 'CFO']);
    expect(await answersFor({ contact_email: EMAIL, contact_network_url: URL })).toEqual([
      'Chair',
      'CEO',
      'CFO',
    ]);
  });
});

describe('Company', () => {
  const DOMAIN = 'one.example';
  /** Returns the company in answers that contain its newest signal, an older one, and none. */
  async function shownCompanies(): Promise<unknown[]> {
    const timeline = `/v1/companies/${DOMAIN}/timeline`;
    const enrich = (filters: object) =>
      service.call('POST', '/v1/companies/enrich', { body: { domain: DOMAIN, ...filters } });
    const answers = [
      await enrich({}),
      await enrich({ signal_types: ['news'] }),
      await enrich({ signal_types: ['sec-8k'] }),
      await service.call('GET', timeline),
      await service.call('GET', `${timeline}?signal_types=news`),
      await service.call('GET', `${timeline}?signal_types=sec-8k`),
      await service.call('POST', '/v1/companies/bulk', { body: { domains: [DOMAIN] } }),
    ];
    return answers.map(({ body }) => body.company ?? body.results[0].company);
  }

  it('is described by its newest signal, or by its profile if known, in every endpoint', async () => {
    await service.load([
      signalEvent('An older text.', { domain: DOMAIN, name: 'First Name' }),
      signalEvent(
        'A newer text.',
        { domain: DOMAIN, name: 'Second Name' },
        { signal_type: 'posts', detected_at: '2026-04-02T00:00:00.000Z' },
      ),
    ]);
    const unknown = { industries: [], employee_count_low: null, employee_count_high: null };
    const named = { name: 'Second Name', domain: DOMAIN, network_url: null, ...unknown };
    expect(await shownCompanies()).toEqual(Array(7).fill(named));

    await service.load([companyProfile(DOMAIN, 'One', { industries: ['Software'] })]);
    const profiled = { ...named, name: 'One', industries: ['Software'] };
    expect(await shownCompanies()).toEqual(Array(7).fill(profiled));
  });
});

describe('Company profile', () => {
  it('that is older than the stored one changes no row, however often it arrives', async () => {
    const profile = (name: string, day: number) =>
      envelope(
        'company-profiles',
        { name, domain: 'one.example', cik: '77', aliases: ['Uno'], industries: ['Toys'] },
        { event_id: 'one', observed_at: `2026-05-0${day}T00:00:00.000Z` },
      );
    await service.load([profile('New', 2)]);
    const stored = await rows('SELECT * FROM companies');
    for (let time = 0; time < 2; time += 1) {
      expect(await service.load([profile('Old', 1)])).toMatchObject({ duplicates: 1, profiles: 0 });
    }
    expect(await rows('SELECT * FROM companies')).toEqual(stored);
  });
});

describe('Filing with only a CIK', () => {
  it('mentions the CIK in its summary', async () => {
    await service.load([
      envelope('filing', {
        company: { cik: '0000000042' },
        form: '10-K',
        accepted_at: '2026-04-30T20:30:41.000Z',
      }),
    ]);
    const [signal] = await rows<{ summary: string }>('SELECT summary FROM signals FINAL');
    expect(signal?.summary).toBe('The company with CIK 42 filed its annual report (10-K).');
  });
});

describe('Filings', () => {
  it('yield one signal per item except exhibits, for the company with that CIK', async () => {
    await service.load([companyProfile('filer.example', 'Example Filer', { cik: '99000001' })]);
    const report = await service.load([filing('0099000001', '2.02,9.01')]);
    expect(report).toMatchObject({ accepted: 1, signals: 1, ignored: 0 });
    const answer = await service.call('GET', '/v1/companies/filer.example/timeline');
    expect(answer.body.timeline).toMatchObject([
      {
        signal_type: 'sec-8k',
        signal_subtype: 'financialResults',
        detected_at: '2026-04-30T20:30:41.000Z',
        company: { name: 'Example Filer', domain: 'filer.example' },
      },
    ]);
  });

  it('without relevant items are ignored, also if read again', async () => {
    const quarterly = filing('0099000002', '', { form: '10-Q' });
    expect(await service.load([quarterly])).toMatchObject({ read: 1, ignored: 1, signals: 0 });
    expect(await service.load([quarterly])).toMatchObject({ read: 1, ignored: 1, duplicates: 0 });
  });
});

describe('Versions of an event', () => {
  const version = (items: string, day: number) =>
    filing(
      '0099000003',
      items,
      {},
      {
        event_id: 'one',
        observed_at: `2026-05-0${day}T00:00:00.000Z`,
      },
    );

  it('withdraw signals that a newer version no longer yields', async () => {
    await service.load([version('1.01,2.02,5.02', 1)]);
    expect(await count('signals')).toBe(3);
    expect(await service.load([version('2.02', 2)])).toMatchObject({ accepted: 1, signals: 1 });
    for (const table of ['signals', 'signals_by_time', 'signals_by_type']) {
      expect(await count(table), table).toBe(1);
    }
    const search = await service.call('POST', '/v1/signals/search', { body: { query: 'filer' } });
    expect(search.body).toMatchObject({ total: 1 });
    expect(search.body.signals).toHaveLength(1);
  });

  it('change nothing if an older one arrives late', async () => {
    await service.load([version('2.02', 2)]);
    const before = await exported();
    expect(await service.load([version('1.01', 1)])).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await exported()).toEqual(before);
  });

  it('end with the same data for any order and batch size', async () => {
    const events = [
      version('1.01,2.02', 1),
      version('2.02,5.02', 2),
      version('8.01', 3),
      companyProfile('filer.example', 'Example Filer', { cik: '99000003' }),
      companyProfile('twin-a.example', 'Twin Works Inc.', { country: 'United States' }),
      companyProfile('twin-b.example', 'Twin Works Ltd', { country: 'Canada' }),
      signalEvent('Twin Works builds', { name: 'Twin Works' }),
      signalEvent('Lonely builds', { name: 'Lonely GmbH' }),
      companyProfile('lonely.example', 'Lonely AG', { industries: ['Toys'] }),
      signalEvent(
        'Pat speaks',
        { domain: 'lonely.example' },
        { contact: { email: 'pat@lonely.example' } },
      ),
      envelope('contact-profiles', {
        email: 'pat@lonely.example',
        network_url: 'network.example/in/pat',
        name: 'Pat Placeholder',
        title: 'Chief Example',
        company_domain: 'lonely.example',
      }),
    ];
    let reference: unknown;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.integer({ min: 1, max: 5 }),
        async (shuffled, batchEvents) => {
          await emptyData(service.clickhouse);
          await service.load(shuffled, batchEvents);
          await service.load(shuffled.slice(0, 4), batchEvents);
          reference ??= await exported();
          expect(await exported()).toEqual(reference);
        },
      ),
      { numRuns: process.env.LONG ? 40 : 3 },
    );
  });
});

describe('Resolution of companies', () => {
  it('finds a company without a profile by its newest name, in whatever order a batch has its names', async () => {
    const named = (name: string, month: number) =>
      signalEvent(
        `${name} moves`,
        { name, domain: 'renamed.example' },
        { detected_at: `2026-0${month}-01T00:00:00Z` },
      );
    const events = [named('Kestrel Foods', 2), named('Sparrowhawk Provisions', 6)];
    for (const order of [events, events.toReversed()]) {
      await emptyData(service.clickhouse);
      await service.load(order);
      const body = { company_name: 'Sparrowhawk Provisions' };
      const enriched = await service.call('POST', '/v1/companies/enrich', { body });
      expect(enriched.body.company).toMatchObject({ domain: 'renamed.example' });
      const found = await service.call('POST', '/v1/signals/search', { body });
      expect(found.body.total).toBe(2);
    }
  });

  it('links signals by name when a profile arrives, and unlinks them when it becomes ambiguous', async () => {
    await service.load([signalEvent('Nimbus opens a plant', { name: 'Nimbus Forge, Inc.' })]);
    const enrich = () =>
      service.call('POST', '/v1/companies/enrich', { body: { company_name: 'nimbus forge' } });
    expect((await enrich()).body.company).toMatchObject({
      name: 'Nimbus Forge, Inc.',
      domain: null,
    });

    await service.load([companyProfile('nimbus.example', 'Nimbus Forge GmbH')]);
    const joined = await service.call('GET', '/v1/companies/nimbus.example/timeline');
    expect(joined.body.total).toBe(1);
    expect((await enrich()).body.company.domain).toBe('nimbus.example');

    await service.load([companyProfile('nimbusforge.example', 'NIMBUS FORGE S.A.')]);
    const released = await service.call('GET', '/v1/companies/nimbus.example/timeline');
    expect(released.body.total).toBe(0);
    const several = await enrich();
    expect(several.status).toBe(404);
    expect(several.body.message).toContain('nimbus.example');
  });

  it('does not link a company of the same name in another country', async () => {
    await service.load([companyProfile('acme.example', 'Acme', { country: 'Germany' })]);
    await service.load([
      signalEvent('Acme of France', { name: 'Acme SA', country: 'FRA' }),
      signalEvent('Acme of Germany', { name: 'Acme AG', country: 'DE' }),
    ]);
    const timeline = await service.call('GET', '/v1/companies/acme.example/timeline');
    expect(timeline.body.timeline.map((each: { data: object }) => each.data)).toEqual([
      { summary: 'Acme of Germany' },
    ]);
  });

  it('does not link signals of another country to a profile without a domain', async () => {
    const profile = (at: number, more: object) =>
      envelope(
        'company-profiles',
        { name: 'Acme', industries: ['Steel'], employees: '5001-10000', ...more },
        { event_id: 'acme', observed_at: `2026-05-0${at}T00:00:00.000Z` },
      );
    const shown = () =>
      rows(`SELECT company_key AS key, industries FROM signals FINAL ORDER BY summary`);
    const british = { key: 'unresolved:name:acme', industries: [] };
    await service.load([signalEvent('Acme lays off', { name: 'Acme', country: 'GB' })]);
    expect(await shown()).toEqual([{ key: 'name:acme', industries: [] }]);
    await service.load([profile(1, { country: 'US' })]);
    expect(await shown()).toEqual([british]);
    await service.load([signalEvent('Acme opens', { name: 'Acme', country: 'GB' })]);
    expect(await shown()).toEqual([british, british]);
    const found = await service.call('POST', '/v1/companies/enrich', {
      body: { company_name: 'Acme' },
    });
    expect(found.body).toMatchObject({ company: { industries: ['Steel'] }, signals: [] });
    await service.load([profile(2, { country: 'GB' })]);
    const linked = { key: 'name:acme', industries: ['Steel'] };
    expect(await shown()).toEqual([linked, linked]);
    await service.load([profile(3, { country: 'US' })]);
    expect(await shown()).toEqual([british, british]);
    await service.load([profile(4, { name: 'Other' })]);
    expect((await shown()).map(({ key }) => key)).toEqual(['name:acme', 'name:acme']);
  });

  it('finds all signals of a name in search, but counts only certain matches for the company', async () => {
    const [early, profile, late, sure] = [
      signalEvent('Brillix lays off in Bonn', { name: 'Brillix', country: 'DE' }),
      envelope('company-profiles', { name: 'Brillix', country: 'FR', industries: ['Optics'] }),
      signalEvent('Brillix lays off in Berlin', { name: 'Brillix', country: 'DE' }),
      signalEvent('Brillix lays off in Paris', { name: 'Brillix' }),
    ];
    await service.load([early, profile, late, sure], 1);
    for (const company_name of ['Brillix', 'BRILLIX Inc.', 'Brilix']) {
      const { body } = await service.call('POST', '/v1/signals/search', { body: { company_name } });
      expect(body.total, company_name).toBe(3);
      const enriched = await service.call('POST', '/v1/companies/enrich', {
        body: { company_name },
      });
      expect(enriched.body, company_name).toMatchObject({
        company: { name: 'Brillix', industries: ['Optics'] },
        signal_summary: { news: 1 },
      });
    }
    for (const text of ['Brillix', 'bri', 'Brilxi']) {
      const { body } = await service.call('GET', `/v1/companies/suggest?q=${text}`);
      expect(body.companies, text).toMatchObject([{ name: 'Brillix', signal_count: 1 }]);
    }
  });

  it('finds a company by its domain and its name, however many companies have that name', async () => {
    const domains = Array.from({ length: 25 }, (_, at) => `quexley${at}.example`);
    await service.load([
      ...domains.map((domain) => companyProfile(domain, 'Quexley Partners')),
      ...domains.map((domain) => signalEvent('It hires', { domain })),
    ]);
    for (const domain of domains) {
      const total = async (company_name: string) => {
        const body = { company_domain: domain, company_name };
        return (await service.call('POST', '/v1/signals/search', { body })).body.total;
      };
      expect([await total('Quexley Partner'), await total('Other')], domain).toEqual([1, 0]);
    }
  });

  it('finds a company by name again when its profile was renamed', async () => {
    await service.load([
      companyProfile('acme.example', 'Acme'),
      signalEvent('Acme opens a mill', { name: 'Acme' }),
    ]);
    const renamed = companyProfile('acme.example', 'Other');
    await service.load([{ ...renamed, observed_at: '2026-05-20T00:00:00.000Z' }]);
    const found = await service.call('POST', '/v1/companies/enrich', {
      body: { company_name: 'Acme' },
    });
    expect(found.body.company).toMatchObject({ name: 'Acme', domain: null });
  });

  it('does not link news by a ticker that several companies share', async () => {
    await service.load([
      envelope('company-profiles', { name: 'Acme Mining', tickers: ['ACM'], country: 'CA' }),
      companyProfile('acm.example', 'ACM Software', { tickers: ['ACM'], country: 'US' }),
      signalEvent('ACM opens a mill', { tickers: ['ACM'] }),
    ]);
    expect(await rows('SELECT company_key, company_name FROM signals FINAL')).toEqual([
      { company_key: 'unresolved:ticker:ACM', company_name: '' },
    ]);
  });

  it('keeps companies apart if their profiles and events give a public suffix as domain', async () => {
    await service.load([
      companyProfile('co.uk', 'Alder'),
      { ...companyProfile('co.uk', 'Birch'), event_id: 'birch' },
      signalEvent('Alder opens a mill', { name: 'Alder', domain: 'co.uk' }),
      signalEvent('Birch opens a mine', { name: 'Birch', domain: 'www.co.uk' }),
    ]);
    expect(await rows('SELECT company_key, summary FROM signals FINAL ORDER BY summary')).toEqual([
      { company_key: 'name:alder', summary: 'Alder opens a mill' },
      { company_key: 'name:birch', summary: 'Birch opens a mine' },
    ]);
    expect(await rows('SELECT name, domain FROM companies FINAL ORDER BY name')).toEqual([
      { name: 'Alder', domain: '' },
      { name: 'Birch', domain: '' },
    ]);
  });

  it('applies the current profile to old signals, in answers and filters', async () => {
    await service.load([
      companyProfile('grow.example', 'Grow', { employees: '1-10', industries: ['Seeds'] }),
      signalEvent('Grow grows', { domain: 'grow.example' }),
    ]);
    const later = companyProfile('grow.example', 'Grow Big', {
      employees: '5001-10000',
      industries: ['Forests'],
    });
    await service.load([{ ...later, observed_at: '2026-05-20T00:00:00.000Z' }]);
    const search = (body: object) => service.call('POST', '/v1/signals/search', { body });
    expect((await search({ company_industries: ['seeds'] })).body.total).toBe(0);
    const found = await search({ company_industries: ['FORESTS'], employee_count_min: 6000 });
    expect(found.body.signals[0].company).toMatchObject({
      name: 'Grow Big',
      employee_count_low: 5001,
      employee_count_high: 10000,
    });
  });
});

describe('Job boards', () => {
  const board = (day: number, ids: number[]) =>
    envelope(
      'job-board',
      {
        company: { name: 'Hiring Co', domain: 'hiring.example' },
        board: 'hiring',
        fetched_at: `2026-05-0${day}T00:00:00.000Z`,
        jobs: ids.map((id) => ({ id, title: `Engineer ${id}` })),
      },
      { event_id: `snapshot-${day}`, observed_at: `2026-05-0${day}T00:00:00.000Z` },
    );

  it('yield one posting per job, dated by the first snapshot that contains it, in any order', async () => {
    await service.load([board(3, [1, 2, 3]), board(2, [1, 2]), board(1, [1])], 2);
    const jobs = await rows(
      `SELECT JSONExtractString(data, 'job_id') AS job, toDate(detected_at) AS day
       FROM signals FINAL ORDER BY job`,
    );
    expect(jobs).toEqual([
      { job: '1', day: '2026-05-01' },
      { job: '2', day: '2026-05-02' },
      { job: '3', day: '2026-05-03' },
    ]);
  });
});

describe('Store that fails during a load', () => {
  it('loses no event when the same events are loaded again', async () => {
    const { signals, registry } = service.ingestStores;
    const events = Array.from({ length: 30 }, (_, at) =>
      signalEvent(`Thing ${at}`, { name: 'Steady' }),
    );
    for (const [store, method] of [
      [signals, 'write'],
      [registry, 'put'],
    ] as const) {
      const working = Reflect.get(store, method);
      let calls = 0;
      Reflect.set(store, method, async (...args: unknown[]) => {
        calls += 1;
        if (calls === 2) throw new AppError('unavailable', 'away');
        return working.apply(store, args);
      });
      await expect(service.load(events, 5)).rejects.toThrow('away');
      Reflect.set(store, method, working);
    }
    const report = await service.load(events, 5);
    expect(report.accepted + report.duplicates).toBe(30);
    expect(await count('signals')).toBe(30);
    expect(await count('events')).toBe(30);
  });
});

describe('Unpaired surrogate in an event', () => {
  it('is stored as a replacement character without affecting later events', async () => {
    const data = { summary: 'Half a party \ud83c', '\ud83c': 1 };
    const half = signalEvent('', { name: 'Half \udf89' }, { data });
    const whole = signalEvent('A whole party 🎉', { name: 'Whole' });
    expect(await service.load([half, whole], 1)).toMatchObject({ accepted: 2, signals: 2 });
    const stored = await rows('SELECT company_name, summary FROM signals FINAL ORDER BY summary');
    expect(stored).toEqual([
      { company_name: 'Whole', summary: 'A whole party 🎉' },
      { company_name: 'Half \ufffd', summary: 'Half a party \ufffd' },
    ]);
  });
});

describe('Invalid event', () => {
  it('is rejected with line, code and field, while the others are loaded', async () => {
    const report = await service.load([
      envelope('acquisitions', { company_name: '', acquirer_name: ' ' }),
      envelope('funding-rounds', { company_name: '#NAME?', funded_at: '2013-01-01' }),
      envelope('funding-rounds', { company_name: 'Old', funded_at: '1201-01-01' }),
      envelope('funding-rounds', { company_name: 'Far', funded_at: '3201-01-01' }),
      envelope('no-such-feed', {}),
      envelope('funding-rounds', {}),
      { event_id: 'x', payload: {} },
      envelope('funding-rounds', { company_name: 'Fine', funded_at: '2013-01-01' }),
    ]);
    expect(report).toMatchObject({ read: 8, accepted: 1, rejected: 7, signals: 1 });
    expect(
      report.rejectedLines.map(({ line, reason }) => [line, reason.code, reason.field]),
    ).toEqual([
      [1, 'missing_company', 'company'],
      [2, 'invalid_name', 'company.name'],
      [3, 'invalid_date', 'announced_on'],
      [4, 'invalid_date', 'announced_on'],
      [5, 'unknown_source', 'source'],
      [6, 'invalid_payload', 'company_name'],
      [7, 'invalid_envelope', 'source'],
    ]);
  });
});
