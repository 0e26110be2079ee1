import { beforeAll, expect, it } from 'vitest';
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
    await identity.putCompanies(companies);
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

  it('answers domains in order, by profile or by the newest signal, null where unknown', async () => {
    const found = await graph().companiesByDomain([
      'news.example',
      'nobody.example',
      'iciclemotors.example',
    ]);
    expect(found.map((each) => each?.company.name ?? null)).toEqual([
      'Company news.example',
      null,
      'Icicle Motors',
    ]);
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

  it('finds people by any address, in order, with their employer', async () => {
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
});
