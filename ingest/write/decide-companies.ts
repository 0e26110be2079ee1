/**
 * Decides the records of companies: the newest profile of a key wins, whatever the order of
 * arrival. A record that has no profile any more is withdrawn. Pure.
 */
import {
  profileIdentifiers,
  profileKey,
} from '../../shared/domain/identity/company-identifiers.js';
import type { CompanyEvidence } from '../../shared/domain/ports/event-records.js';
import { eventKey } from '../../shared/domain/ports/event-registry.js';
import type { CompanyRecord } from '../../shared/domain/ports/identity-store.js';
import type { Snapshot } from '../../shared/domain/ports/snapshot-store.js';
import type { ProfileChanges } from './changes.js';
import { type BatchEvidence, isCompany } from './read-evidence.js';

export interface DecidedProfiles<Profile> extends ProfileChanges<Profile> {
  /** Identifiers of every profile that changed, from before and after the change. */
  identifiers: readonly string[];
}

type CompanySnapshot = Snapshot<CompanyEvidence>;

/** Returns the keys of the companies whose records the batch may change. */
export function companyKeysOf({ fresh, replaced }: BatchEvidence): string[] {
  return [...new Set([...fresh, ...replaced].filter(isCompany).map(keyOf))];
}

export function decideCompanies(
  evidence: BatchEvidence,
  stored: readonly CompanyRecord[],
): DecidedProfiles<CompanyRecord> {
  const keys = companyKeysOf(evidence);
  const newest = new Map<string, CompanySnapshot>();
  for (const snapshot of evidence.companies) {
    const rival = newest.get(keyOf(snapshot));
    if (!rival || isNewer(snapshot, rival)) newest.set(keyOf(snapshot), snapshot);
  }
  const records = keys.flatMap((key): CompanyRecord[] => {
    const snapshot = newest.get(key);
    return snapshot ? [recordOf(snapshot)] : [];
  });
  const changedKeys = new Set(keys);
  const before = stored.filter(({ key }) => changedKeys.has(key));
  const replaced = evidence.replaced.filter(isCompany);
  return {
    records,
    withdrawn: before.filter(({ key }) => !newest.has(key)),
    identifiers: [
      ...new Set([
        ...[...records, ...before].flatMap(({ identifiers }) => identifiers),
        ...[...evidence.companies, ...replaced].flatMap((each) =>
          profileIdentifiers(each.evidence.facts),
        ),
      ]),
    ],
  };
}

function recordOf(snapshot: CompanySnapshot): CompanyRecord {
  const { facts } = snapshot.evidence;
  return {
    ...facts,
    key: profileKey(facts),
    identifiers: profileIdentifiers(facts),
    source: snapshot.source,
    eventId: snapshot.eventId,
    observedAtMs: snapshot.observedAtMs,
  };
}

function isNewer(a: CompanySnapshot, b: CompanySnapshot): boolean {
  if (a.eventVersion !== b.eventVersion) return a.eventVersion > b.eventVersion;
  return eventKey(a) > eventKey(b);
}

function keyOf({ evidence }: CompanySnapshot): string {
  return profileKey(evidence.facts);
}
