/** Event kinds: the companies, subtypes and English summaries of their signals. */
import { describe, expect, it } from 'vitest';
import { loadFeedDefinitions } from '../../../../ingest/feeds/feed-definitions.js';
import { createNormaliseEvent } from '../../../../ingest/normalise/normalise-event.js';
import { productFeeds } from '../../../../shared/domain/package-root.js';
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

async function profileOf(source: 'company-profile' | 'contact-profile', payload: object) {
  const { snapshot } = await eventOf(source, payload);
  const evidence = snapshot?.evidence;
  return evidence?.kind === 'board' ? undefined : evidence?.facts;
}

async function signalsOf(source: string, payload: object) {
  return (await eventOf(source, payload)).signals;
}

async function summariesOf(source: string, payload: object) {
  return (await signalsOf(source, payload)).map(({ data }) => data.summary);
}

const ALDER = { name: 'Alder' };

describe('Facts about a company in summaries', () => {
  const birch = { name: 'Birch', industries: ['payments'], place: 'Recife', country: 'BRA' };

  it('form a separate sentence for funding rounds, acquisitions and layoffs', async () => {
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

  it('are cut if they are too long', async () => {
    const company = { ...birch, place: 'Recife '.repeat(10_000) };
    const [summary] = await summariesOf('funding-round', { company, round: 'seed' });
    expect(summary?.length).toBeLessThan(400);
    expect(summary).toMatch(/ Birch: payments, Recife .*…$/);
  });

  it('are left out if they are blank or only a country', async () => {
    const plain = ['Birch raised a seed funding round.'];
    for (const told of [{ country: 'BRA' }, { place: ' ', industries: null }]) {
      const company = { name: 'Birch', ...told };
      expect(await summariesOf('funding-round', { company, round: 'seed' })).toEqual(plain);
    }
  });
});

describe('Names with characters that nobody sees', () => {
  it('are kept without those that reverse or hide text', async () => {
    const company = { name: '\u202eBir\u200bch\u{e0041}\u2069' };
    const event = await eventOf('funding-round', { company, round: 'seed' });
    expect(event.signals[0]?.company.name).toBe('Birch');
    expect(event.signals[0]?.data.summary).toBe('Birch raised a seed funding round.');
  });

  it('keep the joiners that languages are spelled with', async () => {
    const company = { name: 'نرم\u200cافزار' };
    const event = await eventOf('funding-round', { company, round: 'seed' });
    expect(event.signals[0]?.company.name).toBe(company.name);
  });
});

describe('Company named N/A or similar', () => {
  it('is not used as the employer of a person', async () => {
    const contact = { email: 'ann@alder.example', name: 'Ann', company: { name: 'N/A' } };
    expect(await profileOf('contact-profile', contact)).toMatchObject({
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

  it('is not used as a party of an acquisition, while the other party is kept', async () => {
    const deal = { company: ALDER, acquirer: { name: 'Unknown' } };
    expect(await summariesOf('acquisition', deal)).toEqual([
      'Alder was acquired by another company.',
    ]);
  });

  it('is not used as a company of a story, nor as an alias', async () => {
    const companies = [{ name: '-' }, { ...ALDER, aliases: ['n/a', 'Alder Mills'] }, { name: '?' }];
    expect((await signalsOf('news-article', { title: 'Alder wins', companies }))[0]).toMatchObject({
      company: { name: 'Alder', aliases: ['Alder Mills'] },
      data: { other_companies: [] },
    });
  });

  it('is rejected unless the event has another identifier', async () => {
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

describe.each(['#NAME?', '#N/A', 'N/A', ' unknown ', '-'])('The mark %j', (mark) => {
  it('is neither the name nor the title of a person', async () => {
    const ann = { email: 'ann@alder.example', name: mark, title: mark };
    expect(await profileOf('contact-profile', ann)).toMatchObject({
      name: null,
      title: null,
    });
    const previous = { title: mark, company: { name: mark } };
    const milestone = { person: ann, title: mark, company: ALDER, previous };
    expect(await summariesOf('milestone', milestone)).toEqual([
      'ann@alder.example started a new role at Alder.',
    ]);
    expect(await outcomeOf('post', { author: { name: mark }, text: 'Hello' })).toMatchObject({
      reason: { code: 'missing_contact' },
    });
  });

  it('is not an investor, a round, an industry or a place', async () => {
    const company = { ...ALDER, industries: [mark, 'paper'], place: mark };
    const round = { company, round: mark, investors: ['Birch', mark] };
    expect((await signalsOf('funding-round', round))[0]?.data).toMatchObject({
      summary: 'Alder raised a funding round from Birch. Alder: paper.',
      investors: ['Birch'],
      round: null,
    });
    const profile = { ...company, domain: 'alder.example' };
    expect(await profileOf('company-profile', profile)).toMatchObject({ industries: ['paper'] });
    const layoff = { company: ALDER, place: mark, reason: mark, union: mark };
    expect(await summariesOf('layoff', layoff)).toEqual(['Alder is laying off employees.']);
  });

  it('is not a publisher, nor a department or location of a job', async () => {
    const story = { title: 'Alder wins', companies: [ALDER], publisher: mark };
    expect((await signalsOf('news-article', story))[0]?.data.publisher).toBeNull();
    const jobs = [
      { id: 1, title: 'Clerk', department: mark, location: mark },
      { id: 2, title: mark },
    ];
    expect(await summariesOf('job-board', { company: ALDER, board: 'alder', jobs })).toEqual([
      'Alder is hiring a Clerk.',
    ]);
  });
});

describe('HTML entities', () => {
  it('are resolved in names of companies', async () => {
    const profile = {
      name: 'Ash &amp; Elm',
      aliases: ['Ash&#39;s', 'Food&Regional'],
      domain: 'a.example',
    };
    expect(await profileOf('company-profile', profile)).toMatchObject({
      name: 'Ash & Elm',
      aliases: ["Ash's", 'Food&Regional'],
    });
    const round = { company: { name: '&quot;Zed&quot; &AMP; Co' }, investors: ['A&amp;B'] };
    expect(await summariesOf('funding-round', round)).toEqual([
      '"Zed" & Co raised a funding round from A&B.',
    ]);
    expect(await outcomeOf('funding-round', { company: { name: '&nbsp;' } })).toMatchObject({
      reason: { code: 'invalid_name' },
    });
  });

  it('are resolved in names and titles of people, and in places', async () => {
    const ann = { email: 'ann@alder.example', name: 'Ann O&rsquo;Hara', title: 'R&amp;D Lead' };
    expect(await profileOf('contact-profile', ann)).toMatchObject({
      name: 'Ann O’Hara',
      title: 'R&D Lead',
    });
    const layoff = { company: ALDER, place: 'Land O&rsquo;Lakes' };
    expect(await summariesOf('layoff', layoff)).toEqual([
      'Alder is laying off employees in Land O’Lakes.',
    ]);
  });

  it('and tags are resolved in jobs', async () => {
    const job = { id: 1, title: 'Two &amp; <b>x</b>', department: 'R&amp;D', location: 'A&nbsp;B' };
    const board = { company: ALDER, board: 'alder', jobs: [job] };
    expect((await signalsOf('job-board', board))[0]?.data).toMatchObject({
      title: 'Two & x',
      department: 'R&D',
      location: 'A B',
    });
  });

  it('are resolved in descriptions of filings', async () => {
    const filing = { company: ALDER, form: '8-K', items: '8.01', description: 'ASH &AMP; ELM' };
    expect((await summariesOf('filing', filing))[0]).toContain(': ASH & ELM.');
  });
});

describe('Limits of a company reference', () => {
  const long = 'a b'.repeat(200);

  it.each([
    ['https://www.facebook.com/alder', null],
    ['web.archive.org/web/2020/alder.com', null],
    ['m.facebook.com/alder?ref=1', null],
    ['https://de.linkedin.com/company/alder/', null],
    ['https://facebook.com/', 'facebook.com'],
    ['github.com', 'github.com'],
    ['https://alder.example/about', 'alder.example'],
    ['notfacebook.com/alder', 'notfacebook.com'],
    ['https://www.co.uk/', null],
    ['alder.co.uk', 'alder.co.uk'],
    ['github.io', null],
    ['alder.github.io', 'alder.github.io'],
    ['alder.example', 'alder.example'],
  ])('the website "%s" gives the domain %s', async (domain, expected) => {
    const [signal] = await signalsOf('funding-round', { company: { ...ALDER, domain } });
    expect(signal?.company).toMatchObject({ name: 'Alder', domain: expected });
  });

  it('reject an event that only names a domain of many companies', async () => {
    const outcome = await outcomeOf('funding-round', {
      company: { domain: 'co.uk' },
      round: 'seed',
    });
    expect(outcome).toMatchObject({
      kind: 'rejected',
      reason: {
        code: 'missing_company',
        field: 'company.domain',
        message: 'company.domain is "co.uk", which is not the domain of one company',
      },
    });
  });

  it('drop a name that is too long, and reject the event if it has nothing else', async () => {
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

  it('keep at most 200 aliases and tickers, and drop a long profile URL', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `Alder ${at}`);
    const networkUrl = `https://network.example/company/${'a'.repeat(3_000)}`;
    const company = { ...ALDER, aliases: many, tickers: many, network_url: networkUrl };
    const { signals } = await eventOf('funding-round', { company, round: 'seed' });
    const { aliases, tickers, networkUrl: url } = signals[0]?.company ?? {};
    expect([aliases?.length, tickers?.length, url]).toEqual([200, 200, null]);
  });
});

it('a company profile has no employee count that cannot be one', async () => {
  const profile = { ...ALDER, domain: 'alder.example', employee_count_high: 1e12 };
  expect(await profileOf('company-profile', { ...profile, employee_count_low: -5 })).toMatchObject({
    employeeCountLow: null,
    employeeCountHigh: null,
  });
  expect(await profileOf('company-profile', { ...profile, employees: '-12' })).toMatchObject({
    employeeCountLow: null,
    employeeCountHigh: null,
  });
  expect(await profileOf('company-profile', { ...profile, employee_count_low: 0 })).toMatchObject({
    employeeCountLow: 0,
  });
});

describe('Milestone', () => {
  it.each([
    [{ name: 'Alder, Inc.' }, ALDER, 'promotion'],
    [{ domain: 'alder.example' }, { ...ALDER, domain: 'alder.example' }, 'promotion'],
    [{ name: 'Birch' }, ALDER, 'jobChange'],
    [null, ALDER, 'jobChange'],
    [ALDER, null, 'promotion'],
    [{ domain: 'alder-bank.example' }, { name: 'Alder Bank, Inc.' }, 'promotion'],
    [{ domain: 'alder.example' }, { name: 'Birch' }, 'jobChange'],
    [{ name: 'Birch' }, { domain: 'alder.example' }, 'jobChange'],
  ])('at %j after %j becomes a %s', async (company, before, subtype) => {
    const previous = { title: 'Clerk', company: before };
    const milestone = { person: { name: 'Ann' }, company, title: 'Head', previous };
    expect((await signalsOf('milestone', milestone))[0]?.signalSubtype).toBe(subtype);
  });

  it.each([
    ['work_anniversary', 'workAnniversary'],
    ['Anniversary', 'workAnniversary'],
    ['JOBCHANGE', 'jobChange'],
    ['promoted', 'promotion'],
    ['New position', 'newRole'],
    [' ', 'newRole'],
  ])('that its publisher calls %j becomes a %s', async (stated, subtype) => {
    const milestone = { person: { name: 'Ann' }, company: ALDER, title: 'Head', subtype: stated };
    expect((await signalsOf('milestone', milestone))[0]?.signalSubtype).toBe(subtype);
  });

  it.each([-1, 0])('after %i years names no number of years', async (years) => {
    const milestone = { person: { name: 'Ann' }, company: ALDER, subtype: 'anniversary', years };
    expect((await signalsOf('milestone', milestone))[0]?.data).toMatchObject({
      summary: 'Ann celebrates several years at Alder.',
      years: null,
    });
  });

  it('after the same title in another spelling is no promotion', async () => {
    const previous = { title: 'VP Sales', company: ALDER };
    const milestone = { person: { name: 'Ann' }, company: ALDER, title: 'VP, sáles', previous };
    expect((await signalsOf('milestone', milestone))[0]).toMatchObject({
      signalSubtype: 'newRole',
    });
    expect((await signalsOf('milestone', { ...milestone, title: 'VP' }))[0]).toMatchObject({
      signalSubtype: 'promotion',
    });
  });

  it('that is no step of a career is rejected', async () => {
    const milestone = { person: { name: 'Ann' }, company: ALDER, subtype: 'birthday' };
    await expect(signalsOf('milestone', milestone)).rejects.toThrow(/"birthday" is not one of/);
  });
});

it('a story names a company once although its publisher repeats it', async () => {
  const companies = [
    { ...ALDER, tickers: ['ALD'] },
    { tickers: ['ald'] },
    { name: 'ALDER Inc.' },
    { name: 'Birch' },
  ];
  const [story] = await signalsOf('news-article', { title: 'Alder wins', companies });
  expect(story?.data.other_companies).toEqual(['Birch']);
});

it.each(['funding-round', 'acquisition'])('%s puts the currency into upper case', async (kind) => {
  const deal = { company: ALDER, amount: 5e6, price: 5e6, currency: 'cad' };
  expect((await signalsOf(kind, deal))[0]?.data).toMatchObject({
    currency: 'CAD',
    summary: expect.stringContaining('CA$5 million'),
  });
});

it.each(['funding-round', 'acquisition'])('%s has no currency but a code', async (kind) => {
  const deal = { company: ALDER, amount: 5e6, price: 5e6 };
  for (const currency of ['dollars', 'US', '$', '840']) {
    expect((await signalsOf(kind, { ...deal, currency }))[0]?.data).toMatchObject({
      currency: null,
      summary: expect.stringContaining(' 5 million'),
    });
  }
});

it.each([
  [-1, null],
  [0, 0],
  [7, 7],
])('a post with %i reactions has %s', async (reactions, kept) => {
  const post = { author: { name: 'Ann' }, text: 'Hello', reactions };
  expect((await signalsOf('post', post))[0]?.data.reactions).toBe(kept);
});

it('a summary of more than 32,000 characters is cut at a word, whatever the event', async () => {
  const text = 'many words '.repeat(10_000);
  const signal = { company: ALDER, signal_type: 'news', signal_subtype: 'general' };
  const summaries = [
    ...(await summariesOf('post', { author: { name: 'Ann' }, text })),
    ...(await summariesOf('signal', { ...signal, data: { summary: text } })),
  ];
  for (const summary of summaries) {
    expect(summary).toMatch(/^many words .* (?:many|words)…$/);
    expect(summary.length).toBeGreaterThan(31_900);
    expect(summary.length).toBeLessThanOrEqual(32_000);
  }
  const whole = 'x'.repeat(32_000);
  expect(await summariesOf('post', { author: { name: 'Ann' }, text: whole })).toEqual([whole]);
});

it('A job that a board lists twice is one job, as it is listed last', async () => {
  const jobs = [
    { id: 1, title: 'Clerk', department: 'Sales' },
    { id: 2, title: 'Cook', department: 'Works' },
    { id: '1', title: 'Chief Clerk', department: 'Office' },
  ];
  const board = { company: ALDER, board: 'alder', jobs };
  const { signals, snapshot } = await eventOf('job-board', board);
  expect(signals.map(({ data }) => data.title)).toEqual(['Chief Clerk', 'Cook']);
  expect(snapshot?.evidence).toMatchObject({
    departments: { Office: 1, Works: 1 },
    jobs: [{ title: 'Chief Clerk' }, { title: 'Cook' }],
  });
});

describe('Id that is an integer above 2^53', () => {
  const products = createNormaliseEvent({
    feeds: loadFeedDefinitions([productFeeds()]),
    types: loadSignalTypes(),
    embedding: { model: 'none', dimension: 3 },
  });
  const reasonOf = async (source: string | undefined, text: string) => {
    const context = { source, nowMs: Date.parse('2026-06-01T00:00:00Z') };
    const outcome = await products(Buffer.from(text), context);
    return outcome.kind === 'rejected' ? outcome.reason.message : outcome.kind;
  };
  const BOARD = '"company":{"name":"Alder"},"board":"alder","fetched_at":"2026-05-01T00:00:00Z"';
  const reason = (field: string) =>
    `${field} holds 9007199254740992, a number that is too large to be exact; write it as a text`;

  it.each(['job-board', 'greenhouse'])('is rejected as the id of a job of %s', async (source) => {
    const textOf = (id: string) => {
      const jobs = `"jobs":[{"id":1,"title":"Cook"},{"id":${id},"title":"Clerk"}]`;
      return `{${BOARD},${source === 'job-board' ? jobs : `"response":{${jobs}}`}}`;
    };
    expect(await reasonOf(source, textOf('9007199254740993'))).toBe(reason('jobs.1.id'));
    expect(await reasonOf(source, textOf('"9007199254740993"'))).toBe('accepted');
    expect(await reasonOf(source, textOf('9007199254740991'))).toBe('accepted');
  });

  it('is rejected as the id of a bare payload', async () => {
    const textOf = (id: string) =>
      `{"id":${id},"headline":"Alder buys Birch","summary":"Alder buys Birch","related":"ALD","company":"Alder","datetime":1777593600}`;
    expect(await reasonOf('finnhub', textOf('9007199254740993'))).toBe(reason('event_id'));
    expect(await reasonOf('finnhub', textOf('9007199'))).toBe('accepted');
  });

  it('is accepted beside the id of an envelope, which is a text', async () => {
    const payload = { author: { name: 'Ann' }, text: 'x', id: 2 ** 53 };
    const event = { source: 'post', event_id: String(2 ** 53), payload };
    const line = JSON.stringify({ ...event, observed_at: '2026-05-01T00:00:00Z' });
    expect(await reasonOf(undefined, line)).toBe('accepted');
  });
});

describe('Part of a job board', () => {
  const outcomeOfPart = (part: number | null, parts: number | null) =>
    outcomeOf('job-board', { company: ALDER, board: 'alder', jobs: [], part, parts });

  it.each([
    [0, 2],
    [-1, null],
    [3, 2],
    [2, null],
    [null, 0],
  ])('%s of %s is rejected', async (part, parts) => {
    expect(await outcomeOfPart(part, parts)).toMatchObject({
      reason: { code: 'invalid_payload', field: 'part' },
    });
  });

  it('is the only one if the event does not say so', async () => {
    expect(await outcomeOfPart(null, null)).toMatchObject({
      event: { snapshot: { evidence: { part: 1, parts: 1 } } },
    });
    expect(await outcomeOfPart(2, 2)).toMatchObject({
      event: { snapshot: { evidence: { part: 2, parts: 2 } } },
    });
  });
});

describe('Summary', () => {
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
  ])('describes the layoff %j', async (facts, summary) => {
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
  ])('describes the job %j', async (job, rest) => {
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
  ])('describes the round %j as "%s"', async (round, text) => {
    expect(await summariesOf('funding-round', { company: ALDER, round })).toEqual([
      `Alder raised ${text}.`,
    ]);
  });

  it('ends with one full stop, also after a name that ends with one', async () => {
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

describe('Layoff that takes effect', () => {
  const effectiveOn = (day: string, notice: object = {}) =>
    outcomeOf('layoff', { company: ALDER, effective_on: day, ...notice });

  it.each(['1201-03-12', '1899-12-31', '2031-06-01', '3201-03-12'])(
    'on %s is rejected, with or without a day of the notice',
    async (day) => {
      for (const notice of [{}, { notice_on: '2026-04-30' }]) {
        expect(await effectiveOn(day, notice)).toMatchObject({
          reason: { code: 'invalid_date', field: 'effective_on' },
        });
      }
    },
  );

  it.each(['1999-03-12', '2026-05-02', '2031-04-30', 'unknown'])(
    'on %s is accepted if the notice has a day',
    async (day) => {
      expect(await effectiveOn(day, { notice_on: '2026-04-30' })).toMatchObject({
        kind: 'accepted',
        event: {
          signals: [{ detectedAtMs: Date.parse('2026-04-30T00:00Z'), data: { effective_on: day } }],
        },
      });
    },
  );
});

it('a layoff with a share above 1 is rejected, because a share is not a percentage', async () => {
  expect(await outcomeOf('layoff', { company: ALDER, share: 10 })).toMatchObject({
    reason: { field: 'share', message: expect.stringContaining('<= 1') },
  });
});

describe('Item of a current report (8-K)', () => {
  const filing = { company: ALDER, form: '8-K', items: '5.02,9.01' };
  const phrase = 'Alder reported the departure, election or appointment of directors or officers';

  it('is described with the text of the filing, cut at a word', async () => {
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

  it('is described with the description of the document if the filing has no text for it', async () => {
    const texts = { '2.02': 'Sales rose.', '5.02': ' ' };
    const description = '8-K, ASH RETIREMENT';
    expect(await summariesOf('filing', { ...filing, texts, description })).toEqual([
      `${phrase}: ${description}.`,
    ]);
  });

  it('ignores a description that names only the form, the company or a date', async () => {
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
