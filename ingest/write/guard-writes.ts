/** The stores of a batch writer for one turn: nothing is written once the turn may be another's. */
import { LateWriteError } from '../../shared/domain/errors.js';
import { clusterOf, clusterPlaceOf, type StoryCluster } from '../derive/syndication.js';
import type { BatchStores } from './batch-stores.js';
import { type HeldTurn, TurnLostError } from './turns.js';

/** Where a turn has been at work, for the case that it is lost and its last write arrives late. */
export interface TurnTraces {
  /** Ids of signals whose write was begun. */
  signals: Set<string>;
  /** Clusters of the stories that were read. */
  clusters: Map<string, StoryCluster>;
}

export function guardWrites(stores: BatchStores, turn: HeldTurn, traces: TurnTraces): BatchStores {
  const guarded =
    <Given extends unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      turn.require();
      return write(...given);
    };
  const inTime = <Rows>(put: (rows: Rows, untilMs: number) => Promise<void>) =>
    guarded((rows: Rows) =>
      put(rows, turn.untilMs()).catch((error: unknown) => {
        throw error instanceof LateWriteError ? new TurnLostError() : error;
      }),
    );
  const { identity, signals, snapshots, stories, registry } = stores;
  return {
    identity: {
      ...identity,
      putCompanies: guarded(identity.putCompanies),
      withdrawCompanies: guarded(identity.withdrawCompanies),
      putNames: guarded(identity.putNames),
      putContacts: guarded(identity.putContacts),
      withdrawContacts: guarded(identity.withdrawContacts),
    },
    signals: {
      ...signals,
      write: guarded((records, moved, withdrawn) => {
        for (const { draft } of records) traces.signals.add(draft.signalId);
        for (const { key } of withdrawn) traces.signals.add(key.signalId);
        return signals.write(records, moved, withdrawn);
      }),
      ensureVectors: guarded(signals.ensureVectors),
    },
    snapshots: { ...snapshots, put: inTime(snapshots.put) },
    stories: {
      ...stories,
      async read(storyIds) {
        const found = await stories.read(storyIds);
        for (const story of found) traces.clusters.set(clusterOf(story), clusterPlaceOf(story));
        return found;
      },
      put: guarded(stories.put),
    },
    registry: { ...registry, put: inTime(registry.put) },
  };
}
