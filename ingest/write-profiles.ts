/**
 * Stores the profiles of a batch, newest per company and person, then relinks the signals they
 * concern. Safe to repeat: everything is decided by versions.
 */
import { companyIdentifiers } from '../shared/company-identifiers.js';
import { contactIdentifiers } from '../shared/contact-identifiers.js';
import type { CompanyFacts, ContactFacts, NormalisedEvent } from '../shared/ports/event-records.js';
import type { StoredEvent } from '../shared/ports/event-registry.js';
import type { CompanyRecord, ContactRecord } from '../shared/ports/identity-store.js';
import { eventVersion } from '../shared/versions.js';
import { type RelinkDeps, relinkEmployers, relinkSignals } from './relink-signals.js';
import { loadCompanyDirectory, resolveCompany } from './steps/resolve-company.js';

export interface ProfileEvent {
  event: NormalisedEvent;
  /** The version of the event that is stored, if any. */
  stored: StoredEvent | undefined;
}

/** Key of the company or contact that the event describes; empty when it describes none. */
export function recordKeyOf(event: NormalisedEvent): string {
  if (event.companyProfile) return companyRecordOf(event, event.companyProfile).key;
  if (event.contactProfile) return contactKeyOf(event.contactProfile);
  return '';
}

/** Returns how many profiles were stored. */
export async function writeProfiles(
  deps: RelinkDeps,
  events: readonly ProfileEvent[],
): Promise<number> {
  const companies = await writeCompanies(deps, events);
  const contacts = await writeContacts(deps, events);
  if (companies.identifiers.length > 0) {
    await relinkEmployers(deps.identity, companies.identifiers);
  }
  await relinkSignals(deps, companies.identifiers, contacts.identifiers);
  return companies.written + contacts.written;
}

interface Written {
  written: number;
  /** Of every profile that changed, before and after. */
  identifiers: string[];
}

async function writeCompanies(
  { identity }: RelinkDeps,
  events: readonly ProfileEvent[],
): Promise<Written> {
  const newest = new Map<string, CompanyRecord>();
  for (const { event } of events) {
    if (!event.companyProfile) continue;
    const record = companyRecordOf(event, event.companyProfile);
    const rival = newest.get(record.key);
    if (!rival || rival.eventVersion < record.eventVersion) newest.set(record.key, record);
  }
  const left = abandonedKeys(events, (event) => event.companyProfile !== null);
  if (newest.size + left.size === 0) return { written: 0, identifiers: [] };
  const before = await identity.companies([...newest.keys(), ...left.keys()]);
  const changed = [...newest.values()].filter(
    (record) => (before.get(record.key)?.eventVersion ?? -1n) <= record.eventVersion,
  );
  await identity.putCompanies(changed);
  const gone = await withdrawAbandoned(left, before, (records, version) =>
    identity.withdrawCompanies(records, version),
  );
  const old = changed.flatMap((record) => before.get(record.key) ?? []);
  return {
    written: changed.length,
    identifiers: unique([...changed, ...old, ...gone].flatMap((record) => record.identifiers)),
  };
}

async function writeContacts(
  { identity }: RelinkDeps,
  events: readonly ProfileEvent[],
): Promise<Written> {
  const profiles = events.filter(({ event }) => event.contactProfile !== null);
  const employers = profiles.flatMap(({ event }) => event.contactProfile?.employer ?? []);
  const directory = await loadCompanyDirectory(identity, employers);
  const newest = new Map<string, ContactRecord>();
  for (const { event } of profiles) {
    if (!event.contactProfile) continue;
    const { employer } = event.contactProfile;
    const employerKey = employer ? resolveCompany(employer, directory).key : '';
    const record = contactRecordOf(event, event.contactProfile, employerKey);
    const rival = newest.get(record.key);
    if (!rival || rival.eventVersion < record.eventVersion) newest.set(record.key, record);
  }
  const left = abandonedKeys(events, (event) => event.contactProfile !== null);
  if (newest.size + left.size === 0) return { written: 0, identifiers: [] };
  const before = await identity.contacts([...newest.keys(), ...left.keys()]);
  const changed = [...newest.values()].filter(
    (record) => (before.get(record.key)?.eventVersion ?? -1n) <= record.eventVersion,
  );
  await identity.putContacts(changed);
  const gone = await withdrawAbandoned(left, before, (records, version) =>
    identity.withdrawContacts(records, version),
  );
  const old = changed.flatMap((record) => before.get(record.key) ?? []);
  return {
    written: changed.length,
    identifiers: unique([...changed, ...old, ...gone].flatMap(contactIdentifiers)),
  };
}

/** Records that an event described before it came to describe another one, by key. */
function abandonedKeys(
  events: readonly ProfileEvent[],
  concerns: (event: NormalisedEvent) => boolean,
): Map<string, NormalisedEvent> {
  const left = new Map<string, NormalisedEvent>();
  for (const { event, stored } of events) {
    if (!stored?.recordKey || !concerns(event)) continue;
    if (stored.recordKey !== recordKeyOf(event)) left.set(stored.recordKey, event);
  }
  return left;
}

/** Withdraws what the same event had written; a record kept by another event stays. */
async function withdrawAbandoned<R extends { source: string; eventId: string }>(
  left: ReadonlyMap<string, NormalisedEvent>,
  before: ReadonlyMap<string, R>,
  withdraw: (records: R[], version: bigint) => Promise<void>,
): Promise<R[]> {
  const gone: R[] = [];
  for (const [key, event] of left) {
    const record = before.get(key);
    if (!record || record.source !== event.source || record.eventId !== event.eventId) continue;
    await withdraw([record], eventVersion(event.observedAtMs, event.payloadHash));
    gone.push(record);
  }
  return gone;
}

function companyRecordOf(event: NormalisedEvent, profile: CompanyFacts): CompanyRecord {
  const identifiers = companyIdentifiers({ ...profile, board: null });
  return {
    ...profile,
    key: profile.domain ?? identifiers[0] ?? '',
    identifiers,
    source: event.source,
    eventId: event.eventId,
    observedAtMs: event.observedAtMs,
    eventVersion: eventVersion(event.observedAtMs, event.payloadHash),
  };
}

function contactRecordOf(
  event: NormalisedEvent,
  profile: ContactFacts,
  employerKey: string,
): ContactRecord {
  return {
    ...profile,
    key: contactKeyOf(profile),
    employerKey,
    source: event.source,
    eventId: event.eventId,
    observedAtMs: event.observedAtMs,
    eventVersion: eventVersion(event.observedAtMs, event.payloadHash),
  };
}

function contactKeyOf(profile: ContactFacts): string {
  return contactIdentifiers(profile)[0] ?? '';
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
