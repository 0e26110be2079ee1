/**
 * Derives the hiring signals of the boards of a batch from all their snapshots, and their postings, each
 * as in the first snapshot that has it. Pure.
 */
import { boardIdentifier } from '../../shared/domain/identity/evidence-identifiers.js';
import type { SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { SignalKey } from '../../shared/domain/ports/signal-writer.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { isoOf } from '../../shared/domain/time.js';
import { jobPosting } from '../kinds/job-board.js';
import { asPosting, buildSignal, signalIdOf } from '../normalise/build-signals.js';
import { type DerivedSignals, derivedSignals, joinDerived } from './derived-signals.js';
import {
  type BoardSnapshot,
  HIRING_SUBTYPES,
  hiringDiscriminator,
  hiringSteps,
  isBoard,
} from './hiring.js';
import type { NewSnapshots } from './new-snapshots.js';

interface Hiring {
  /** Surges, slowdowns, new departments. */
  derived: DerivedSignals;
  /** Postings of replaced snapshots, as in the first snapshot that has them: these are kept. */
  corrected: SignalDraft[];
  /** Postings of fresh snapshots, each as the earliest shows it; the store may have an earlier one. */
  shown: SignalDraft[];
  /** Postings that no snapshot shows any more. */
  gone: string[];
}

/** `all`: every snapshot of the boards. `shown`: the postings of the batch's fresh snapshots. */
export function deriveHiring(
  { fresh, replaced }: NewSnapshots,
  all: readonly BoardSnapshot[],
  shown: readonly SignalDraft[],
  types: SignalTypes,
): Hiring {
  const changes = { fresh: fresh.filter(isBoard), replaced: replaced.filter(isBoard) };
  const boards = new Set([...changes.fresh, ...changes.replaced].map(boardOf));
  const parts = [...boards].map((board) => {
    const own = (each: BoardSnapshot) => boardOf(each) === board;
    return hiringOf(
      all.filter(own),
      changes.fresh.filter(own),
      changes.replaced.filter(own),
      types,
    );
  });
  const { postings, gone } = correctPostings(all, changes.replaced, types);
  const decided = new Set([...postings.map(({ signalId }) => signalId), ...gone]);
  return {
    derived: joinDerived(parts),
    corrected: postings,
    shown: earliestOf(shown.filter(({ signalId }) => !decided.has(signalId))),
    gone,
  };
}

function earliestOf(shown: readonly SignalDraft[]): SignalDraft[] {
  const earliest = new Map<string, SignalDraft>();
  for (const each of shown) {
    const rival = earliest.get(each.signalId);
    // The version of a posting is the greater the earlier its snapshot.
    if (!rival || rival.origin.eventVersion < each.origin.eventVersion) {
      earliest.set(each.signalId, each);
    }
  }
  return [...earliest.values()];
}

/** Those of which the store has no earlier one. */
export function firstShown(
  shown: readonly SignalDraft[],
  places: ReadonlyMap<string, SignalKey>,
): SignalDraft[] {
  return shown.filter(({ signalId, detectedAtMs, origin }) => {
    const place = places.get(signalId);
    if (!place || place.withdrawn) return true;
    if (place.detectedAtMs !== detectedAtMs) return place.detectedAtMs > detectedAtMs;
    return place.eventVersion <= origin.eventVersion;
  });
}

function hiringOf(
  all: readonly BoardSnapshot[],
  fresh: readonly BoardSnapshot[],
  replaced: readonly BoardSnapshot[],
  types: SignalTypes,
): DerivedSignals {
  // Everything before the first change stays as it is.
  const since = Math.min(...[...fresh, ...replaced].map(({ evidence }) => evidence.atMs));
  const later = ({ evidence }: BoardSnapshot) => evidence.atMs >= since;
  const departments = new Set(
    [...all, ...replaced].flatMap(({ evidence }) => Object.keys(evidence.departments)),
  );
  const possible = [...all, ...replaced].filter(later).flatMap((snapshot) =>
    HIRING_SUBTYPES.flatMap((subtype) =>
      [...departments].map((department) => ({
        ...snapshot,
        discriminator: hiringDiscriminator(snapshot.evidence.atMs, subtype, department),
      })),
    ),
  );
  const steps = hiringSteps(all).filter(({ snapshot }) => later(snapshot));
  return derivedSignals(steps, possible, types);
}

/** Jobs of a replaced version: the earliest snapshot that has them now shows them, or none does. */
function correctPostings(
  snapshots: readonly BoardSnapshot[],
  replaced: readonly BoardSnapshot[],
  types: SignalTypes,
): { postings: SignalDraft[]; gone: string[] } {
  if (replaced.length === 0) return { postings: [], gone: [] };
  const all = [...snapshots].sort(
    (a, b) => a.evidence.atMs - b.evidence.atMs || Number(b.eventVersion - a.eventVersion),
  );
  const postings = new Map<string, SignalDraft>();
  const gone = new Set<string>();
  for (const old of replaced) {
    const others = all.filter((each) => boardOf(each) === boardOf(old));
    for (const { id } of old.evidence.jobs) {
      const signalId = signalIdOf(old.source, old.evidence.board, id);
      const holder = others.find(({ evidence }) => evidence.jobs.some((job) => job.id === id));
      if (holder) postings.set(signalId, postingFrom(holder, id, types));
      else gone.add(signalId);
    }
  }
  return { postings: [...postings.values()], gone: [...gone] };
}

function postingFrom(holder: BoardSnapshot, jobId: string, types: SignalTypes): SignalDraft {
  const { evidence } = holder;
  const job = evidence.jobs.find(({ id }) => id === jobId);
  if (!job) throw new Error('a job is missing from its snapshot');
  const dates = [{ field: 'fetched_at', text: isoOf(evidence.atMs) }];
  const identity = { ...holder, nowMs: Number.POSITIVE_INFINITY };
  return asPosting(buildSignal(jobPosting(evidence, job, dates), identity, types));
}

function boardOf({ source, evidence }: BoardSnapshot): string {
  return boardIdentifier(source, evidence.board);
}
