/** What the kinds make of an event: its companies, its subtype, and a summary that is English. */
import { describe, expect, it } from 'vitest';
import { loadFeedDefinitions } from '../../../../ingest/feeds/feed-definitions.js';
import { createNormaliseEvent } from '../../../../ingest/normalise/normalise-event.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';

const normalise = createNormaliseEvent({
  feeds: loadFeedDefinitions([]),
  types: loadSignalTypes(),
  embedding: { model: 'none', dimension: 3 },
});

async function outcomeOf(source: string, payload: object) {
  const event = { source, event_id: '1', observed_at: '2026-05-01T00:00:00Z', payload };
  const nowMs = Date.parse('2026-06-01T00:00:00Z');
  return normalise(Buffer.from(JSON.stringify(event)), { nowMs });
}

async function eventOf(source: string, payload: object) {
  const outcome = await outcomeOf(source, payload);
  if (outcome.kind === 'rejected') throw new Error(outcome.reason.message);
  return outcome.event;
}

async function signalsOf(source: string, payload: object) {
  return (await eventOf(source, payload)).signals;
}

async function summariesOf(source: string, payload: object) {
  return (await signalsOf(source, payload)).map(({ data }) => data.summary);
}

const ALDER = { name: 'Alder' };

describe('what an event tells of its company beside the name', () => {
  const birch = { name: 'Birch', industries: ['payments'], place: 'Recife', country: 'BRA' };

  it('is a sentence of its own in summaries of rounds, deals and layoffs', async () => {
    expect(await summariesOf('funding-round', { company: birch, round: 'seed' })).toEqual([
      'Birch raised a seed funding round. Birch: payments, Recife, Brazil.',
    ]);
    expect(await summariesOf('acquisition', { company: birch, acquirer: ALDER })).toEqual([
      'Alder acquired Birch. Birch: payments, Recife, Brazil.',
      'Birch was acquired by Alder. Birch: payments, Recife, Brazil.',
    ]);
    const company = { name: 'Birch', industries: ['payments', ' '] };
    expect(await summariesOf('layoff', { company, count: 5, union: 'Quarrymen Local 12' })).toEqual(
      [
        'Birch is laying off 5 employees. Birch: payments. Employees are represented by the union Quarrymen Local 12.',
      ],
    );
    expect(await summariesOf('layoff', { company, count: 5, temporary: true })).toEqual([
      'Birch is temporarily laying off 5 employees. Birch: payments.',
    ]);
  });

  it('is cut where it is longer than a sentence', async () => {
    const company = { ...birch, place: 'Recife '.repeat(10_000) };
    const [summary] = await summariesOf('funding-round', { company, round: 'seed' });
    expect(summary?.length).toBeLessThan(400);
    expect(summary).toMatch(/ Birch: payments, Recife .*…$/);
  });

  it('is left out if it is a country alone, or blank', async () => {
    const plain = ['Birch raised a seed funding round.'];
    for (const told of [{ country: 'BRA' }, { place: ' ', industries: null }]) {
      const company = { name: 'Birch', ...told };
      expect(await summariesOf('funding-round', { company, round: 'seed' })).toEqual(plain);
    }
  });
});

describe('a company that is called N/A or alike', () => {
  it('is no employer of a person', async () => {
    const contact = { email: 'ann@alder.example', name: 'Ann', company: { name: 'N/A' } };
    expect((await eventOf('contact-profile', contact)).contactProfile).toMatchObject({
      name: 'Ann',
      employer: null,
    });
    const post = { author: { name: 'Ann' }, company: { name: 'None' }, text: 'Hello' };
    expect((await signalsOf('post', post))[0]?.company.name).toBeNull();
    const previous = { title: 'Clerk', company: { name: 'Unknown' } };
    const milestone = { person: { name: 'Ann' }, company: ALDER, title: 'Head', previous };
    expect((await signalsOf('milestone', milestone))[0]).toMatchObject({
      signalSubtype: 'promotion',
      company: ALDER,
    });
  });

  it('is no party of a deal: what is known of the other one stays', async () => {
    const deal = { company: ALDER, acquirer: { name: 'Unknown' } };
    expect(await summariesOf('acquisition', deal)).toEqual([
      'Alder was acquired by another company.',
    ]);
  });

  it('is not among those that a story is about, nor an other name of one', async () => {
    const companies = [{ name: '-' }, { ...ALDER, aliases: ['n/a', 'Alder Mills'] }, { name: '?' }];
    expect((await signalsOf('news-article', { title: 'Alder wins', companies }))[0]).toMatchObject({
      company: { name: 'Alder', aliases: ['Alder Mills'] },
      data: { other_companies: [] },
    });
  });

  it('is rejected if nothing else tells whom the event is about', async () => {
    const round = { company: { name: 'N/A' }, round: 'seed' };
    expect(await outcomeOf('funding-round', round)).toMatchObject({
      reason: {
        code: 'invalid_name',
        field: 'company.name',
        message: 'company.name is "N/A", which is not a name',
      },
    });
    expect(await outcomeOf('company-profile', { name: '#NAME?' })).toMatchObject({
      reason: { code: 'invalid_name', field: 'name' },
    });
    const known = { company: { name: 'N/A', domain: 'alder.example' }, round: 'seed' };
    expect(await summariesOf('funding-round', known)).toEqual([
      'alder.example raised a seed funding round.',
    ]);
  });
});

describe('a name that is too long', () => {
  const long = 'a b'.repeat(200);

  it('is no name, and is rejected where it is all that is given', async () => {
    const round = (company: object) => outcomeOf('funding-round', { company, round: 'seed' });
    expect(await round({ name: long })).toMatchObject({
      kind: 'rejected',
      reason: {
        code: 'invalid_name',
        field: 'company.name',
        message: 'company.name must have at most 500 characters',
      },
    });
    expect(await round({ name: long.slice(0, 500) })).toMatchObject({ kind: 'accepted' });
    const company = { name: long, domain: 'alder.example', aliases: [long, 'Alder'] };
    const { signals } = await eventOf('funding-round', { company, round: 'seed' });
    expect(signals[0]?.company).toMatchObject({
      name: null,
      domain: 'alder.example',
      aliases: ['Alder'],
    });
  });

  it('leaves out further names, tickers and long addresses of a company', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `Alder ${at}`);
    const networkUrl = `https://network.example/company/${'a'.repeat(3_000)}`;
    const company = { ...ALDER, aliases: many, tickers: many, network_url: networkUrl };
    const { signals } = await eventOf('funding-round', { company, round: 'seed' });
    const { aliases, tickers, networkUrl: url } = signals[0]?.company ?? {};
    expect([aliases?.length, tickers?.length, url]).toEqual([200, 200, null]);
  });
});

describe('a milestone', () => {
  it.each([
    [{ name: 'Alder, Inc.' }, ALDER, 'promotion'],
    [{ domain: 'alder.example' }, { ...ALDER, domain: 'alder.example' }, 'promotion'],
    [{ name: 'Birch' }, ALDER, 'jobChange'],
    [null, ALDER, 'jobChange'],
    [ALDER, null, 'promotion'],
    [{ domain: 'alder-bank.example' }, { name: 'Alder Bank, Inc.' }, 'promotion'],
    [{ domain: 'alder.example' }, { name: 'Birch' }, 'jobChange'],
    [{ name: 'Birch' }, { domain: 'alder.example' }, 'jobChange'],
  ])('at %j after %j is a %s', async (company, before, subtype) => {
    const previous = { title: 'Clerk', company: before };
    const milestone = { person: { name: 'Ann' }, company, title: 'Head', previous };
    expect((await signalsOf('milestone', milestone))[0]?.signalSubtype).toBe(subtype);
  });
});

it('a story names a company once, however often its publisher does', async () => {
  const companies = [
    { ...ALDER, tickers: ['ALD'] },
    { tickers: ['ald'] },
    { name: 'ALDER Inc.' },
    { name: 'Birch' },
  ];
  const [story] = await signalsOf('news-article', { title: 'Alder wins', companies });
  expect(story?.data.other_companies).toEqual(['Birch']);
});

it.each(['funding-round', 'acquisition'])('%s: a currency is in upper case', async (kind) => {
  const deal = { company: ALDER, amount: 5e6, price: 5e6, currency: 'cad' };
  expect((await signalsOf(kind, deal))[0]?.data).toMatchObject({
    currency: 'CAD',
    summary: expect.stringContaining('CA$5 million'),
  });
});

describe('the summary', () => {
  it.each([
    [{ count: 1 }, 'Alder is laying off 1 employee.'],
    [{ count: 1_204, share: 0.1 }, 'Alder is laying off 1,204 employees (10 % of its workforce).'],
    [
      { share: 0.002, place: 'Washington, D.C.' },
      'Alder is laying off employees in Washington, D.C.',
    ],
    [
      { count: 1, closure: true, place: 'Lane', reason: 'It moves.' },
      'Alder is closing its site in Lane, affecting 1 employee: It moves.',
    ],
  ])('of a layoff %j', async (facts, summary) => {
    expect(await summariesOf('layoff', { company: ALDER, ...facts })).toEqual([summary]);
  });

  it.each([
    [{ title: 'Accountant', location: 'Lane' }, 'an Accountant in Lane.'],
    [{ title: 'HR Manager', location: 'Remote - US' }, 'an HR Manager (Remote - US).'],
    [{ title: 'UX Designer', department: 'Design Team' }, 'a UX Designer for its Design Team.'],
    [{ title: 'Head Chef', department: 'Kitchen' }, 'a Head Chef for its Kitchen team.'],
    [{ title: 'User Researcher' }, 'a User Researcher.'],
    [{ title: 'University Recruiter' }, 'a University Recruiter.'],
    [{ title: 'Underwriter', location: 'Washington, D.C.' }, 'an Underwriter in Washington, D.C.'],
  ])('of a job %j', async (job, rest) => {
    const board = { company: ALDER, board: 'alder', jobs: [{ id: 1, ...job }] };
    expect(await summariesOf('job-board', board)).toEqual([`Alder is hiring ${rest}`]);
  });

  it.each([
    ['Series A Round', 'a Series A funding round'],
    ['series-c+', 'a Series C or later funding round'],
    ['Series B extension', 'a Series B extension funding round'],
    ['Angel', 'an angel funding round'],
    ['Seed Funding', 'a seed funding round'],
    ['corporate_round', 'a corporate funding round'],
    ['Venture - Series Unknown', 'a venture funding round'],
    ['Series Unknown', 'a funding round'],
    ['undisclosed', 'a funding round'],
    ['post_ipo_debt', 'a post-IPO debt funding round'],
    ['equity_crowdfunding', 'an equity crowdfunding round'],
    ['debt_financing', 'a debt financing round'],
    ['', 'a funding round'],
  ])('of a round called %j', async (round, text) => {
    expect(await summariesOf('funding-round', { company: ALDER, round })).toEqual([
      `Alder raised ${text}.`,
    ]);
  });

  it('ends in one full stop', async () => {
    const company = { name: 'Alder Inc.' };
    const round = { company: ALDER, investors: ['Birch Inc.'] };
    const person = { name: 'Ann' };
    const previous = { title: 'Clerk' };
    const all = await Promise.all([
      summariesOf('acquisition', { company, acquirer: { name: 'Birch Inc.' } }),
      summariesOf('funding-round', round),
      summariesOf('milestone', { person, company, title: 'Head', previous }),
      summariesOf('milestone', { person, company }),
    ]);
    expect(all.flat()).toEqual([
      'Birch Inc. acquired Alder Inc.',
      'Alder Inc. was acquired by Birch Inc.',
      'Alder raised a funding round from Birch Inc.',
      'Ann was promoted from Clerk to Head at Alder Inc.',
      'Ann started a new role at Alder Inc.',
    ]);
  });
});

it('a share above 1 is rejected: it is no percentage', async () => {
  expect(await outcomeOf('layoff', { company: ALDER, share: 10 })).toMatchObject({
    reason: { field: 'share', message: expect.stringContaining('<= 1') },
  });
});

describe('an item of a current report', () => {
  const filing = { company: ALDER, form: '8-K', items: '5.02,9.01' };
  const phrase = 'Alder reported the departure, election or appointment of directors or officers';

  it('is told in the words of the filing, cut at a word', async () => {
    const texts = { 'Item 5.02': 'Item 5.02.\n  Ann Ash   resigned as chief financial officer.' };
    expect(await summariesOf('filing', { ...filing, texts })).toEqual([
      `${phrase}: Ann Ash resigned as chief financial officer.`,
    ]);
    const [long] = await summariesOf('filing', {
      ...filing,
      texts: { '5.02': 'word '.repeat(90) },
    });
    expect(long).toMatch(/ word…$/);
    expect(long?.length).toBeLessThan(phrase.length + 310);
  });

  it('is told by the description of the document if the filing says nothing of the item', async () => {
    const texts = { '2.02': 'Sales rose.', '5.02': ' ' };
    const description = '8-K, ASH RETIREMENT';
    expect(await summariesOf('filing', { ...filing, texts, description })).toEqual([
      `${phrase}: ${description}.`,
    ]);
  });

  it('has no description that names only the form, the company or a date', async () => {
    const names = [
      'FORM 8-K',
      'Alder Inc. Current Report on Form 8-K',
      'MARCH 3, 2026',
      'LIVE FILING',
    ];
    for (const description of names) {
      expect(await summariesOf('filing', { ...filing, description })).toEqual([`${phrase}.`]);
    }
  });
});
