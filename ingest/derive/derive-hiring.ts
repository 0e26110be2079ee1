/**
 * Derives the hiring signals of the boards of a batch from all their snapshots. Also determines
 * their postings, each as in the first snapshot that has it. Pure.
 */
import { groupBy } from '../../shared/domain/group-by.js';
import type { BoardJob, SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { SignalKey } from '../../shared/domain/ports/signal-writer.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { isoOf } from '../../shared/domain/time.js';
import { earliestVersion } from '../../shared/domain/versions.js';
import { jobPosting } from '../kinds/job-board.js';
import { asPosting, buildSignal, signalIdOf } from '../normalise/build-signals.js';
import type { Derivation } from './derived-signals.js';
import {
  type BoardSnapshot,
  boardOf,
  HIRING_SUBTYPES,
  hiringDiscriminator,
  hiringSteps,
  isBoard,
  momentKeyOf,
} from './hiring.js';
import type { NewSnapshots } from './new-snapshots.js';

export interface Postings {
  /** Postings at the times of replaced snapshots, as in the earliest snapshot that has the job. */
  correctedPostings: readonly SignalDraft[];
  /**
   * Postings of fresh snapshots. Of several postings of a job the earliest wins, because its
   * version is the greatest (`asPosting`). The store may have an even earlier one.
   */
  freshPostings: readonly SignalDraft[];
  /** Ids of postings whose job no remaining snapshot has. */
  removedPostingIds: readonly string[];
}

/**
 * Derives the postings, and as `trends` the surges, slowdowns and new departments of each board.
 * `all`: every snapshot of the boards that counts. `postings`: those of the batch's fresh ones.
 */
export function deriveHiring(
  { fresh, replaced }: NewSnapshots,
  all: readonly BoardSnapshot[],
  postings: readonly SignalDraft[],
  types: SignalTypes,
): Postings & { trends: Derivation[] } {
  const changed = groupBy([...fresh, ...replaced].filter(isBoard), boardOf);
  const trends = [...changed].map(([board, changedOfBoard]) =>
    trendsOfBoard(
      all.filter((each) => boardOf(each) === board),
      changedOfBoard,
    ),
  );
  const corrections = correctPostings(all, replaced.filter(isBoard), types);
  const { correctedPostings, removedPostingIds } = corrections;
  const correctedIds = correctedPostings.map(({ signalId }) => signalId);
  const decidedIds = new Set([...correctedIds, ...removedPostingIds]);
  return {
    trends,
    ...corrections,
    freshPostings: postings.filter(({ signalId }) => !decidedIds.has(signalId)),
  };
}

/** Returns the postings of which the store has no earlier one. `storedKeys` is keyed by id. */
export function postingsWithoutEarlier(
  postings: readonly SignalDraft[],
  storedKeys: ReadonlyMap<string, SignalKey>,
): SignalDraft[] {
  return postings.filter(({ signalId, detectedAtMs, origin }) => {
    const key = storedKeys.get(signalId);
    if (!key || key.withdrawn) return true;
    if (key.detectedAtMs !== detectedAtMs) return key.detectedAtMs > detectedAtMs;
    return key.eventVersion <= origin.eventVersion;
  });
}

function trendsOfBoard(
  all: readonly BoardSnapshot[],
  changed: readonly BoardSnapshot[],
): Derivation {
  // Everything before the first changed snapshot stays as it is.
  const since = Math.min(...changed.map(({ evidence }) => evidence.atMs));
  // Replaced snapshots are no longer in `all`, but they may have given signals.
  const everySnapshot = [...new Set([...all, ...changed])];
  const isAffected = ({ evidence }: BoardSnapshot) => evidence.atMs >= since;
  const departments = new Set(
    everySnapshot.flatMap(({ evidence }) => Object.keys(evidence.departments)),
  );
  const possible = everySnapshot.filter(isAffected).flatMap((snapshot) =>
    HIRING_SUBTYPES.flatMap((subtype) =>
      [...departments].map((department) => ({
        ...snapshot,
        discriminator: hiringDiscriminator(snapshot.evidence.atMs, subtype, department),
      })),
    ),
  );
  const steps = hiringSteps(all).filter(({ snapshot }) => isAffected(snapshot));
  return { steps, possible };
}

/**
 * Decides the postings at the times of replaced snapshots anew: the earliest snapshot that has the
 * job shows it, or none does.
 */
function correctPostings(
  all: readonly BoardSnapshot[],
  replaced: readonly BoardSnapshot[],
  types: SignalTypes,
): Omit<Postings, 'freshPostings'> {
  if (replaced.length === 0) return { correctedPostings: [], removedPostingIds: [] };
  // Of several postings of a job the one with the greatest version is set last.
  const earliest = new Map<string, { snapshot: BoardSnapshot; job: BoardJob }>();
  const earliestLast = [...all].sort((a, b) => Number(postingVersion(a) - postingVersion(b)));
  for (const snapshot of earliestLast) {
    for (const job of snapshot.evidence.jobs)
      earliest.set(jobKey(snapshot, job), { snapshot, job });
  }
  const corrected = new Map<string, SignalDraft>();
  const removedIds = new Set<string>();
  const moments = new Set(replaced.map(momentKeyOf));
  const remaining = all.filter((each) => moments.has(momentKeyOf(each)));
  for (const each of [...replaced, ...remaining]) {
    for (const job of each.evidence.jobs) {
      const signalId = signalIdOf(each.source, each.evidence.board, job.id);
      const shown = earliest.get(jobKey(each, job));
      if (shown) corrected.set(signalId, postingFrom(shown.snapshot, shown.job, types));
      else removedIds.add(signalId);
    }
  }
  return { correctedPostings: [...corrected.values()], removedPostingIds: [...removedIds] };
}

function jobKey(snapshot: BoardSnapshot, { id }: BoardJob): string {
  return `${id} ${boardOf(snapshot)}`;
}

/** Returns the version of the snapshot's postings, as `asPosting` does. */
function postingVersion({ evidence, eventVersion }: BoardSnapshot): bigint {
  return earliestVersion(evidence.atMs, eventVersion);
}

function postingFrom(snapshot: BoardSnapshot, job: BoardJob, types: SignalTypes): SignalDraft {
  const { evidence } = snapshot;
  const dates = [{ field: 'fetched_at', text: isoOf(evidence.atMs) }];
  const identity = { ...snapshot, nowMs: Number.POSITIVE_INFINITY };
  return asPosting(buildSignal(jobPosting(evidence, job, dates), identity, types));
}
