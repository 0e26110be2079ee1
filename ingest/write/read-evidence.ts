/**
 * Reads the observations of the companies, people and boards of a batch. Usually one statement is
 * enough; other addresses of its people, and contents of replaced snapshots, take up to three more.
 */
import { contactIdentifiers } from '../../shared/domain/identity/contact-identifiers.js';
import { evidenceIdentifiers } from '../../shared/domain/identity/evidence-identifiers.js';
import {
  type CompanyEvidence,
  type Evidence,
  type Snapshot,
  snapshotKeyText,
} from '../../shared/domain/ports/event-records.js';
import type { SnapshotStore, WantedSnapshots } from '../../shared/domain/ports/snapshot-store.js';
import type { ContactSnapshot } from '../derive/career.js';
import {
  type BoardSnapshot,
  isBoard,
  latestSnapshots,
  outdatedSnapshots,
} from '../derive/hiring.js';
import {
  findNewSnapshots,
  type NewSnapshots,
  type SnapshotSources,
} from '../derive/new-snapshots.js';

/**
 * The stored snapshots, with the new ones in place of their former versions. Snapshots of boards
 * that do not count, because a newer one has their time, are `replaced`, even if they are `fresh`.
 */
export interface BatchEvidence extends NewSnapshots {
  /** True if writes of an earlier attempt at the batch may still arrive. */
  isRetry: boolean;
  /** Every profile under the keys of the touched companies. */
  companies: readonly Snapshot<CompanyEvidence>[];
  /** All observations of the touched people, and of everybody who shares an address with them. */
  contacts: readonly ContactSnapshot[];
  /** Addresses for which all observations were read. */
  addresses: ReadonlySet<string>;
  /** All snapshots of the touched boards that count; with jobs if one of the board is replaced. */
  boards: readonly BoardSnapshot[];
}

export async function readEvidence(
  store: SnapshotStore,
  sources: SnapshotSources,
): Promise<BatchEvidence> {
  const delivered = [...sources.current, ...sources.superseded].flatMap(
    ({ event }) => event.snapshot ?? [],
  );
  const snapshots = new Map<string, Snapshot>();
  const requested = new Set<string>();
  const read = async (identifiers: readonly string[], more: Partial<WantedSnapshots> = {}) => {
    const { keys = [], jobsOf = [] } = more;
    const wanted = identifiers.filter((each) => !requested.has(each) || jobsOf.includes(each));
    if (wanted.length + keys.length === 0) return;
    for (const each of wanted) requested.add(each);
    for (const each of await store.read({ keys, identifiers: wanted, jobsOf })) {
      snapshots.set(snapshotKeyText(each), each);
    }
  };
  await read(unique(delivered.flatMap(identifiersOf)), { keys: delivered });
  const storedVersions = delivered.flatMap((each) => snapshots.get(snapshotKeyText(each)) ?? []);
  const { fresh, replaced } = findNewSnapshots(sources, storedVersions);
  const allOf = <E extends Evidence>(isOfKind: (each: Snapshot) => each is Snapshot<E>) => {
    const all = [...snapshots.values(), ...fresh].filter(isOfKind);
    // If a stored and a fresh snapshot have the same key, the fresh one counts.
    return [...new Map(all.map((each) => [snapshotKeyText(each), each])).values()];
  };
  const touchedIdentifiers = unique([...fresh, ...replaced].flatMap(identifiersOf));
  const changedBoards = [...fresh, ...replaced].filter(isBoard);
  const outdated = outdatedSnapshots(allOf(isBoard), changedBoards);
  const jobsOf = unique([...replaced.filter(isBoard), ...outdated].flatMap(identifiersOf));
  await read(addressesIn(allOf(isContact), touchedIdentifiers), { jobsOf });
  // Replaced snapshots may lead to further people; all who share an address decide whose it is.
  const nearbyAddresses = addressesIn(allOf(isContact), touchedIdentifiers);
  await read(nearbyAddresses);
  await read(addressesIn(allOf(isContact), nearbyAddresses));
  const isTouched = holdsOneOf(touchedIdentifiers);
  return {
    fresh,
    // By now the outdated snapshots have their jobs.
    replaced: [...replaced, ...outdatedSnapshots(allOf(isBoard), changedBoards)],
    isRetry: sources.isRetry,
    companies: allOf(isCompany).filter(isTouched),
    contacts: allOf(isContact),
    addresses: new Set(nearbyAddresses),
    boards: latestSnapshots(allOf(isBoard).filter(isTouched)),
  };
}

/** Returns `addresses`, and those of everybody who holds one of them. */
function addressesIn(contacts: readonly ContactSnapshot[], addresses: readonly string[]): string[] {
  const holders = contacts.filter(holdsOneOf(addresses));
  return unique([...addresses, ...holders.flatMap(addressesOf)]);
}

function holdsOneOf(identifiers: readonly string[]): (snapshot: Snapshot) => boolean {
  const wanted = new Set(identifiers);
  return (snapshot) => identifiersOf(snapshot).some((each) => wanted.has(each));
}

function identifiersOf({ source, evidence }: Snapshot): string[] {
  return evidenceIdentifiers(source, evidence);
}

export function addressesOf(snapshot: ContactSnapshot): string[] {
  return contactIdentifiers(snapshot.evidence.facts);
}

export function isCompany(snapshot: Snapshot<Evidence>): snapshot is Snapshot<CompanyEvidence> {
  return snapshot.evidence.kind === 'company';
}

export function isContact(snapshot: Snapshot<Evidence>): snapshot is ContactSnapshot {
  return snapshot.evidence.kind === 'contact';
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
