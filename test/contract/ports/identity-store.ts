/** Contract of the identity store. */
import { expect, it } from 'vitest';
import type { ContactRecord } from '../../../shared/domain/ports/identity-store.js';
import { createClickHouseIdentityStore } from '../../../shared/stores/identity/clickhouse-identity-store.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { companyRecord, companyReference, contactRecord } from '../../helpers/records.js';

describeContract('identity store', (store) => {
  const identity = () => createClickHouseIdentityStore(store());

  it('keeps the last write, even of an older event, and ignores repeats', async () => {
    const first = companyRecord('put.example', {
      name: 'First',
      observedAtMs: Date.UTC(2026, 0, 9),
    });
    const last = companyRecord('put.example', { name: "L'ast" });
    await identity().putCompanies([first]);
    await identity().putCompanies([last]);
    await identity().putCompanies([last]);
    expect(await identity().companies(['put.example', 'nobody.example'], [])).toEqual([last]);
  });

  it('returns the companies that currently have an identifier, each once', async () => {
    const holder = (key: string, ...identifiers: string[]) =>
      companyRecord(key, { identifiers: [`domain:${key}`, ...identifiers] });
    await identity().putCompanies([
      holder('one.example', 'name:shared', 'cik:0000000001'),
      holder('two.example', 'name:shared'),
      holder('was.example', 'name:shared'),
    ]);
    await identity().putCompanies([holder('was.example')]);
    const keys = async (identifiers: string[]) =>
      (await identity().companies([], identifiers)).map(({ key }) => key).sort();
    expect(await keys(['name:shared', 'cik:0000000001'])).toEqual(['one.example', 'two.example']);
    expect(await keys(['name:nobody'])).toEqual([]);
    await identity().putCompanies([], [holder('two.example', 'name:shared')]);
    expect(await keys(['name:shared'])).toEqual(['one.example']);
    expect(await identity().companies(['two.example'], [])).toEqual([]);
    await identity().putCompanies([holder('two.example', 'name:shared')]);
    expect(await keys(['name:shared'])).toEqual(['one.example', 'two.example']);
    const both = await identity().companies(['one.example', 'was.example'], ['name:shared']);
    expect(both.map(({ key }) => key).sort()).toEqual([
      'one.example',
      'two.example',
      'was.example',
    ]);
  });

  it('finds the company that has an identifier among many that had it', async () => {
    const former = Array.from({ length: 120 }, (_, at) => `former${at + 100}.example`);
    const holder = (key: string, ...identifiers: string[]) =>
      companyRecord(key, { identifiers: [`domain:${key}`, ...identifiers] });
    await identity().putCompanies(former.map((key) => holder(key, 'ticker:MANY')));
    await identity().putCompanies(former.map((key) => holder(key)));
    await identity().putCompanies([holder('now.example', 'ticker:MANY')]);
    const found = await identity().companies([], ['ticker:MANY']);
    expect(found.map(({ key }) => key)).toEqual(['now.example']);
  });

  it('returns people by identifier, and by employer in pages', async () => {
    const employer = companyReference('Acme', { domain: 'acme.example' });
    const people = Array.from({ length: 7 }, (_, index) =>
      contactRecord(`p${index}@acme.example`, { employer, employerKey: 'name:acme' }),
    );
    await identity().putContacts(people);
    await identity().putContacts([contactRecord('p6@acme.example')]);
    expect(await identity().contacts([], ['email:p1@acme.example', 'email:no'])).toEqual([
      people[1],
    ]);
    const seen: ContactRecord[] = [];
    for (let after: string | null = null; ; ) {
      const page = await identity().contactsEmployedBy(['domain:acme.example', 'name:x'], after, 3);
      seen.push(...page.records);
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen.map(({ key }) => key)).toEqual(people.slice(0, 6).map(({ key }) => key));
    await identity().putContacts([], people.slice(0, 1));
    const left = await identity().contacts(
      people.map(({ key }) => key),
      [],
    );
    expect(left.length).toBe(6);
  });
});
