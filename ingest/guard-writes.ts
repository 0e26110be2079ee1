/** The stores of a batch writer for one turn: nothing is written once the turn may be another's. */
import type { SignalRecord } from '../shared/ports/signal-writer.js';
import type { BatchStores } from './commit-batch.js';
import type { HeldTurn } from './turns.js';

/** `sent` takes every signal whose write is begun. */
export function guardWrites(
  stores: BatchStores,
  turn: HeldTurn,
  sent: SignalRecord[],
): BatchStores {
  const guarded =
    <Given extends unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      turn.require();
      return write(...given);
    };
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
      write: guarded((records, ...others) => {
        sent.push(...records);
        return signals.write(records, ...others);
      }),
      confirm: guarded(signals.confirm),
    },
    snapshots: { ...snapshots, put: guarded(snapshots.put) },
    stories: { ...stories, put: guarded(stories.put) },
    registry: { ...registry, put: guarded(registry.put) },
  };
}
