/** Makes signals that are derived from many events together, and withdraws former ones. */
import type {
  SignalDraft,
  SignalOrigin,
  SnapshotKey,
} from '../../shared/domain/ports/event-records.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type { KindDraft } from '../kinds/kind.js';
import { buildSignal, signalIdOf } from '../normalise/build-signals.js';

/** A signal that snapshots show together, and the snapshot from which it takes its origin. */
export interface DerivedStep<Snapshot = SnapshotKey & SignalOrigin> {
  snapshot: Snapshot;
  draft: KindDraft;
}

/** What the snapshots of some people or of a board show. */
export interface Derivation {
  steps: readonly DerivedStep[];
  /** Everything that the snapshots could have yielded before. */
  possible: readonly (SignalOrigin & { discriminator: string })[];
}

/** Returns the signals of all steps, and withdraws everything else that was possible before. */
export function derivedSignals(
  derivations: readonly Derivation[],
  types: SignalTypes,
): { drafts: SignalDraft[]; withdrawn: { signalId: string; eventVersion: bigint }[] } {
  const steps = derivations.flatMap((each) => each.steps);
  const possible = derivations.flatMap((each) => each.possible);
  const drafts = steps.map(({ snapshot, draft }) =>
    // The dates of snapshots were checked when they arrived, so no limit is needed.
    buildSignal(draft, { ...snapshot, nowMs: Number.POSITIVE_INFINITY }, types),
  );
  const keptIds = new Set(drafts.map(({ signalId }) => signalId));
  const withdrawn = new Map<string, bigint>();
  for (const each of possible) {
    const signalId = signalIdOf(each.source, each.eventId, each.discriminator);
    const earlierVersion = withdrawn.get(signalId);
    // Snapshots of the same time may name the same signal; the newest of them withdraws it.
    const isNewest = earlierVersion === undefined || earlierVersion < each.eventVersion;
    if (!keptIds.has(signalId) && isNewest) withdrawn.set(signalId, each.eventVersion);
  }
  return {
    drafts,
    withdrawn: [...withdrawn].map(([signalId, eventVersion]) => ({ signalId, eventVersion })),
  };
}
