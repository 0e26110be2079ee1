/**
 * Signals and records that are derived from several events: careers from profiles, hiring from board snapshots,
 * records from several profiles. The result must not depend on the order of arrival.
 */
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

const rows = <T = Record<string, unknown>>(sql: string) => service.clickhouse.rows<T>(sql);
const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const derived = (type: string) =>
  rows(`SELECT signal_subtype AS subtype, toDayOfMonth(detected_at) AS day, summary
    FROM signals FINAL WHERE signal_type = '${type}' AND signal_subtype != 'jobPosting'
    ORDER BY detected_at, summary`);

const exported = () => exportOf(service.clickhouse);

/** Returns an observation of a person; all have the same event id, as in real feeds. */
const person = (at: number, more: object, eventId = 'pat') =>
  envelope(
    'contact-profiles',
    {
      name: 'Pat Placeholder',
      network_url: 'network.example/in/pat',
      email: 'pat@acme.example',
      title: 'Engineer',
      company_name: 'Acme',
      company_domain: 'acme.example',
      ...more,
    },
    { event_id: eventId, observed_at: day(at) },
  );
const BETA = { company_name: 'Beta', company_domain: 'beta.example', email: 'pat@beta.example' };

describe('Careers', () => {
  it('yield a job change and a promotion if profiles differ, and nothing for the first one', async () => {
    await service.load([
      person(1, {}),
      person(2, { title: 'Lead Engineer' }),
      person(3, { title: 'Lead Engineer' }),
      person(4, { title: 'Head', ...BETA }),
    ]);
    expect(await derived('work-milestones')).toEqual([
      {
        subtype: 'promotion',
        day: 2,
        summary: 'Pat Placeholder was promoted from Engineer to Lead Engineer at Acme.',
      },
      {
        subtype: 'jobChange',
        day: 4,
        summary: 'Pat Placeholder joined Beta as Head, coming from Acme.',
      },
    ]);
  });

  it('keep one person after a change of email, who is found by both emails', async () => {
    await service.load([
      person(1, {}),
      signalEvent(
        'Pat speaks',
        { domain: 'acme.example' },
        { contact: { email: 'pat@acme.example' } },
      ),
      person(4, { title: 'Head', ...BETA }),
    ]);
    for (const email of ['pat@acme.example', 'pat@beta.example']) {
      const answer = await service.call('POST', '/v1/contacts/enrich', {
        body: { contact_email: email },
      });
      expect(answer.body.contact, email).toMatchObject({
        email: 'pat@beta.example',
        title: 'Head',
      });
      expect(answer.body.company.domain).toBe('beta.example');
      expect(
        answer.body.contact_signals.map((each: { data: { summary: string } }) => each.data.summary),
      ).toEqual(expect.arrayContaining(['Pat speaks']));
    }
  });

  it('insert a late observation between earlier and later ones', async () => {
    await service.load([person(1, {}), person(9, { title: 'Head', ...BETA })]);
    await service.load([person(5, BETA)]);
    expect(await derived('work-milestones')).toMatchObject([
      { subtype: 'jobChange', day: 5 },
      { subtype: 'promotion', day: 9 },
    ]);
  });

  it('follow the newest evidence, and do not repeat a milestone that an event reports', async () => {
    await service.load([
      person(1, {}),
      envelope('milestone', {
        person: { email: 'pat@acme.example', name: 'Pat Placeholder' },
        company: { name: 'Beta', domain: 'beta.example' },
        title: 'Head',
        occurred_on: '2026-05-03',
        previous: { company: { name: 'Acme', domain: 'acme.example' } },
      }),
    ]);
    const answer = await service.call('POST', '/v1/contacts/enrich', {
      body: { contact_network_url: 'network.example/in/pat' },
    });
    expect(answer.body.contact).toMatchObject({ title: 'Head', email: 'pat@acme.example' });
    expect(answer.body.company.domain).toBe('beta.example');
    await service.load([person(5, { title: 'Head', ...BETA })]);
    expect(await derived('work-milestones')).toMatchObject([{ subtype: 'jobChange', day: 3 }]);
  });

  it('do not keep the title of a former employer', async () => {
    const milestone = (company: object, occurred_on: string) =>
      envelope('milestone', {
        person: { email: 'pat@acme.example', name: 'Pat Placeholder' },
        ...{ company, occurred_on },
      });
    const title = async () => rows('SELECT title, company_name FROM contacts FINAL');
    await service.load([person(1, {}), milestone({ name: 'Acme' }, '2026-05-02')]);
    expect(await title()).toEqual([{ title: 'Engineer', company_name: 'Acme' }]);
    await service.load([milestone({ name: 'Beta' }, '2026-05-03')]);
    expect(await title()).toEqual([{ title: '', company_name: 'Beta' }]);
  });

  it('show the domain of the employer if only the company profile contains it', async () => {
    const domains = () => rows('SELECT company_key, company_domain FROM contacts FINAL');
    await service.load([person(1, { company_domain: null })]);
    expect(await domains()).toEqual([{ company_key: 'name:acme', company_domain: '' }]);
    await service.load([companyProfile('acme.example', 'Acme')]);
    const known = { company_key: 'acme.example', company_domain: 'acme.example' };
    expect(await domains()).toEqual([known]);
    await service.load([person(2, { company_domain: null })]);
    expect(await domains()).toEqual([known]);
  });

  it('keep people apart who share an email', async () => {
    const url = { network_url: 'network.example/in/sam', name: 'Sam Sample' };
    await service.load([
      person(1, { email: 'info@acme.example' }),
      person(2, { email: 'info@acme.example', ...url, ...{ company_name: 'Other' } }, 'sam'),
      person(3, { email: 'info@acme.example', network_url: null, title: 'Desk' }, 'desk'),
    ]);
    expect(await derived('work-milestones')).toEqual([]);
    expect(await rows('SELECT contact_key FROM contacts FINAL ORDER BY contact_key')).toEqual([
      { contact_key: 'email:info@acme.example' },
      { contact_key: 'network:network.example/in/pat' },
      { contact_key: 'network:network.example/in/sam' },
    ]);
  });
});

const board = (at: number, departments: Record<string, number>, more: object = {}) =>
  envelope(
    'job-board',
    {
      company: { name: 'Hiring Co', domain: 'hiring.example' },
      board: 'hiring',
      fetched_at: day(at),
      jobs: Object.entries(departments).flatMap(([department, jobs]) =>
        Array.from({ length: jobs }, (_, index) => ({
          id: `${department}-${index}`,
          title: `Job ${index}`,
          department,
        })),
      ),
      ...more,
    },
    { event_id: 'hiring', observed_at: day(at) },
  );

describe('Job boards', () => {
  it('yield surges, slowdowns and new departments, but nothing for small changes', async () => {
    await service.load([
      board(1, { Sales: 4, Works: 10 }),
      board(2, { Sales: 5, Works: 10 }),
      board(3, { Sales: 8, Works: 9, Design: 1 }),
      board(4, { Sales: 8, Works: 3, Design: 2 }),
      board(5, { Sales: 8, Works: 3, Design: 2 }),
    ]);
    expect(await derived('hiring-trends')).toEqual([
      {
        subtype: 'hiringSurge',
        day: 3,
        summary: 'Hiring Co is hiring more people in Sales: 8 open jobs, up from 4.',
      },
      {
        subtype: 'newDepartment',
        day: 3,
        summary: 'Hiring Co started hiring for a new department, Design: 1 open job.',
      },
      {
        subtype: 'hiringSlowdown',
        day: 4,
        summary: 'Hiring Co is slowing down hiring in Works: 3 open jobs, down from 10.',
      },
    ]);
    const postings = await rows(
      `SELECT toDayOfMonth(detected_at) AS day, count() AS jobs FROM signals FINAL
       WHERE signal_subtype = 'jobPosting' GROUP BY day ORDER BY day`,
    );
    expect(postings).toEqual([
      { day: 1, jobs: 14 },
      { day: 2, jobs: 1 },
      { day: 3, jobs: 4 },
      { day: 4, jobs: 1 },
    ]);
  });

  it('yield a slowdown under the last known name if the board becomes empty, in any order', async () => {
    const at = (number: number, jobs: number) =>
      envelope(
        'greenhouse',
        {
          board: 'vellum',
          fetched_at: day(number),
          response: {
            jobs: Array.from({ length: jobs }, (_, id) => ({
              ...{ id, title: `Job ${id}`, company_name: 'Vellum Works' },
              departments: [{ name: 'Production' }],
            })),
          },
        },
        { event_id: `vellum-${number}`, observed_at: day(number) },
      );
    const events = [companyProfile('vellum.example', 'Vellum Works'), at(1, 6), at(2, 6), at(3, 0)];
    const slowdown = {
      company_key: 'vellum.example',
      summary: 'Vellum Works is slowing down hiring in Production: 0 open jobs, down from 6.',
    };
    for (const order of [events, events.toReversed()]) {
      await emptyData(service.clickhouse);
      await service.load(order, 1);
      const found = await rows(
        "SELECT company_key, summary FROM signals FINAL WHERE signal_subtype = 'hiringSlowdown'",
      );
      expect(found).toEqual([slowdown]);
    }
  });

  it('yield nothing until all parts of a snapshot have arrived', async () => {
    await service.load([board(1, { Sales: 2 })]);
    const part = (number: number) => ({
      ...board(
        2,
        {},
        {
          part: number,
          parts: 2,
          jobs: [0, 1, 2].map((id) => ({
            id: `${number}-${id}`,
            title: 'Job',
            department: 'Sales',
          })),
        },
      ),
      event_id: `hiring-2-${number}`,
    });
    await service.load([part(2)]);
    expect(await derived('hiring-trends')).toEqual([]);
    await service.load([part(1)]);
    expect(await derived('hiring-trends')).toMatchObject([{ subtype: 'hiringSurge', day: 2 }]);
  });

  it('yield the same trends for corrections of snapshots in any order', async () => {
    const jobsOf = (departments: Record<string, number>) => ({
      jobs: Object.entries(departments).flatMap(([department, count]) =>
        Array.from({ length: count }, (_, at) => ({
          id: `${department}-${at}`,
          title: 'Job',
          department,
        })),
      ),
    });
    const snapshot = (at: number, observed: number, departments: Record<string, number>) => ({
      ...board(at, {}, jobsOf(departments)),
      event_id: `snapshot-${at}`,
      observed_at: day(observed),
    });
    const first = snapshot(1, 1, { Y: 1 });
    const second = snapshot(2, 2, { X: 1 });
    const secondCorrected = snapshot(2, 12, { X: 1, Z: 2 });
    const firstCorrected = snapshot(1, 11, { Y: 1, Z: 1 });
    const orders = [
      [first, second, secondCorrected, firstCorrected],
      [first, secondCorrected, second, firstCorrected],
      [firstCorrected, secondCorrected, second, first],
    ];
    const ends: unknown[] = [];
    for (const order of orders) {
      await emptyData(service.clickhouse);
      for (const each of order) await service.load([each]);
      ends.push(await derived('hiring-trends'));
    }
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  });

  it('withdraw postings that a corrected snapshot no longer contains, unless another one does', async () => {
    const jobs = (...ids: string[]) => ({ jobs: ids.map((id) => ({ id, title: `Job ${id}` })) });
    await service.load([board(1, {}, jobs('a', 'b')), board(2, {}, jobs('b', 'c'))]);
    // Of two versions of the same time the greater hash wins, so both orders are tried.
    const versions = [board(1, {}, jobs('c')), board(1, {}, jobs('c', 'd'))];
    await service.load([...versions, ...versions.toReversed()]);
    const found = await rows<{ job: string; day: number }>(
      `SELECT JSONExtractString(data, 'job_id') AS job, toDayOfMonth(detected_at) AS day
       FROM signals FINAL ORDER BY job`,
    );
    const days = Object.fromEntries(found.map(({ job, day: at }) => [job, at]));
    expect([
      { a: 1, b: 1, c: 2 },
      { b: 2, c: 1 },
      { b: 2, c: 1, d: 1 },
    ]).toContainEqual(days);
  });
});

/** Loads events while one store method fails, as if the process died there. */
async function failOnce(store: object, method: string, events: readonly object[]): Promise<void> {
  const working = Reflect.get(store, method);
  Reflect.set(store, method, async () => {
    throw new AppError('unavailable', 'away');
  });
  await expect(service.load(events)).rejects.toThrow('away');
  Reflect.set(store, method, working);
}

describe('Store that fails during a batch', () => {
  const jobs = (...ids: string[]) => ({ jobs: ids.map((id) => ({ id, title: `Job ${id}` })) });

  it('leaves the batch unstored, so that a repeat accepts it', async () => {
    const events = [
      board(1, {}, jobs('a')),
      companyProfile('hiring.example', 'Hiring Co'),
      signalEvent('Hiring Co hires', { name: 'Hiring Co' }),
    ];
    await failOnce(service.ingestStores.signals, 'locate', events);
    expect(await service.load(events)).toMatchObject({ accepted: 3, duplicates: 0 });
    expect(await rows('SELECT count() AS n FROM signals FINAL')).toEqual([{ n: 2 }]);
  });

  it('unlinks signals by the former name of a company when the batch is repeated', async () => {
    await service.load([
      companyProfile('acme.example', 'Old Name'),
      signalEvent('Old Name acts', { name: 'Old Name' }),
    ]);
    const renamed = {
      ...companyProfile('acme.example', 'Fresh Brand'),
      observed_at: day(9),
    };
    await failOnce(service.ingestStores.signals, 'referencing', [renamed]);
    await service.load([renamed]);
    expect(await rows('SELECT company_domain FROM signals FINAL')).toEqual([
      { company_domain: '' },
    ]);
  });
});

describe('Several versions of an event in one batch', () => {
  it('withdraw signals that only the stored version yields', async () => {
    const filing = (items: string, at: number) =>
      envelope(
        'filing',
        { company: { name: 'Filer' }, form: '8-K', items },
        { event_id: 'one', observed_at: day(at) },
      );
    await service.load([filing('1.01,5.02', 1)]);
    await service.load([filing('1.01', 2), filing('1.01', 3)]);
    expect(await rows('SELECT signal_subtype AS subtype FROM signals FINAL')).toEqual([
      { subtype: 'materialAgreement' },
    ]);
  });
});

describe('Corrected job board', () => {
  const jobs = (...ids: string[]) => ({ jobs: ids.map((id) => ({ id, title: `Job ${id}` })) });
  const postings = () =>
    rows(`SELECT JSONExtractString(data, 'job_id') AS job, toDayOfMonth(detected_at) AS day
      FROM signals FINAL WHERE signal_subtype = 'jobPosting' ORDER BY job`);

  it('dates each job by the first snapshot that still contains it, in any order', async () => {
    // Of two versions of the same time the greater hash wins; the number of postings shows which one.
    const both = [board(1, {}, jobs('a', 'b')), board(1, {}, jobs('b'))];
    await service.load(both);
    const standing = (await postings()).length;
    const [first, corrected] = standing === 1 ? both : both.toReversed();
    if (!first || !corrected) throw new Error('two versions');
    const lacking = standing === 1 ? 'a' : 'c';
    const orders = [
      [[first], [corrected], [board(5, {}, jobs(lacking))]],
      [[first], [board(5, {}, jobs(lacking))], [corrected], [board(3, {}, jobs(lacking))]],
      [[first, board(5, {}, jobs(lacking)), corrected, board(3, {}, jobs(lacking))]],
    ];
    const found: unknown[] = [];
    for (const loads of orders) {
      await emptyData(service.clickhouse);
      for (const events of loads) await service.load(events);
      found.push((await postings()).find(({ job }) => job === lacking));
    }
    expect(found).toEqual([
      { job: lacking, day: 5 },
      { job: lacking, day: 3 },
      { job: lacking, day: 3 },
    ]);
  });

  const version = (id: string, observed: number, ...ids: string[]) => ({
    ...board(1, {}, { jobs: ids.map((job) => ({ id: job, title: `${job} of ${id}` })) }),
    event_id: id,
    observed_at: day(observed),
  });
  const titles = async () =>
    (await rows('SELECT summary FROM signals FINAL ORDER BY summary')).map(
      ({ summary }) => summary,
    );

  it('shows the jobs of the newest observation of a time, in any order and after repeats', async () => {
    const [first, second, third] = [
      version('one', 1, 'a', 'b', 'c'),
      version('two', 2, 'a', 'b', 'd'),
      version('three', 3, 'b', 'e'),
    ];
    const orders = [
      [[first], [second], [third]],
      [[third], [second], [first]],
      [[second], [third], [first]],
      [[first], [third], [second]],
      [[first, second, third]],
      [[third, second, first]],
      [[first, third], [second]],
    ];
    for (const loads of orders) {
      await emptyData(service.clickhouse);
      for (const events of [...loads, ...loads]) await service.load(events);
      expect(await titles()).toEqual([
        'Hiring Co is hiring a b of three.',
        'Hiring Co is hiring an e of three.',
      ]);
    }
  });

  it('drops the jobs of parts that the newer observation does not have', async () => {
    const part = (id: string, observed: number, number: number, parts: number, job: string) => ({
      ...board(2, {}, { part: number, parts, jobs: [{ id: job, title: `Job ${job}` }] }),
      event_id: id,
      observed_at: day(observed),
    });
    const events = [
      part('one', 3, 1, 2, 'a'),
      part('two', 3, 2, 2, 'b'),
      part('whole', 4, 1, 1, 'c'),
    ];
    for (const order of [events, events.toReversed()]) {
      await emptyData(service.clickhouse);
      await service.load(order, 1);
      expect(await postings()).toEqual([{ job: 'c', day: 2 }]);
    }
  });
});

describe('All derived data', () => {
  it('is the same for any order and batch size, and after repeats', async () => {
    const events = [
      person(1, {}),
      person(3, { title: 'Lead' }),
      person(5, { title: 'Head', ...BETA }),
      person(2, { network_url: null, title: 'Senior Engineer' }, 'pat-mail'),
      person(6, { email: 'pat@acme.example', network_url: 'network.example/in/heir' }, 'heir'),
      envelope(
        'milestone',
        {
          person: { network_url: 'network.example/in/pat', name: 'Pat Placeholder' },
          company: { name: 'Gamma' },
          title: 'Chief',
          occurred_on: '2026-05-07',
        },
        { event_id: 'gamma' },
      ),
      // An anniversary has no employer and title; the corrected milestone no longer identifies a person.
      envelope(
        'milestone',
        { person: { email: 'pat@acme.example' }, years: 5, occurred_on: '2026-05-09' },
        { event_id: 'years' },
      ),
      ...[1, 2].map((version) =>
        envelope(
          'milestone',
          {
            person: version === 1 ? { email: 'lee@acme.example', name: 'Lee' } : { name: 'Lee' },
            company: { name: 'Delta' },
            occurred_on: '2026-05-08',
          },
          { event_id: 'corrected', observed_at: day(10 + version) },
        ),
      ),
      person(4, { email: 'lee@acme.example', network_url: null, name: 'Lee' }, 'lee'),
      // Two people share an email, and one of them has another one.
      person(1, { email: 'info@acme.example', network_url: 'network.example/in/x' }, 'x1'),
      person(2, { email: 'x@acme.example', network_url: 'network.example/in/x' }, 'x2'),
      person(6, { ...BETA, email: 'x@acme.example', network_url: null, title: 'CEO' }, 'x3'),
      person(4, { email: 'info@acme.example', network_url: 'network.example/in/y' }, 'y1'),
      board(1, { Sales: 2, Works: 9 }),
      board(2, { Sales: 6, Works: 9 }),
      board(3, { Sales: 6, Works: 3, Design: 2 }),
      board(2, { Sales: 7, Works: 8 }),
      { ...board(3, { Sales: 6, Works: 9 }), event_id: 'hiring-again', observed_at: day(8) },
      companyProfile('gamma.example', 'Gamma'),
      companyProfile('beta.example', 'Beta', { industries: ['Tools'] }),
      { ...companyProfile('beta.example', 'Beta Two'), event_id: 'other', observed_at: day(9) },
      {
        ...companyProfile('elsewhere.example', 'Elsewhere'),
        event_id: 'other',
        observed_at: day(10),
      },
    ];
    let reference: unknown;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(events, { minLength: events.length }),
        process.env.LONG ? fc.integer({ min: 1, max: 6 }) : fc.integer({ min: 4, max: 12 }),
        async (shuffled, batchEvents) => {
          await emptyData(service.clickhouse);
          await service.load(shuffled, batchEvents);
          await service.load(shuffled.slice(0, 6), batchEvents);
          reference ??= await exported();
          expect(await exported()).toEqual(reference);
        },
      ),
      { numRuns: process.env.LONG ? 60 : 3 },
    );
    expect(await rows("SELECT name FROM companies FINAL WHERE domain = 'beta.example'")).toEqual([
      { name: 'Beta' },
    ]);
  });
});
