/**
 * Keeps the records of companies what the newest profile under their key says, whatever the order of
 * arrival; a record that no profile describes any more is withdrawn.
 */
import {
  profileIdentifiers,
  profileKey,
} from '../../shared/domain/identity/company-identifiers.js';
import type { CompanyEvidence } from '../../shared/domain/ports/event-records.js';
import type { CompanyRecord, IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { Snapshot, SnapshotStore } from '../../shared/domain/ports/snapshot-store.js';
import { type NewSnapshots, withFresh } from '../derive/new-snapshots.js';

export interface CompaniesDeps {
  identity: IdentityStore;
  snapshots: SnapshotStore;
}

export interface WrittenCompanies {
  /** Records stored. */
  written: number;
  /** Of every profile that changed, before and after. */
  identifiers: string[];
}

type CompanySnapshot = Snapshot<CompanyEvidence>;

export async function writeCompanies(
  { identity, snapshots }: CompaniesDeps,
  batch: NewSnapshots,
): Promise<WrittenCompanies> {
  const fresh = batch.fresh.filter(isCompany);
  const replaced = batch.replaced.filter(isCompany);
  const keys = [...new Set([...fresh, ...replaced].map(keyOf))];
  if (keys.length === 0) return { written: 0, identifiers: [] };
  const [stored, before] = await Promise.all([snapshots.companies(keys), identity.companies(keys)]);
  const newest = new Map<string, CompanySnapshot>();
  for (const snapshot of withFresh(stored, fresh)) {
    const rival = newest.get(keyOf(snapshot));
    if (!rival || isNewer(snapshot, rival)) newest.set(keyOf(snapshot), snapshot);
  }
  const records = keys.flatMap((key): CompanyRecord[] => {
    const snapshot = newest.get(key);
    return snapshot ? [recordOf(snapshot)] : [];
  });
  await identity.putCompanies(records);
  const gone = [...before.values()].filter(({ key }) => !newest.has(key));
  await identity.withdrawCompanies(gone);
  const changed = [...records, ...before.values()];
  return {
    written: records.length,
    identifiers: [
      ...new Set([
        ...changed.flatMap(({ identifiers }) => identifiers),
        ...[...stored, ...replaced].flatMap(({ evidence }) => profileIdentifiers(evidence.facts)),
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
    eventVersion: snapshot.eventVersion,
  };
}

function isNewer(a: CompanySnapshot, b: CompanySnapshot): boolean {
  if (a.eventVersion !== b.eventVersion) return a.eventVersion > b.eventVersion;
  return `${a.source}\n${a.eventId}` > `${b.source}\n${b.eventId}`;
}

function keyOf({ evidence }: CompanySnapshot): string {
  return profileKey(evidence.facts);
}

function isCompany(snapshot: { evidence: { kind: string } }): snapshot is CompanySnapshot {
  return snapshot.evidence.kind === 'company';
}
