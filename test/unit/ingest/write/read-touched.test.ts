/** A new company becomes the employer of its employees, page by page. Uses fake stores. */
import { expect, it } from 'vitest';
import { directoryOf } from '../../../../ingest/resolve/directory.js';
import { decideEmployees } from '../../../../ingest/write/decide-people.js';
import { readTouched } from '../../../../ingest/write/read-touched.js';
import { companyRecord, companyReference, contactRecord } from '../../../helpers/records.js';

const EMPLOYEES = 2_500;

it('a new company becomes the employer of all its employees, in pages of at most 1,000', async () => {
  const employer = companyReference('Acme', { domain: 'acme.example' });
  const people = Array.from({ length: EMPLOYEES }, (_, index) => {
    const email = `${String(index).padStart(5, '0')}@acme.example`;
    return contactRecord(email, { employer, employerKey: 'name:acme' });
  });
  let largest = 0;
  const stores: Parameters<typeof readTouched>[0] = {
    identity: {
      async contactsEmployedBy(_, afterKey, limit) {
        const records = people.filter(({ key }) => key > (afterKey ?? '')).slice(0, limit);
        largest = Math.max(largest, records.length);
        return { records, next: records.length < limit ? null : (records.at(-1)?.key ?? null) };
      },
    },
    signals: { referencing: async () => [], read: async () => [] },
    stories: { read: async () => [] },
  };
  const none = { records: [], withdrawn: [] };
  const directory = directoryOf([companyRecord('acme.example')], none);
  const changed = {
    companies: { identifiers: ['domain:acme.example'] },
    people: { identifiers: [] },
    signals: { storyIds: new Set<string>() },
  };
  const given: [string, string][] = [];
  for await (const touched of readTouched(stores, changed)) {
    for (const each of decideEmployees(touched.employees, none, directory)) {
      given.push([each.key, each.employerKey]);
    }
  }
  expect(given).toEqual(people.map(({ key }) => [key, 'acme.example']));
  expect(largest).toBeLessThanOrEqual(1_000);
});
