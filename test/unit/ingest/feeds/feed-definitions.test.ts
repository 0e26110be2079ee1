/** Feed definitions: drafts from samples, errors in definitions, and how their mappings treat lines. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RE2JS } from 're2js';
import { describe, expect, it, vi } from 'vitest';
import { draftFeed, loadFieldNames } from '../../../../ingest/feeds/draft-feed.js';
import { loadFeedDefinitions } from '../../../../ingest/feeds/feed-definitions.js';
import { EVENT_KINDS, isKind } from '../../../../ingest/kinds/event-kinds.js';
import { createNormaliseEvent } from '../../../../ingest/normalise/normalise-event.js';
import { AppError } from '../../../../shared/domain/errors.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import { validatorFor } from '../../../../shared/domain/schemas/validators.js';
import { isoOf } from '../../../../shared/domain/time.js';

describe('draftFeed', () => {
  const samples = [
    { Company: 'Alder', 'Notice Date': '13/4/2026', '# Workers': '1,200', extra: { a: 1 } },
    { Company: 'Birch', 'Notice Date': '1/5/2026', '# Workers': 7, extra: null },
  ];

  it('maps known names and the only fitting date format to a valid definition', () => {
    const { definition, notes } = draftFeed('mine', 'layoff', samples);
    expect(validatorFor('feed-definition')(definition)).toBe(true);
    expect(definition.fields).toMatchObject({
      'company.name': 'Company',
      notice_on: '$date(`Notice Date`)',
      count: '$headCount(`# Workers`)',
    });
    expect(definition.date_formats).toEqual(['d/M/yyyy']);
    expect(notes.join('\n')).toContain('"extra"');
  });

  it('leaves out the date format if two fit', () => {
    const open = [{ company: 'Alder', notice_date: '3/4/2026' }];
    const { definition, notes } = draftFeed('mine', 'layoff', open);
    expect(definition.date_formats).toBeUndefined();
    expect(notes.join('\n')).toContain('M/d/yyyy or d/M/yyyy');
  });

  it('matches keys by whole words, so that County is not mapped to count', () => {
    const notices = [{ employer: 'Alder', County: 'Lane', 'Employees Affected': 12 }];
    const { fields } = draftFeed('mine', 'layoff', notices).definition;
    expect(fields).toMatchObject({ count: '$headCount(`Employees Affected`)', place: 'County' });
  });

  it('does not map a key without any date to a date', () => {
    const notices = [{ employer: 'Alder', notice_no: 'N-1', date_filed: '2026-03-01' }];
    const { fields } = draftFeed('mine', 'layoff', notices).definition;
    expect(fields.notice_on).toBe('$date(date_filed)');
    const monthly = [{ employer: 'Alder', notice_date: 'March 2026', date_filed: '2026-03-01' }];
    expect(draftFeed('mine', 'layoff', monthly).definition.fields.notice_on).toMatch(/notice_date/);
  });

  it('maps the ticker or the company of a news article', () => {
    const draft = (sample: object) => draftFeed('mine', 'news-article', [{ ...sample }]).definition;
    expect(draft({ headline: 'x', publishedAt: '2026-01-01', ticker: 'ALD' }).fields).toMatchObject(
      {
        title: 'headline',
        published_at: '$date(publishedAt)',
        companies: "[ticker.{'tickers': [$]}]",
      },
    );
    expect(draft({ title: 'x', company: 'Alder' }).fields.companies).toBe("[company.{'name': $}]");
  });

  it('names the company of a job board by the board if there is no other name', () => {
    const draft = (sample: object) => draftFeed('mine', 'job-board', [{ ...sample }]).definition;
    const board = { slug: 'alder', jobs: [{ id: 1, title: 'Smith' }] };
    expect(draft(board).fields).toMatchObject({ board: 'slug', 'company.board': 'slug' });
    const named = draft({ ...board, company: 'Alder' }).fields;
    expect(named).toMatchObject({ 'company.name': 'company' });
    expect(named).not.toHaveProperty(['company.board']);
  });

  it('does not map objects to text fields, and lists them in the notes', () => {
    const news = { source: { id: null, name: 'Press' }, title: 'x', company: { name: 'Alder' } };
    const { definition, notes } = draftFeed('mine', 'news-article', [news]);
    expect(definition.fields).toEqual({ title: 'title', companies: '[company]' });
    expect(notes.join('\n')).toContain('keys that are not mapped: "source"');
    const post = { author: { name: 'Ann' }, content: 'Hello' };
    expect(draftFeed('mine', 'post', [post]).definition.fields).not.toHaveProperty(['author.name']);
  });

  it.each([
    [20260407, '$date(date)', ['yyyyMMdd']],
    [1784304000, '$unixTime(date)', undefined],
    [20269999, '$unixTime(date)', undefined],
  ])('maps a date that is the number %d with %s', (date, expression, formats) => {
    const { definition } = draftFeed('mine', 'layoff', [{ company: 'Alder', date }]);
    expect(definition.fields.notice_on).toBe(expression);
    expect(definition.date_formats).toEqual(formats);
  });

  it.each(['First Name', 'lastName', 'Company Name for Emails'])(
    'does not take the key %s for the name of a person',
    (key) => {
      const contact = { email: 'ann@alder.example', company: 'Alder', [key]: 'Ann' };
      const { fields } = draftFeed('mine', 'contact-profile', [contact]).definition;
      expect(fields).not.toHaveProperty('name');
    },
  );

  it.each(Object.keys(EVENT_KINDS).filter(isKind))(
    'knows only names of fields that the kind %s has',
    (kind) => {
      const fields = Object.fromEntries(
        Object.keys(loadFieldNames()[kind]).map((field) => [field, 'x']),
      );
      expect(() => definitionsOf({ ...MINIMAL, kind, fields })).not.toThrow();
    },
  );
});

const MINIMAL = {
  source: 'mine',
  kind: 'layoff',
  description: 'Notices',
  payload: { type: 'object' },
  fields: { 'company.name': 'employer', notice_on: '$date(day)' },
};

function definitionsOf(...definitions: (object | string)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
  definitions.forEach((definition, at) => {
    const text = typeof definition === 'string' ? definition : JSON.stringify(definition);
    writeFileSync(join(folder, `${at === 0 ? 'mine' : `mine-${at}`}.json`), text);
  });
  try {
    return loadFeedDefinitions([folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('Invalid feed definition', () => {
  it.each([
    ['{"source": "mine",', /mine\.json: the file is not valid JSON: .*JSON/],
    [{ ...MINIMAL, kind: 'rumour' }, /\/kind must be equal.*: company-profile, .*layoff/],
    [{ ...MINIMAL, feilds: {} }, /additional properties: feilds/],
    [
      { ...MINIMAL, fields: { 'company.nmae': 'x' } },
      /company\.nmae is unknown; choose one of name, /,
    ],
    [
      { ...MINIMAL, kind: 'contact-profile', fields: { 'company.web': 'x' } },
      /company\.web is unknown; choose one of name, /,
    ],
    [
      { ...MINIMAL, kind: 'milestone', fields: { 'previous.compny': 'x' } },
      /previous\.compny is unknown; choose one of company, title/,
    ],
    [
      { ...MINIMAL, kind: 'milestone', fields: { 'previous.company.web': 'x' } },
      /previous\.company\.web is unknown; choose one of name, /,
    ],
    [{ ...MINIMAL, fields: { notice: 'x' } }, /notice is unknown; choose one of company, count/],
    [{ ...MINIMAL, fields: { place: '$upper(' } }, /place: /],
    [
      { ...MINIMAL, values: { lines: 'x' }, fields: { place: '$upper($lins)' } },
      /place: \$lins, \$upper: unknown; choose one of \$lines, \$date, /,
    ],
    [{ ...MINIMAL, values: { a: '$b', b: 'x' } }, /values\.a: \$b: unknown/],
    [
      { ...MINIMAL, fields: { place: '$contains(x, /a(?=b)/)' } },
      /place: \/a\(\?=b\)\/.* cannot be searched in linear time; write it without lookahead, /,
    ],
    [
      { ...MINIMAL, payload: { properties: { x: { type: 'string', pattern: '(a)\\1' } } } },
      /payload: .*cannot be searched in linear time/,
    ],
    [{ ...MINIMAL, date_formats: ['d/m/yyyy'] }, /"d\/m\/yyyy" has no month/],
    [
      { ...MINIMAL, date_formats: ['DD/MM/YYYY'] },
      /unknown token DD; use dd; .*unknown token YYYY; use yyyy/,
    ],
    [{ ...MINIMAL, time_zone: 'Mars/Base' }, /"Mars\/Base" is not an IANA time zone/],
  ])('is rejected with the place and a remedy: %j', (definition, message) => {
    const load = () => definitionsOf(definition);
    expect(load).toThrow(AppError);
    expect(load).toThrow(message);
  });
});

it('two feed definitions of one source in a folder are rejected', () => {
  const second = { ...MINIMAL, description: 'Others' };
  expect(() => definitionsOf(MINIMAL, second)).toThrow(/mine\.json: mine-1\.json defines .* mine/);
});

it('all errors of all feed definitions are reported at once, each with its file and field', () => {
  const ofMany = {
    ...MINIMAL,
    source: 'mine-2',
    time_zone: 'Mars/Base',
    payload: { type: 'nothing' },
    fields: { nmae: 'x', web: 'x', place: '$upper(' },
    event_id: '((',
  };
  const load = () =>
    definitionsOf('{', { ...MINIMAL, source: 'mine-1' }, ofMany, {
      ...MINIMAL,
      kind: 'rumour',
      more: 1,
    });
  const told = [
    'The feed definitions have 9 errors:',
    'mine-2.json: fields: nmae is unknown; choose one of ',
    'mine-2.json: fields: web is unknown; choose one of ',
    'mine-2.json: time_zone "Mars/Base" is not ',
    'mine-2.json: place: ',
    'mine-2.json: event_id: ',
    'mine-2.json: payload: ',
    'mine-3.json: .* more',
    'mine-3.json: /kind must be equal',
    'mine.json: the file is not valid JSON: ',
  ];
  expect(load).toThrow(new RegExp(told.join('.*\\n {2}\\S+/')));
});

it.each([
  ['a device or pipe', '/dev/null', 'this is not a regular file'],
  ['a link to itself', 'mine.json', 'the file is not valid JSON: ELOOP'],
])('%s in a folder of definitions is named, not read', (_, target, fault) => {
  const folder = mkdtempSync(join(tmpdir(), 'signals-feeds-'));
  symlinkSync(target, join(folder, 'mine.json'));
  expect(() => loadFeedDefinitions([folder])).toThrow(`${folder}/mine.json: ${fault}`);
  rmSync(folder, { recursive: true });
});

it('a feed definition may begin with a byte order mark', () => {
  expect(() => definitionsOf(`\uFEFF${JSON.stringify(MINIMAL)}`)).not.toThrow();
});

it('a feed definition of the kind signal may set any field of data', () => {
  const fields = { signal_type: 't', 'data.summary': 's', 'data.own.score': 'x' };
  expect(() => definitionsOf({ ...MINIMAL, kind: 'signal', fields })).not.toThrow();
});

it.each([
  '($f := function($x, $y) { $x & $y }; $f(a, $now()))',
  'rows@$row.parts#$at.{"row": $row.id, "at": $at, "all": $$, "each": $}',
  'rows[id = 1]#$at.($string($at))',
  '$own(place) ~> $trim ~> $uppercase',
])('a feed definition may use the names that its expression binds or JSONata has: %s', (place) => {
  const values = { own: 'function($v) { $v }' };
  expect(() => definitionsOf({ ...MINIMAL, values, fields: { place } })).not.toThrow();
});

describe('Mapping of a feed definition', () => {
  const normalise = (definition: object) =>
    createNormaliseEvent({
      feeds: definitionsOf(definition),
      types: loadSignalTypes(),
      embedding: { model: 'none', dimension: 1 },
    });
  const line = (payload: object) => Buffer.from(JSON.stringify(payload));

  it('treats null as a missing field at any depth', async () => {
    const fields = { 'company.name': 'at.employer', place: "$trim(at.city) & '!'" };
    const outcome = await normalise({ ...MINIMAL, fields })(
      line({ at: { employer: 'Alder', city: null } }),
      { source: 'mine', nowMs: Date.now() },
    );
    expect(outcome.kind).toBe('accepted');
  });

  it.each([
    [
      'an endless recursion',
      '($f := function($x) { $f($x + 1) }; $f(0))',
      /took more than \d+ steps/,
    ],
    [
      'an endless one that grows',
      '($f := function($x) { $f($append($x, $x)) }; $f(1))',
      /sequence/,
    ],
    ['a deep recursion', '($f := function($x) { 1 + $f($x) }; $f(0))', /nested deeper than/],
    ['a list without end', '$count([1..2000000])', /sequence/],
  ])(
    'rejects the line for %s, and does not block the process',
    async (_, place, message) => {
      const take = normalise({ ...MINIMAL, fields: { ...MINIMAL.fields, place } });
      let turns = 0;
      const timer = setInterval(() => {
        turns += 1;
      }, 1);
      const outcome = await take(line({ employer: 'Alder' }), {
        source: 'mine',
        nowMs: Date.now(),
      });
      clearInterval(timer);
      expect(outcome).toMatchObject({
        kind: 'rejected',
        reason: { code: 'mapping_failed', field: 'place', message: expect.stringMatching(message) },
      });
      if (/steps/.test(JSON.stringify(outcome))) expect(turns).toBeGreaterThan(20);
    },
    120_000,
  );

  it('runs regular expressions of a definition with RE2 alone, also on long texts', async () => {
    const fields = {
      'company.name': 'employer',
      place: "$contains(text, /^(a+)+$/) ? 'a' : $replace(text, /\\s*,\\s*/, '')[0 = 1]",
    };
    const pattern = '^(\\s|a|a?)+x$';
    const payload = { type: 'object', properties: { text: { type: 'string', pattern } } };
    const take = normalise({ ...MINIMAL, fields, payload });
    const outcomeOf = (text: string) =>
      take(line({ employer: 'Alder', text }), { source: 'mine', nowMs: Date.now() });

    const linear = vi.spyOn(RE2JS.prototype, 'matchAll');
    const native = vi.spyOn(RegExp.prototype, 'exec');
    const short = await outcomeOf('aaax').finally(() => vi.restoreAllMocks());
    expect(short.kind).toBe('accepted');
    expect(linear).toHaveBeenCalledTimes(3);
    const sources = native.mock.contexts.map((each) => each instanceof RegExp && each.source);
    for (const own of ['^(a+)+$', '\\s*,\\s*', pattern]) expect(sources).not.toContain(own);

    // On these texts, an engine that backtracks would not end.
    for (const text of [`${'a'.repeat(900_000)}x`, `${' '.repeat(900_000)}x`]) {
      expect((await outcomeOf(text)).kind).toBe('accepted');
    }
  }, 120_000);

  it.each([
    ['$unixTime(day)', '30/04/2026 10:00', '"30/04/2026 10:00", which fits none'],
    ['$unixTime(day)', '2026-04-30', '2026-04-30'],
    ['$unixTime(day)', ' 1784304000 ', '2026-07-17'],
    ['$unixTime(day)', 0, '2026-10-01'],
    ['$date(day)', '31.02.2026', 'which fits none of date_formats (d.M.yyyy)'],
    ['$date(day)', '20260301', 'which fits none of date_formats (d.M.yyyy)'],
    ['$date(day)', '2026-02-31', 'which fits none of date_formats (d.M.yyyy)'],
    ['$date(day)', '2026-03-01T23:00', '2026-03-01'],
    ['day', '2026-03-01T23:00', 'which is a date that only $date reads'],
  ])('dates a signal by %s of %j: %s', async (notice_on, day, result) => {
    const fields = { ...MINIMAL.fields, notice_on };
    const take = normalise({ ...MINIMAL, fields, date_formats: ['d.M.yyyy'] });
    const nowMs = Date.parse('2026-10-01');
    const outcome = await take(line({ employer: 'Alder', day }), { source: 'mine', nowMs });
    const told =
      outcome.kind === 'rejected'
        ? outcome.reason.message
        : isoOf(outcome.event.signals[0]?.detectedAtMs ?? 0);
    expect(told).toContain(result);
  });

  it('uses the time of the file if the time of the line is invalid', async () => {
    const outcome = await normalise({ ...MINIMAL, observed_at: 'seen' })(
      line({ employer: 'Alder', day: '2026-04-01', seen: 'soon' }),
      { source: 'mine', nowMs: Date.now(), fileTimeMs: 7 },
    );
    expect(outcome).toMatchObject({
      kind: 'accepted',
      event: { observedAtMs: 7, hasOwnTime: false },
      notes: ['observed_at gives "soon", so the time of the file counts'],
    });
  });

  it.each(['{"a": id}', 'id = 7', 'function() { 7 }', '/7/'])(
    'takes the hash for the id if that is %s',
    async (event_id) => {
      const outcome = await normalise({ ...MINIMAL, event_id })(
        line({ employer: 'Alder', id: 7 }),
        {
          source: 'mine',
          nowMs: Date.now(),
        },
      );
      expect(outcome).toMatchObject({
        event: { eventId: expect.stringMatching(/^[0-9a-f]{64}$/) },
        notes: [expect.stringMatching(/^event_id gives .*, so the hash of the payload counts$/)],
      });
    },
  );

  it('can compute the id and the time of a line from values of the definition', async () => {
    const values = { key: "employer & '|' & day", seen: "day & 'T08:00:00Z'" };
    const outcome = await normalise({
      ...MINIMAL,
      values,
      event_id: '$key',
      observed_at: '$seen',
    })(line({ employer: 'Alder', day: '2026-04-01' }), { source: 'mine', nowMs: Date.now() });
    expect(outcome).toMatchObject({
      event: { eventId: 'Alder|2026-04-01', observedAtMs: Date.parse('2026-04-01T08:00:00Z') },
    });
  });

  it('rejects a line whose id cannot be computed', async () => {
    const outcome = await normalise({ ...MINIMAL, event_id: '$uppercase(id)' })(
      line({ employer: 'Alder', id: 7 }),
      { source: 'mine', nowMs: Date.now() },
    );
    expect(outcome).toMatchObject({
      kind: 'rejected',
      reason: { code: 'mapping_failed', field: 'event_id' },
    });
  });
});
