/** Decides the records of people and the steps of their careers, from all observations. Pure. */
import type { ContactRecord } from '../../shared/domain/ports/identity-store.js';
import {
  CAREER_SUBTYPES,
  careerSteps,
  contactOf,
  groupPeople,
  type People,
  stepDiscriminator,
  type UnlinkedContact,
} from '../derive/career.js';
import type { Derivation } from '../derive/derived-signals.js';
import { type CompanyDirectory, resolveCompany } from '../resolve/resolve-company.js';
import type { ProfileChanges } from './changes.js';
import type { DecidedProfiles } from './decide-companies.js';
import { addressesOf, type BatchEvidence, isContact } from './read-evidence.js';

export interface DecidedPeople extends DecidedProfiles<ContactRecord> {
  careers: Derivation;
}

/** Returns the keys of the people whose records the batch may change. */
export function contactKeysOf({ contacts, fresh, replaced }: BatchEvidence): string[] {
  const touched = [...fresh, ...replaced].filter(isContact);
  return touched.length === 0 ? [] : [...new Set([...touched, ...contacts].flatMap(addressesOf))];
}

export function decidePeople(
  evidence: BatchEvidence,
  stored: readonly ContactRecord[],
  companies: CompanyDirectory,
): DecidedPeople {
  const fresh = evidence.fresh.filter(isContact);
  const replaced = evidence.replaced.filter(isContact);
  const touchedKeys = new Set([...fresh, ...replaced].flatMap(addressesOf));
  const keys = new Set(contactKeysOf(evidence));
  const groups = [...groupPeople(evidence.contacts)];
  const people: People = new Map(groups.filter(([key]) => evidence.addresses.has(key)));
  const records = [...people].flatMap(([key, history]) => {
    const record = contactOf(key, history);
    return record ? [withEmployer(record, companies)] : [];
  });
  const before = stored.filter(({ key }) => keys.has(key));
  const keptKeys = new Set(records.map(({ key }) => key));
  const possible = [...new Set([...people.values()].flat()), ...replaced].flatMap((snapshot) =>
    CAREER_SUBTYPES.map((subtype) => ({
      ...snapshot,
      discriminator: stepDiscriminator(snapshot, subtype),
    })),
  );
  return {
    records,
    withdrawn: before.filter(
      ({ key }) => !keptKeys.has(key) && (people.has(key) || touchedKeys.has(key)),
    ),
    identifiers: [
      ...new Set([...keys, ...[...records, ...before].flatMap(({ identifiers }) => identifiers)]),
    ],
    careers: { steps: [...people.values()].flatMap(careerSteps), possible },
  };
}

/**
 * Returns the employees whose employer is now another company than their record says, without those
 * that `decided` contains.
 */
export function decideEmployees(
  employees: readonly ContactRecord[],
  decided: ProfileChanges<ContactRecord>,
  companies: CompanyDirectory,
): ContactRecord[] {
  const decidedKeys = new Set([...decided.records, ...decided.withdrawn].map(({ key }) => key));
  return employees.flatMap((record) => {
    if (decidedKeys.has(record.key)) return [];
    const now = withEmployer(record, companies);
    return now.employerKey === record.employerKey ? [] : [now];
  });
}

function withEmployer(record: UnlinkedContact, companies: CompanyDirectory): ContactRecord {
  const employer = record.employer && resolveCompany(record.employer, companies);
  return {
    ...record,
    employerKey: employer?.key ?? '',
    employerDomain: employer?.domain ?? null,
  };
}
