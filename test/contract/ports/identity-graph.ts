/** Contract of the identity graph. */
import { beforeAll, expect, it } from 'vitest';
import type { KnownContact } from '../../../shared/domain/ports/identity-graph.js';
import { createClickHouseIdentityGraph } from '../../../shared/stores/identity/clickhouse-identity-graph.js';
import { createClickHouseIdentityStore } from '../../../shared/stores/identity/clickhouse-identity-store.js';
import { createClickHouseSignalWriter } from '../../../shared/stores/signals/clickhouse-signal-writer.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { companyRecord, contactRecord, signalRecord } from '../../helpers/records.js';

describeContract('identity graph', (store) => {
  const graph = () => createClickHouseIdentityGraph(store());

  beforeAll(async () => {
    const identity = createClickHouseIdentityStore(store());
    const networkUrl = 'network.example/company/iciclemotors';
    const companies = [
      companyRecord('iciclemotors.example', {
        name: 'Icicle Motors',
        networkUrl,
        identifiers: ['domain:iciclemotors.example', `network:${networkUrl}`],
      }),
      companyRecord('iciclemotor.example', { name: 'Icicle Motor Works' }),
      companyRecord('far.example', { name: 'Entirely Different' }),
    ];
    await identity.putCompanies([
      ...companies,
      companyRecord('chips.example', { country: 'IS', industries: ['Ice', 'Microchips'] }),
      companyRecord('fish.example', { country: 'FO', industries: ['FISHERIES'] }),
      companyRecord('trout.example', { country: 'NO', industries: ['Fishing'] }),
      companyRecord('ice.example', { country: 'IS', industries: ['Ice'] }),
    ]);
    await identity.putNames(
      companies.map(({ key, name }) => ({ companyKey: key, name: `${name}` })),
    );
    const url = 'network.example/in/ada';
    await identity.putContacts([
      contactRecord('ada@iciclemotors.example', {
        networkUrl: url,
        identifiers: ['email:ada@iciclemotors.example', 'email:ada@old.example', `network:${url}`],
        employerKey: 'iciclemotors.example',
      }),
    ]);
    const contact = {
      key: 'email:bob@news.example',
      name: 'Bob',
      email: 'bob@news.example',
      networkUrl: null,
      title: 'CEO',
    };
    await createClickHouseSignalWriter(store()).write(
      [signalRecord({ company: 'news.example', contact })],
      [],
      [],
    );
  });

  it('finds a company by profile URL, by equal name and by similar name', async () => {
    const byUrl = await graph().companyByNetworkUrl('network.example/company/iciclemotors');
    expect(byUrl?.key).toBe('iciclemotors.example');
    expect(await graph().companyByNetworkUrl('network.example/company/none')).toBeNull();
    const named = await graph().companiesNamed('ICICLE MOTORS, Inc.');
    expect(named.map(({ key }) => key)).toEqual(['iciclemotors.example']);
    const like = await graph().companiesLike('Icicle Motrs');
    expect(like[0]?.key).toBe('iciclemotors.example');
    expect(like.map(({ key }) => key)).not.toContain('far.example');
  });

  it('finds people by names of two or more words, and by similar names', async () => {
    const names = [
      'Jane Sample',
      'JANE  sample',
      'Jane M. Sample',
      'Jane Simple',
      'Kim Sample',
      'Bo',
    ];
    await createClickHouseSignalWriter(store()).write(
      names.map((name, at) => {
        const email = `person${at}@people.example`;
        const contact = { key: `email:${email}`, name, email, networkUrl: null, title: null };
        return signalRecord({ company: 'people.example', contact });
      }),
      [],
      [],
    );
    const found = async (name: string) =>
      (await graph().peopleNamed(name)).map(({ name: told, errors, keys }) => {
        const numbers = keys.map((key) => /\d/.exec(key)?.[0]).join('');
        return `${told} ${errors} ${numbers}`;
      });
    const janes = ['jane m. sample 0 2', 'jane sample 0 01', 'jane simple 1 3'];
    expect(await found('Jane Sample')).toEqual(janes);
    expect(await found('sample jane')).toEqual(['jane sample 0 01', 'jane simple 1 3']);
    expect(await found('Jane Sampel')).toEqual(['jane sample 1 01', 'jane simple 2 3']);
    expect(await found('Jnae Sample')).toEqual(['jane sample 1 01']);
    // The first letters are taken as right.
    expect(await found('Tane Sample')).toEqual([]);
    expect(await found('Jame Sample')).toEqual(['jane sample 1 01']);
    expect(await found("Jane' OR 1")).toEqual([]);
    expect(await found('Bo')).toEqual([]);
    expect(await found('')).toEqual([]);
  });

  it('returns up to a hundred people of one name', async () => {
    const people = Array.from({ length: 120 }, (_, at) => `email:crowd${at + 100}@people.example`);
    await createClickHouseSignalWriter(store()).write(
      people.map((key) => {
        const contact = {
          key,
          name: 'Al Crowd',
          email: key.slice(6),
          networkUrl: null,
          title: null,
        };
        return signalRecord({ company: 'people.example', contact });
      }),
      [],
      [],
    );
    const [crowd, ...others] = await graph().peopleNamed('Al Crowd');
    expect(crowd?.keys).toHaveLength(100);
    expect(others).toEqual([]);
  });

  it('returns names of companies within two typing errors of a text, nearest first', async () => {
    const near = async (...texts: string[]) => {
      const found = await graph().nearestNames(texts);
      return texts.map((text) =>
        (found.get(text) ?? []).map(({ words, errors }) => `${words} ${errors}`),
      );
    };
    // Names match by their first word, their first two words and as a whole.
    expect(await near('icicle')).toEqual([['icicle 0']]);
    expect(await near('iciclemotors')).toEqual([['icicle motors 0', 'icicle motor 1']]);
    expect(await near('iciclemotorworks')).toEqual([['icicle motor works 0']]);
    // One error: a missing letter, an extra one, a different one, and two swapped ones.
    for (const text of ['icile', 'iccicle', 'icycle', 'icicel', 'iicle']) {
      expect(await near(text), text).toEqual([['icicle 1']]);
    }
    // A wrong letter is doubled.
    expect(await near('entirrelydiferent')).toEqual([['entirely different 1']]);
    // A long text may have two errors, the second one after its beginning.
    expect(await near('entirley', 'entirleydifferend')).toEqual([
      ['entirely 1'],
      ['entirely different 2'],
    ]);
    expect(await near('icycel', 'bicicle', 'motors', 'ici', '')).toEqual([[], [], [], [], []]);
    expect((await graph().nearestNames([])).size).toBe(0);
  });

  it('ranks equally near names by the number of signals of the company', async () => {
    const companies = ['Vixens', 'Vixena', 'Vixeni', 'Vixeno'].map((name) =>
      companyRecord(`${name.toLowerCase()}.example`, { name }),
    );
    await createClickHouseIdentityStore(store()).putNames(
      companies.map(({ key, name }) => ({ companyKey: key, name: `${name}` })),
    );
    await createClickHouseSignalWriter(store()).write(
      ['vixeno', 'vixeno', 'vixeni'].map((name) => signalRecord({ company: `${name}.example` })),
      [],
      [],
    );
    const found = await graph().nearestNames(['vixen', 'vixeni']);
    const told = (text: string) =>
      found.get(text)?.map(({ words, signalCount }) => `${words} ${signalCount}`);
    expect(told('vixen')).toEqual(['vixeno 2', 'vixeni 1', 'vixena 0', 'vixens 0']);
    expect(told('vixeni')).toEqual(['vixeni 1', 'vixeno 2', 'vixena 0', 'vixens 0']);
  });

  it('returns companies by country and industry, up to the limit', async () => {
    const traits = { countries: ['IS', 'FO'], industries: ['chip', 'fish'] };
    const keys = async (given: Partial<typeof traits>, limit = 9) =>
      (await graph().keysWith({ countries: [], industries: [], ...given }, limit)).sort();
    expect(await keys(traits)).toEqual(['chips.example', 'fish.example']);
    expect(await keys({ countries: ['FO'] })).toEqual(['fish.example']);
    expect(await keys({ industries: ['fish'] })).toEqual(['fish.example', 'trout.example']);
    expect(await keys({ industries: ['fish'] }, 1)).toHaveLength(1);
    expect(await keys({ ...traits, countries: ['GL'] })).toEqual([]);
    const many = Array.from({ length: 600 }, (_, at) => `industry ${at}`);
    expect(await keys({ industries: [...many, 'trout', 'fishing'] })).toEqual(['trout.example']);
  });

  it('returns every industry of profiles once', async () => {
    const names = await graph().industries();
    expect(names).toEqual(expect.arrayContaining(['FISHERIES', 'Fishing', 'Ice', 'Microchips']));
    expect(new Set(names).size).toBe(names.length);
    expect(await graph().industries()).toEqual(names);
  });

  it('suggests companies by prefix of name or domain, then by similarity', async () => {
    const keys = async (text: string, limit = 20) =>
      (await graph().suggest(text, limit)).map(({ key }) => key);
    // The name of which a larger part is typed comes first.
    const [motors, works] = ['iciclemotors.example', 'iciclemotor.example'];
    expect(await keys('Icicle Motor')).toEqual([motors, works]);
    expect(await keys('ICI')).toEqual([works, motors]);
    expect(await keys('icicle', 1)).toEqual([works]);
    expect(await keys('https://www.IcicleMotors.ex')).toEqual([motors, works]);
    expect((await keys('Icycle Motors'))[0]).toBe('iciclemotors.example');
    // An incomplete name with a typing error.
    expect((await keys('Icicel Mot'))[0]).toBe('iciclemotors.example');
    expect((await keys('iciclemotrs.example'))[0]).toMatch(/^iciclemotors?.example$/);
    // An error near the beginning: a missing character, an extra one, a different one, two swapped ones.
    for (const text of [
      'iicle moto',
      'ixcicle motors',
      'ikicle',
      'ciicle',
      'icile',
      'iccilemotors.ex',
    ]) {
      expect((await keys(text))[0], text).toMatch(/^iciclemotors?.example$/);
    }
    // A word other than the first, short or not complete.
    expect(await keys('Motors')).toContain(motors);
    expect(await keys('moto')).toEqual([motors, works]);
    expect(await keys('cicle')).not.toContain('far.example');
    // Only a signal mentions this company.
    expect(await keys('news.e')).toEqual(['news.example']);
    expect((await graph().suggest('news.e', 5))[0]?.signalCount).toBe(1);
    expect(await keys('qqqqq')).toEqual([]);
    expect(await keys('%')).toEqual([]);
    expect(await keys('_')).toEqual([]);
  });

  it('does not suggest a company by its former name', async () => {
    const identity = createClickHouseIdentityStore(store());
    const put = async (name: string) => {
      await identity.putNames([{ companyKey: 'renamed.example', name }]);
      await identity.putCompanies([companyRecord('renamed.example', { name })]);
    };
    await put('Zebra Old');
    const before = await graph().suggest('zebra', 5);
    expect(before.map(({ key }) => key)).toEqual(['renamed.example']);
    await put('Yak New');
    expect(await graph().suggest('zebra', 5)).toEqual([]);
    const [now] = await graph().suggest('yak', 5);
    expect(now?.company.name).toBe('Yak New');
  });

  it('suggests the exact name or domain if more companies share its prefix than are read', async () => {
    const identity = createClickHouseIdentityStore(store());
    const names = Array.from({ length: 400 }, (_, at) => `Walrus ${at + 100}`);
    const companies = [...names, 'Walrus'].map((name) =>
      companyRecord(`${name.toLowerCase().replace(' ', '')}.example`, { name }),
    );
    await identity.putNames(
      companies.map(({ key, name }) => ({ companyKey: key, name: `${name}` })),
    );
    await identity.putCompanies(companies);
    for (const text of ['walrus', 'walrus.example', 'Walrus Inc.']) {
      const found = await graph().suggest(text, 20);
      expect(found[0]?.key, text).toBe('walrus.example');
    }
    for (const text of ['wlrus', 'wlarus']) {
      const [misspelt] = await graph().suggest(text, 20);
      expect(misspelt?.key, text).toBe('walrus.example');
    }
    const found = await graph().suggest('walrus', 20);
    expect(found.length).toBe(20);
    expect((await graph().suggest('walrus477.example', 1))[0]?.company.name).toBe('Walrus 477');
  });

  it('returns the nearest name if twice as many similar names exist as are read', async () => {
    const identity = createClickHouseIdentityStore(store());
    // Names that are as near as the expected one, which comes last.
    const names = [
      ...Array.from({ length: 40 }, (_, at) => `Ostrish ${at + 10}`),
      ...Array.from('abcdefgijklmnopqrtuvwxyz', (letter) => `Ostric${letter}s`),
      ...Array.from('abcdefgijklmnopqrtuvwxyz', (letter) => `Ostric${letter}h`),
      'Ostrich Zoo',
    ];
    const keyed = names.map((name, at) => ({ companyKey: `bird${at}.example`, name }));
    await identity.putNames(keyed);
    const signals = [1, 2, 3].map(() => signalRecord({ company: keyed.at(-1)?.companyKey ?? '' }));
    await createClickHouseSignalWriter(store()).write(signals, [], []);
    const [first] = (await graph().nearestNames(['ostrih'])).get('ostrih') ?? [];
    expect(first).toEqual({ words: 'ostrich', errors: 1, signalCount: 3 });
    const [zoo] = (await graph().nearestNames(['ostirchzoo'])).get('ostirchzoo') ?? [];
    expect(zoo?.words).toBe('ostrich zoo');
  });

  it('suggests a company by its name, its URL and every prefix of its domain', async () => {
    const identity = createClickHouseIdentityStore(store());
    const companies = [
      companyRecord('qx7.example', { name: 'Quoll Holdings of Springfall' }),
      companyRecord('y9.example', { name: 'Y9' }),
      companyRecord('numbat-and-co.shop.example', { name: 'Numbat & Sons Outfitters' }),
      companyRecord('zo.example-bank.example', { name: 'Zorilla' }),
    ];
    await identity.putCompanies(companies);
    await identity.putNames(
      companies.map(({ key, name }) => ({ companyKey: key, name: `${name}` })),
    );
    const isSuggested = async (text: string, key: string) => {
      const found = await graph().suggest(text, 20);
      expect(
        found.map((each) => each.key),
        text,
      ).toContain(key);
    };
    for (const { key, name } of companies) {
      const written = [`${name}`, `www.${key}`, `https://${key}/`];
      const starts = Array.from(key, (_, at) => key.slice(0, at + 1)).slice(2);
      // Prefixes around the end of each label of the domain, where stored spellings begin or end.
      const isAtEnd = (start: string) =>
        /^[^.]{3}$|\..?$/.test(start) || start === key || key[start.length] === '.';
      const asked = starts.filter((start) => process.env.LONG || isAtEnd(start));
      await Promise.all([...written, ...asked].map((text) => isSuggested(text, key)));
    }
  });

  it('returns companies by key, from profiles or signals, and omits unknown ones', async () => {
    const keys = ['iciclemotors.example', 'news.example', 'nobody.example'];
    const found = await graph().companies(keys);
    expect([...found.keys()].sort()).toEqual(keys.slice(0, 2));
    expect(keys.map((key) => found.get(key)?.company.name ?? null)).toEqual([
      'Icicle Motors',
      'Company news.example',
      null,
    ]);
  });

  it('returns people by email or profile URL, in order, with their employer', async () => {
    const found = await graph().contacts([
      { email: 'ada@old.example' },
      { networkUrl: 'network.example/in/nobody' },
      { email: 'bob@news.example', networkUrl: 'network.example/in/ada' },
      { networkUrl: 'network.example/in/ada' },
    ]);
    expect(found.map((each) => each && [each.contact.name, each.employer?.key])).toEqual([
      ['Ada Example', 'iciclemotors.example'],
      null,
      ['Bob', 'news.example'],
      ['Ada Example', 'iciclemotors.example'],
    ]);
  });

  it('returns the person with the given profile URL if several share the email', async () => {
    const email = 'info@iciclemotors.example';
    const person = (name: string, at: number) => {
      const networkUrl = `network.example/in/${name}`;
      return contactRecord(email, {
        ...{ key: `network:${networkUrl}`, networkUrl, name, observedAtMs: at },
        identifiers: [`email:${email}`, `network:${networkUrl}`],
      });
    };
    await createClickHouseIdentityStore(store()).putContacts([person('old', 1), person('new', 2)]);
    const found = await graph().contacts([
      { email, networkUrl: 'network.example/in/old' },
      { email, networkUrl: 'network.example/in/new' },
      { email, networkUrl: 'network.example/in/nobody' },
      { email },
    ]);
    expect(found.map((each) => each?.contact.name)).toEqual(['old', 'new', 'new', 'new']);
  });

  it('returns all keys of a person without a profile, whichever others are requested', async () => {
    const [email, former] = ['dee@zeta.example', 'dee@old.example'];
    const networkUrl = 'network.example/in/dee';
    const said = (more: { email?: string; networkUrl?: string }) => {
      const contact = { email: null, networkUrl: null, name: 'Dee', title: null, ...more };
      const key = contact.networkUrl ? `network:${contact.networkUrl}` : `email:${contact.email}`;
      return signalRecord({ company: 'news.example', contact: { key, ...contact } });
    };
    await createClickHouseSignalWriter(store()).write(
      [
        ...[said({ email }), said({ email, networkUrl }), said({ networkUrl })],
        ...[said({ email: former }), said({ email: former, networkUrl })],
        ...[said({ email: 'eve@zeta.example' })],
      ],
      [],
      [],
    );
    const dee = [`email:${former}`, `email:${email}`, `network:${networkUrl}`];
    const asked = [
      { email, networkUrl },
      { email },
      { networkUrl },
      { email: former },
      { email: 'eve@zeta.example', networkUrl },
    ];
    const keysOf = (found: KnownContact | null | undefined) => found && [...found.keys].sort();
    const together = (await graph().contacts(asked)).map(keysOf);
    expect(together).toEqual([dee, dee, dee, dee, ['email:eve@zeta.example']]);
    for (const [at, each] of asked.entries()) {
      expect(keysOf((await graph().contacts([each]))[0])).toEqual(together[at]);
    }
  });

  it('adds signals that have only the shared email to a lookup by email', async () => {
    const email = 'desk@iciclemotors.example';
    const person = (name: string, at: number) => {
      const networkUrl = `network.example/in/${name}`;
      return contactRecord(email, {
        ...{ key: `network:${networkUrl}`, networkUrl, name, observedAtMs: at },
        identifiers: [`email:${email}`, `network:${networkUrl}`],
      });
    };
    await createClickHouseIdentityStore(store()).putContacts([person('kit', 1), person('lou', 2)]);
    const contact = { key: `email:${email}`, email, networkUrl: null, name: null, title: null };
    await createClickHouseSignalWriter(store()).write(
      [signalRecord({ company: 'news.example', contact })],
      [],
      [],
    );
    const found = await graph().contacts([{ email }, { networkUrl: 'network.example/in/lou' }]);
    expect(found.map((each) => each?.contact.name)).toEqual(['lou', 'lou']);
    const lou = 'network:network.example/in/lou';
    expect(found.map((each) => each?.keys)).toEqual([[lou, `email:${email}`], [lou]]);
  });

  it('prefers the profile of a person to a signal with the same email and profile URL', async () => {
    const email = 'cy@iciclemotors.example';
    const networkUrl = 'network.example/in/cy';
    const contact = { key: `email:${email}`, name: 'Cy', email, networkUrl, title: 'CEO' };
    await createClickHouseIdentityStore(store()).putContacts([
      contactRecord(email, { employerKey: 'iciclemotors.example' }),
    ]);
    await createClickHouseSignalWriter(store()).write(
      [signalRecord({ company: 'news.example', contact })],
      [],
      [],
    );
    const [found] = await graph().contacts([{ email, networkUrl }]);
    expect(found?.employer?.key).toBe('iciclemotors.example');
  });

  // The last test, because its many companies slow down the statements of the others.
  it('suggests by a long prefix if more companies share its first word than are read', async () => {
    const identity = createClickHouseIdentityStore(store());
    const companies = Array.from({ length: 11_000 }, (_, at) =>
      companyRecord(`animal${at + 10_000}.example`, { name: `Platypus ${at + 10_000}` }),
    );
    await identity.putNames(
      companies.map(({ key, name }) => ({ companyKey: key, name: `${name}` })),
    );
    await identity.putCompanies(companies);
    for (const text of ['Platypus 20999', 'platypus 2099', 'animal20999.example']) {
      const keys = (await graph().suggest(text, 10)).map(({ key }) => key);
      expect(keys, text).toContain('animal20999.example');
    }
  });
});
