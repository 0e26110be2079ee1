/** Contract of the signal reader. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { CursorPosition } from '../../../shared/domain/cursor.js';
import type { GroupKey, SignalFilter } from '../../../shared/domain/ports/signal-reader.js';
import { countByCompany } from '../../../shared/stores/signals/aggregate-signals.js';
import { createClickHouseSignalReader } from '../../../shared/stores/signals/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../../../shared/stores/signals/clickhouse-signal-writer.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { signalRecord, versionOf } from '../../helpers/records.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const person = (name: string) => ({
  key: `email:${name}@acme.example`,
  name,
  email: `${name}@acme.example`,
  networkUrl: `network.example/in/${name}`,
  title: name === 'ada' ? 'Chief Example Officer' : null,
});

describeContract('signal reader', (store) => {
  const reader = () => createClickHouseSignalReader(store());
  // Two records have the same time, so that the id decides their order.
  const records = Array.from({ length: 24 }, (_, index) =>
    signalRecord({
      company: `c${index % 5}.example`,
      type: index % 3 === 0 ? 'hiring-trends' : 'News',
      subtype: index % 2 === 0 ? 'Layoff' : 'general',
      detectedAtMs: START + (index >> 1) * DAY,
      industries: index % 4 === 0 ? ['Chemical Products'] : ['Software'],
      employees: index % 6 === 0 ? [null, null] : [index * 10, null],
      contact: index % 8 === 0 ? person(index === 0 ? 'ada' : 'bob') : null,
    }),
  );
  const newestFirst = [...records].sort(
    (a, b) =>
      b.draft.detectedAtMs - a.draft.detectedAtMs || (a.draft.signalId < b.draft.signalId ? -1 : 1),
  );
  beforeAll(() => createClickHouseSignalWriter(store()).write(records, [], []));

  async function pages(filter: SignalFilter, limit: number): Promise<string[]> {
    const seen: string[] = [];
    for (let after: CursorPosition | undefined; ; ) {
      const page = await reader().list(filter, { limit, ...(after ? { after } : {}) });
      seen.push(...page.map((signal) => signal.signal_id));
      const last = page.at(-1);
      if (!last || page.length < limit) return seen;
      after = { timeMs: Date.parse(last.detected_at), id: last.signal_id };
    }
  }

  const FILTERS: Readonly<
    Record<string, [SignalFilter, (record: (typeof records)[0]) => boolean]>
  > = {
    everything: [{}, () => true],
    'a type': [{ signalTypes: ['NEWS'] }, ({ draft }) => draft.signalType === 'News'],
    'two companies': [
      { companyKeys: ['c1.example', 'c3.example'] },
      ({ company }) => /^c[13]/.test(company.key),
    ],
    'no company': [{ companyKeys: [] }, () => false],
    'subtype, industry and time': [
      {
        signalSubtypes: ['layoff'],
        companyIndustries: ['software', 'x'],
        detectedAfterMs: START + DAY,
        detectedBeforeMs: START + 9 * DAY,
      },
      ({ draft, company }) =>
        draft.signalSubtype === 'Layoff' &&
        company.industries[0] === 'Software' &&
        draft.detectedAtMs > START + DAY &&
        draft.detectedAtMs < START + 9 * DAY,
    ],
    'a type after a date': [
      { signalTypes: ['hiring-trends'], detectedAfterMs: START + 2 * DAY },
      ({ draft }) => draft.signalType === 'hiring-trends' && draft.detectedAtMs > START + 2 * DAY,
    ],
    'two types after a date': [
      { signalTypes: ['hiring-trends', 'news'], detectedAfterMs: START + 2 * DAY },
      ({ draft }) => draft.detectedAtMs > START + 2 * DAY,
    ],
    'a date after all': [{ detectedAfterMs: START + 99 * DAY }, () => false],
    'head counts': [
      { employeeCountMin: 1, employeeCountMax: 100 },
      ({ company }) => company.employeeCountLow !== null && company.employeeCountLow <= 100,
    ],
    'whom it concerns': [{ concerning: 'contact' }, ({ contact }) => contact !== null],
    'everything but one': [
      { otherThan: records[3]?.draft.signalId ?? '' },
      (record) => record !== records[3],
    ],
    'a person': [{ contactEmail: 'bob@acme.example' }, ({ contact }) => contact?.name === 'bob'],
    'a profile URL and an association': [
      { contactNetworkUrl: 'network.example/in/ada', association: 'contact' },
      ({ contact }) => contact?.name === 'ada',
    ],
  };
  for (const [name, [filter, matches]] of Object.entries(FILTERS)) {
    it(`paginates and counts by ${name}, newest first`, async () => {
      const expected = newestFirst.filter(matches).map(({ draft }) => draft.signalId);
      expect(await pages(filter, 5)).toEqual(expected);
      expect(await reader().count(filter)).toBe(expected.length);
      const page = await reader().page(filter, { limit: 3, offset: 1 });
      expect(page.signals.map((signal) => signal.signal_id)).toEqual(expected.slice(1, 4));
      expect(page.total).toBe(expected.length);
      for (const mostSorted of [0, 1, expected.length, 99]) {
        const limited = createClickHouseSignalReader(store(), { mostSorted });
        const first = await limited.page(filter, { limit: 3 });
        expect(first.signals.map((signal) => signal.signal_id)).toEqual(expected.slice(0, 3));
        expect(first.total).toBe(expected.length);
      }
      const byType = await reader().countByType(filter);
      expect(Object.values(byType).reduce((sum, count) => sum + count, 0)).toBe(expected.length);
    });
  }

  it.each([63, 64, 65, 130])(
    'returns total and counts by type for a company or person with %i signals',
    async (most) => {
      const company = `has${most}.example`;
      const contact = person(`has${most}`);
      const theirs = Array.from({ length: most }, (_, index) =>
        signalRecord({
          company,
          contact,
          type: index % 3 === 0 ? 'hiring-trends' : 'News',
          detectedAtMs: START - (index + 1) * DAY,
        }),
      );
      const withdrawn = signalRecord({ company, contact, detectedAtMs: START });
      const writer = createClickHouseSignalWriter(store());
      const withdraw = async (gone: typeof theirs) => {
        const keys = await writer.locate(gone.map(({ draft }) => draft.signalId));
        const withdrawals = [...keys.values()].map((key) => ({ key, eventVersion: versionOf(9) }));
        await writer.write([], [], withdrawals);
      };
      await writer.write([withdrawn, ...theirs], [], []);
      // Duplicate rows that supersede equal ones.
      await writer.write(theirs.slice(0, 5), [], []);
      await withdraw([withdrawn]);
      const ids = theirs.map(({ draft }) => draft.signalId);
      const byType = { News: most - Math.ceil(most / 3), 'hiring-trends': Math.ceil(most / 3) };
      for (const [of, key] of [
        ['company', company],
        ['contact', contact.key],
      ] as const) {
        for (const limit of [1, 64, 65, 200]) {
          const page = await reader().page({ [`${of}Keys`]: [key] }, { limit });
          expect(page.signals.map((signal) => signal.signal_id)).toEqual(ids.slice(0, limit));
          expect(page.total).toBe(most);
          const each = (await reader().each(of, [key], {}, limit)).get(key);
          expect(each).toEqual({ signals: page.signals, byType });
        }
      }
      await withdraw(theirs);
      expect(await reader().page({ companyKeys: [company] }, { limit: 5 })).toEqual({
        signals: [],
        total: 0,
      });
    },
  );

  it.each<['company' | 'contact', SignalFilter]>([
    ['company', {}],
    ['company', { signalTypes: ['news'], detectedAfterMs: START + 2 * DAY }],
    ['contact', {}],
    ['contact', { signalSubtypes: ['layoff'] }],
  ])('returns for each %s with filter %o the same as a query for it alone', async (of, filter) => {
    const keys =
      of === 'company'
        ? ['c1.example', 'c4.example', 'nobody.example']
        : [person('bob').key, person('ada').key, person('nobody').key];
    const all = await reader().each(of, keys, filter, 3);
    for (const key of keys) {
      const own = { ...filter, [`${of}Keys`]: [key] };
      const signals = await reader().list(own, { limit: 3 });
      const byType = await reader().countByType(own);
      expect(all.get(key)).toEqual(signals.length > 0 ? { signals, byType } : undefined);
    }
  });

  const dayOf = (record: (typeof records)[0]) =>
    new Date(record.draft.detectedAtMs).toISOString().slice(0, 10);
  const VALUES: Readonly<Record<GroupKey, (record: (typeof records)[0]) => string[]>> = {
    signal_type: ({ draft }) => [draft.signalType],
    signal_subtype: ({ draft }) => [draft.signalSubtype],
    company: ({ company }) => [company.key],
    industry: ({ company }) => company.industries.map((each) => each.toLowerCase()),
    day: (record) => [dayOf(record)],
    // 1 January 2026 is a Thursday.
    week: ({ draft }) => [
      new Date(
        START + ((Math.floor((draft.detectedAtMs - START) / DAY + 3) / 7) | 0) * 7 * DAY - 3 * DAY,
      )
        .toISOString()
        .slice(0, 10),
    ],
    month: (record) => [`${dayOf(record).slice(0, 7)}-01`],
  };

  /** Counts naively: every combination of values of every record. */
  function counted(groupBy: readonly GroupKey[], matches: readonly (typeof records)[0][]) {
    const counts = new Map<string, number>();
    for (const record of matches) {
      const tuples = groupBy.reduce<string[][]>(
        (before, key) => before.flatMap((each) => VALUES[key](record).map((v) => [...each, v])),
        [[]],
      );
      for (const tuple of tuples) {
        counts.set(tuple.join('|'), (counts.get(tuple.join('|')) ?? 0) + 1);
      }
    }
    return counts;
  }

  const GROUPINGS: GroupKey[][] = [
    ['signal_type'],
    ['company'],
    ['industry'],
    ['week'],
    ['signal_type', 'signal_subtype'],
    ['industry', 'company'],
    ['signal_type', 'day'],
    ['month', 'signal_subtype'],
  ];
  it.each(GROUPINGS)('groups by %o with the same counts as a naive count', async (...groupBy) => {
    for (const [name, [filter, matches]] of Object.entries(FILTERS)) {
      const own = records.filter(matches);
      const { total, groups, groupCount } = await reader().aggregate({
        filter,
        groupBy,
        limit: 200,
      });
      expect(total).toBe(own.length);
      expect(groupCount).toBe(groups.length);
      const found = groups.map(({ key, count }): [string, number] => [
        groupBy.map((each) => key[each]).join('|'),
        count,
      ]);
      expect(new Map(found)).toEqual(counted(groupBy, own));
      // Many, few and no groups.
      const isCut = ['everything', 'two companies', 'a date after all'].includes(name);
      if (!isCut && !process.env.LONG) continue;
      const some = await reader().aggregate({ filter, groupBy, limit: 2 });
      expect(some).toEqual({ total, groups: groups.slice(0, 2), groupCount });
    }
  });

  it('returns the largest groups first, and groups by time in order of time', async () => {
    const types = await reader().aggregate({ filter: {}, groupBy: ['signal_type'], limit: 9 });
    expect(types.groups.map(({ key }) => key.signal_type)).toEqual(['News', 'hiring-trends']);
    const days = await reader().aggregate({
      filter: {},
      groupBy: ['signal_subtype', 'day'],
      limit: 200,
    });
    const order = days.groups.map(({ key, count }) => `${key.day} ${9 - count}`);
    expect(order).toEqual([...order].sort());
    expect(new Set(days.groups.map(({ key }) => key.day)).size).toBe(12);
  });

  it('counts the signals of each given company', async () => {
    const counts = await countByCompany(store(), ['c1.example', 'nobody.example', 'c4.example']);
    const own = (key: string) => records.filter(({ company }) => company.key === key).length;
    expect(Object.fromEntries(counts)).toEqual({
      'c1.example': own('c1.example'),
      'c4.example': own('c4.example'),
    });
    expect(await countByCompany(store(), [])).toEqual(new Map());
  });

  it('returns a signal by id, and null for an unknown id or other text', async () => {
    const [record] = records;
    const id = record?.draft.signalId ?? '';
    expect(await reader().get(id)).toMatchObject({ signal_id: id, contact: { name: 'ada' } });
    expect(await reader().get(randomUUID())).toBeNull();
    expect(await reader().get("' OR 1")).toBeNull();
  });

  it('returns signals, titles and vectors by id, and omits unknown ids', async () => {
    const ids = records.slice(0, 7).map(({ draft }) => draft.signalId);
    const some = await reader().byIds([...ids, randomUUID()]);
    expect([...some.keys()].sort()).toEqual([...ids].sort());
    for (const [id, signal] of some) expect(signal).toEqual(await reader().get(id));
    expect(await reader().byIds([])).toEqual(new Map());
    const titled = [...some].flatMap(([id, { contact }]) =>
      contact?.title ? [[id, contact.title] as const] : [],
    );
    expect(titled.length).toBeGreaterThan(0);
    expect(await reader().titles([...ids, randomUUID()])).toEqual(new Map(titled));
    expect(await reader().titles([])).toEqual(new Map());
    const vectors = await reader().vectors([...ids, randomUUID()]);
    expect([...vectors.keys()].sort()).toEqual([...ids].sort());
    for (const vector of vectors.values()) expect([...vector]).toEqual([0, 1, -0.5, 0.25]);
  });

  it('returns types with counts and subtypes, and counts a type by month', async () => {
    const news = records.filter(({ draft }) => draft.signalType === 'News');
    const types = await reader().types({});
    expect(types.map(({ type, count }) => [type, count])).toEqual([
      ['News', news.length],
      ['hiring-trends', records.length - news.length],
    ]);
    expect(types[0]?.subtypes).toEqual(['Layoff', 'general']);
    for (const association of ['company', 'contact'] as const) {
      const own = records.filter(({ draft }) => draft.association === association);
      const found = await reader().types({ association });
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(own.length);
    }
    const history = await reader().history({
      type: 'news',
      fromMs: START,
      untilMs: START + 365 * DAY,
      interval: 'monthly',
      withStored: true,
    });
    expect([...history.counts]).toEqual([['2026-01-01', news.length]]);
    expect(history.stored).toMatchObject({
      type: expect.stringMatching(/^news$/i),
      association: 'company',
    });
  });

  it('counts the history of a type exact to the millisecond, within and at full hours', async () => {
    const type = 'edges';
    const hour = Date.parse('2026-02-03T10:00:00.000Z');
    const times = [-3_600_000, -1, 0, 1, 1_799_999, 1_800_000, 3_600_000].map((at) => hour + at);
    await createClickHouseSignalWriter(store()).write(
      times.map((detectedAtMs) => signalRecord({ type, detectedAtMs })),
      [],
      [],
    );
    for (const untilMs of [hour - 1, hour, hour + 1, hour + 1_800_000, hour + 3_600_001]) {
      const { counts } = await reader().history({
        type,
        fromMs: Date.parse('2026-02-02T00:00:00.000Z'),
        untilMs,
        interval: 'weekly',
        withStored: false,
      });
      expect([...counts]).toEqual([['2026-02-02', times.filter((at) => at < untilMs).length]]);
    }
  });

  it('counts spellings of a type that differ in case as one type', async () => {
    const company = 'spelt.example';
    const write = (type: string, subtype: string) =>
      createClickHouseSignalWriter(store()).write(
        [signalRecord({ company, type, subtype })],
        [],
        [],
      );
    for (const type of ['étude', 'Étude', 'ÉTUDE']) await write(type, `of ${type}`);
    const types = await reader().types({});
    expect(types.filter(({ type }) => /étude/i.test(type))).toEqual([
      {
        type: 'ÉTUDE',
        association: 'company',
        count: 3,
        subtypes: ['of ÉTUDE', 'of Étude', 'of étude'],
      },
    ]);
    const filter = { signalTypes: ['étude'] };
    expect(await reader().countByType(filter)).toEqual({ ÉTUDE: 3 });
    const groupBy = ['signal_type', 'signal_subtype'] as const;
    expect((await reader().aggregate({ filter, groupBy, limit: 9 })).groups).toMatchObject([
      { key: { signal_type: 'ÉTUDE', signal_subtype: 'of ÉTUDE' }, count: 3 },
    ]);
    for (const keys of [[company], [company, 'other.example']]) {
      const found = await reader().each('company', keys, {}, 1);
      expect(found.get(company)?.byType).toEqual({ ÉTUDE: 3 });
    }
  });

  it('groups by day, week and month in any century, and by empty company or industry', async () => {
    const type = 'long-ago';
    const at = (date: string) =>
      signalRecord({ type, company: '', detectedAtMs: Date.parse(date), industries: [] });
    await createClickHouseSignalWriter(store()).write(
      [at('1950-03-05T23:00:00Z'), at('1950-03-06'), at('2199-12-31T23:59:59.999Z')],
      [],
      [],
    );
    const keysBy = async (key: GroupKey) => {
      const query = { filter: { signalTypes: [type] }, groupBy: [key], limit: 9 };
      return (await reader().aggregate(query)).groups.map((each) => [each.key[key], each.count]);
    };
    expect(await keysBy('week')).toEqual([
      ['1950-02-27', 1],
      ['1950-03-06', 1],
      ['2199-12-30', 1],
    ]);
    expect(await keysBy('month')).toEqual([
      ['1950-03-01', 2],
      ['2199-12-01', 1],
    ]);
    expect((await keysBy('day'))[0]).toEqual(['1950-03-05', 1]);
    expect(await keysBy('industry')).toEqual([['', 3]]);
    expect(await keysBy('company')).toEqual([['', 3]]);
  });
});
