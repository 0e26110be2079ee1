/** Decides which snapshots of a batch are new, and which stored ones they replace. Pure. */
import { type Snapshot, snapshotKeyText } from '../../shared/domain/ports/event-records.js';
import { type ChosenEvent, isNewer } from '../values/event-versions.js';

export interface NewSnapshots {
  fresh: Snapshot[];
  /** Older versions of fresh snapshots, or of newer ones that are stored. */
  replaced: Snapshot[];
}

export interface SnapshotSources {
  current: readonly ChosenEvent[];
  /** Events of which a newer version is stored. */
  superseded: readonly ChosenEvent[];
  /** True if stored snapshots count as new too, because other processes may have written since. */
  isRetry: boolean;
}

/** Finds new snapshots. `storedVersions`: the stored snapshots with the keys of new ones. */
export function findNewSnapshots(
  { current, superseded, isRetry }: SnapshotSources,
  storedVersions: readonly Snapshot[],
): NewSnapshots {
  const newest = new Map<string, { snapshot: Snapshot; isRepeat: boolean }>();
  for (const { event, stored } of current) {
    const { snapshot } = event;
    if (!snapshot) continue;
    const rival = newest.get(snapshotKeyText(snapshot))?.snapshot;
    if (rival && rival.eventVersion >= snapshot.eventVersion) continue;
    // The snapshot may be stored without its event: then the process that wrote it died.
    const isRepeat = isRetry || !stored || isNewer(event, stored);
    newest.set(snapshotKeyText(snapshot), { snapshot, isRepeat });
  }
  const stored = new Map(storedVersions.map((each) => [snapshotKeyText(each), each]));
  const fresh = [...newest].flatMap(([key, { snapshot, isRepeat }]) => {
    const version = stored.get(key)?.eventVersion ?? -1n;
    const isFresh = version < snapshot.eventVersion;
    return isFresh || (isRepeat && version === snapshot.eventVersion) ? [snapshot] : [];
  });
  const replaced = fresh.flatMap((snapshot) => {
    const before = stored.get(snapshotKeyText(snapshot));
    return before && before.eventVersion < snapshot.eventVersion ? [before] : [];
  });
  const supersededSnapshots = superseded.flatMap(({ event }) => event.snapshot ?? []);
  return { fresh, replaced: [...replaced, ...supersededSnapshots] };
}
