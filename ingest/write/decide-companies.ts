/**
 * Decides the records of companies: the newest profile of a key wins, whatever the order of
 * arrival. A record that has no profile any more is withdrawn. Pure.
 */
import { canonicalJson } from '../../shared/domain/canonical-json.js';
import {
  profileIdentifiers,
  profileKey,
} from '../../shared/domain/identity/company-identifiers.js';
import {
  type CompanyEvidence,
  type Snapshot,
  snapshotKeyText,
} from '../../shared/domain/ports/event-records.js';
import { eventKey } from '../../shared/domain/ports/event-registry.js';
import type { CompanyRecord } from '../../shared/domain/ports/identity-store.js';
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
  const changedKeys = new Set(keys);
  const before = stored.filter(({ key }) => changedKeys.has(key));
  const replaced = evidence.replaced.filter(isCompany);
  const settled = settledRecords(evidence, before);
  const records = keys.flatMap((key): CompanyRecord[] => {
    const snapshot = newest.get(key);
    if (!snapshot) return [];
    const record = recordOf(snapshot);
    return settled.get(key) === canonicalJson(record) ? [] : [record];
  });
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

/**
 * Returns the stored records, as canonical JSON, of companies of which the batch has only profiles
 * that were replaced earlier. Only these need no write if they are equal. Another may have been
 * written by half when an earlier attempt was killed, or may still be replaced by a late write.
 */
function settledRecords(
  { fresh, replaced, isRetry }: BatchEvidence,
  stored: readonly CompanyRecord[],
): ReadonlyMap<string, string> {
  if (isRetry) return new Map();
  const freshProfiles = fresh.filter(isCompany);
  const freshSlots = new Set(freshProfiles.map(snapshotKeyText));
  const changing = replaced
    .filter(isCompany)
    .filter((each) => freshSlots.has(snapshotKeyText(each)));
  const changingKeys = new Set([...freshProfiles, ...changing].map(keyOf));
  const settled = stored.filter(({ key }) => !changingKeys.has(key));
  return new Map(settled.map((record) => [record.key, canonicalJson(record)]));
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
