/**
 * The hiring signals of the boards a batch touches, from all their snapshots; and postings that a
 * corrected snapshot no longer shows, taken from the next snapshot that does.
 */
import { boardIdentifier } from '../shared/evidence-identifiers.js';
import type { SnapshotStore } from '../shared/ports/snapshot-store.js';
import type { SignalTypes } from '../shared/signal-types.js';
import { earliestVersion } from '../shared/versions.js';
import {
  type DerivedSignals,
  derivedSignals,
  joinDerived,
  type OriginatedDraft,
} from './derive/derived-signals.js';
import {
  type BoardSnapshot,
  HIRING_SUBTYPES,
  hiringDiscriminator,
  hiringSteps,
} from './derive/hiring.js';
import { jobPosting } from './kinds/job-board.js';
import { type NewSnapshots, withFresh } from './new-snapshots.js';
import { buildSignal, signalIdOf } from './steps/build-signals.js';

export interface HiringDeps {
  snapshots: SnapshotStore;
  types: SignalTypes;
}

export async function deriveHiring(deps: HiringDeps, batch: NewSnapshots): Promise<DerivedSignals> {
  const fresh = batch.fresh.filter(isBoard);
  const replaced = batch.replaced.filter(isBoard);
  const boards = new Set([...fresh, ...replaced].map(boardOf));
  if (boards.size === 0) return { drafts: [], withdrawn: [] };
  const all = withFresh(await deps.snapshots.boards([...boards], false), fresh);
  const parts = [...boards].map((board) => {
    const own = (each: BoardSnapshot) => boardOf(each) === board;
    return hiringOf(all.filter(own), fresh.filter(own), replaced.filter(own), deps.types);
  });
  return joinDerived([...parts, await dropPostings(deps, fresh, replaced)]);
}

function hiringOf(
  all: readonly BoardSnapshot[],
  fresh: readonly BoardSnapshot[],
  replaced: readonly BoardSnapshot[],
  types: SignalTypes,
): DerivedSignals {
  // What lies before the first change stays as it is.
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

/** Jobs that stood in a replaced version alone: the earliest other snapshot shows them, or none. */
async function dropPostings(
  { snapshots, types }: HiringDeps,
  fresh: readonly BoardSnapshot[],
  replaced: readonly BoardSnapshot[],
): Promise<DerivedSignals> {
  const result: DerivedSignals = { drafts: [], withdrawn: [] };
  if (replaced.length === 0) return result;
  const stored = await snapshots.boards([...new Set(replaced.map(boardOf))], true);
  const all = withFresh(stored, fresh).sort(
    (a, b) => a.evidence.atMs - b.evidence.atMs || Number(b.eventVersion - a.eventVersion),
  );
  for (const old of replaced) {
    const oldVersion = postingVersion(old);
    for (const { id } of old.evidence.jobs) {
      const holder = all.find(
        (each) => boardOf(each) === boardOf(old) && each.evidence.jobs.some((job) => job.id === id),
      );
      const signalId = signalIdOf(old.source, old.evidence.board, id);
      if (holder) result.drafts.push(postingFrom(holder, id, oldVersion, types));
      else result.withdrawn.push({ signalId, eventVersion: oldVersion });
    }
  }
  return result;
}

function postingFrom(
  holder: BoardSnapshot,
  jobId: string,
  oldVersion: bigint,
  types: SignalTypes,
): OriginatedDraft {
  const { evidence } = holder;
  const job = evidence.jobs.find(({ id }) => id === jobId);
  if (!job) throw new Error('a snapshot without the job it holds');
  const dates = [{ field: 'fetched_at', text: new Date(evidence.atMs).toISOString() }];
  const identity = { ...holder, nowMs: Number.POSITIVE_INFINITY };
  const own = postingVersion(holder);
  return {
    origin: { ...holder, eventVersion: own > oldVersion ? own : oldVersion },
    draft: buildSignal(jobPosting(evidence, job, dates), identity, types),
  };
}

/** Postings are dated by the first snapshot that shows them. */
function postingVersion({ evidence, eventVersion }: BoardSnapshot): bigint {
  return earliestVersion(evidence.atMs, eventVersion);
}

function isBoard(snapshot: { evidence: { kind: string } }): snapshot is BoardSnapshot {
  return snapshot.evidence.kind === 'board';
}

function boardOf({ source, evidence }: BoardSnapshot): string {
  return boardIdentifier(source, evidence.board);
}
