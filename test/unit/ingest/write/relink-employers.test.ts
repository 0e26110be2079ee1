/** Employees of a company that appears are given it in pages. */
import { expect, it } from 'vitest';
import { relinkEmployers } from '../../../../ingest/write/relink-signals.js';
import type {
  ContactRecord,
  IdentityStore,
} from '../../../../shared/domain/ports/identity-store.js';
import { companyRecord, companyReference, contactRecord } from '../../../helpers/records.js';

const EMPLOYEES = 2_500;

it('every employee is given the company, a bounded number at a time', async () => {
  const employer = companyReference('Acme', { domain: 'acme.example' });
  const people = new Map(
    Array.from({ length: EMPLOYEES }, (_, index) => {
      const email = `${String(index).padStart(5, '0')}@acme.example`;
      const record = contactRecord(email, { employer, employerKey: 'name:acme' });
      return [record.key, record] as const;
    }),
  );
  let largest = 0;
  const pagesOf = (all: readonly ContactRecord[]): Partial<IdentityStore> => ({
    async contactsEmployedBy(_, afterKey, limit) {
      const records = all.filter(({ key }) => key > (afterKey ?? '')).slice(0, limit);
      largest = Math.max(largest, records.length);
      return { records, next: records.length < limit ? null : (records.at(-1)?.key ?? null) };
    },
    companiesHolding: async () => [companyRecord('acme.example')],
    async putContacts(records) {
      for (const record of records) people.set(record.key, record);
    },
  });
  await relinkEmployers(pagesOf([...people.values()]) as IdentityStore, ['domain:acme.example']);
  expect([...people.values()].map(({ employerKey }) => employerKey)).toEqual(
    Array.from({ length: EMPLOYEES }, () => 'acme.example'),
  );
  expect(largest).toBeLessThanOrEqual(1_000);
});
