/**
 * Derives what successive snapshots of a job board show, by department, as a pure function of all
 * snapshots that count, whatever the order of arrival. A snapshot in parts counts once all parts
 * have arrived.
 */
import { groupBy } from '../../shared/domain/group-by.js';
import { boardIdentifier } from '../../shared/domain/identity/evidence-identifiers.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import type {
  BoardEvidence,
  CompanyReference,
  Snapshot,
} from '../../shared/domain/ports/event-records.js';
import { eventKey } from '../../shared/domain/ports/event-registry.js';
import { DAY_MS, isoOf } from '../../shared/domain/time.js';
import type { KindDraft } from '../kinds/kind.js';
import { NO_COMPANY, shownName } from '../kinds/references.js';
import type { DerivedStep } from './derived-signals.js';

export type BoardSnapshot = Snapshot<BoardEvidence>;

/** If a snapshot has several parts, the first one shows the step. */
type HiringStep = DerivedStep<BoardSnapshot>;

export function isBoard(snapshot: Snapshot): snapshot is BoardSnapshot {
  return snapshot.evidence.kind === 'board';
}

export function boardOf({ source, evidence }: BoardSnapshot): string {
  return boardIdentifier(source, evidence.board);
}

/** Returns the board and the time of a snapshot as text. */
export function momentKeyOf(snapshot: BoardSnapshot): string {
  return `${snapshot.evidence.atMs} ${boardOf(snapshot)}`;
}

/**
 * Returns the snapshots that count. Of several snapshots of a part of a board at one time, the
 * newest counts. A part does not count if a newer snapshot of that time has fewer parts.
 */
export function latestSnapshots(snapshots: readonly BoardSnapshot[]): BoardSnapshot[] {
  return [...groupBy(snapshots, momentKeyOf).values()].flatMap((versions) => {
    const latest = new Map<number, BoardSnapshot>();
    let parts = Number.POSITIVE_INFINITY;
    const newestFirst = versions.toSorted(
      (a, b) => Number(b.eventVersion - a.eventVersion) || (eventKey(a) < eventKey(b) ? -1 : 1),
    );
    for (const each of newestFirst) {
      const { evidence } = each;
      if (evidence.part <= parts && !latest.has(evidence.part)) latest.set(evidence.part, each);
      parts = Math.min(parts, evidence.parts);
    }
    return [...latest.values()];
  });
}

/** Returns the snapshots of `all` that do not count, at the times of `changed`. */
export function outdatedSnapshots(
  all: readonly BoardSnapshot[],
  changed: readonly BoardSnapshot[],
): BoardSnapshot[] {
  const latest = new Set(latestSnapshots(all));
  const moments = new Set(changed.map(momentKeyOf));
  return all.filter((each) => moments.has(momentKeyOf(each)) && !latest.has(each));
}

export const HIRING_SUBTYPES = ['hiringSurge', 'hiringSlowdown', 'newDepartment'] as const;
type HiringSubtype = (typeof HIRING_SUBTYPES)[number];

/** Factor by which the number of open jobs must change to give a signal. */
const FACTOR = 1.5;
/** Number of jobs by which it must change too: two jobs instead of one are not a surge. */
const MIN_CHANGE = 3;
/** Milliseconds for which counts are compared with the count at the last signal. */
const MAX_BASELINE_MS = 90 * DAY_MS;

interface Moment {
  first: BoardSnapshot;
  atMs: number;
  /** Number of open jobs and name as shown, keyed by the case-folded name. */
  departments: Map<string, { name: string; jobs: number }>;
}

export function hiringSteps(snapshots: readonly BoardSnapshot[]): HiringStep[] {
  const steps: HiringStep[] = [];
  const baselines = new Map<string, { jobs: number; atMs: number }>();
  let before: Moment | null = null;
  let company = NO_COMPANY;
  // Complete snapshots in the order of time; parts of the same time are added up.
  const moments = [...groupBy(snapshots, ({ evidence }) => evidence.atMs)]
    .sort(([a], [b]) => a - b)
    .flatMap(([atMs, parts]) => momentOf(atMs, parts));
  for (const moment of moments) {
    const named = moment.first.evidence.company;
    // A board without jobs may not name its company; then the last snapshot that named it counts. A
    // later one does not, because what precedes a new snapshot is not derived again.
    if (namesCompany(named) || !namesCompany(company)) company = named;
    const departments = new Set([...moment.departments.keys(), ...baselines.keys()]);
    for (const department of [...departments].sort()) {
      const now = moment.departments.get(department);
      const jobs = now?.jobs ?? 0;
      const baseline = baselines.get(department);
      const isStale = baseline && moment.atMs - baseline.atMs > MAX_BASELINE_MS;
      const baseJobs: number | undefined = isStale
        ? (before?.departments.get(department)?.jobs ?? 0)
        : baseline?.jobs;
      const subtype = before === null ? null : changeOf(department, baseJobs, jobs);
      if (subtype) {
        const name = now?.name ?? before?.departments.get(department)?.name ?? department;
        steps.push(stepOf(moment, company, subtype, name, baseJobs ?? 0, jobs));
      }
      if (subtype || baseJobs === undefined || isStale) {
        baselines.set(department, { jobs, atMs: moment.atMs });
      }
    }
    before = moment;
  }
  return steps;
}

function changeOf(
  department: string,
  baseJobs: number | undefined,
  jobs: number,
): HiringSubtype | null {
  if (baseJobs === undefined) return department === '' ? null : 'newDepartment';
  if (jobs >= baseJobs * FACTOR && jobs - baseJobs >= MIN_CHANGE) return 'hiringSurge';
  if (jobs * FACTOR <= baseJobs && baseJobs - jobs >= MIN_CHANGE) return 'hiringSlowdown';
  return null;
}

function namesCompany({ name, domain }: CompanyReference): boolean {
  return name !== null || domain !== null;
}

function momentOf(atMs: number, parts: readonly BoardSnapshot[]): Moment[] {
  const first = parts.find(({ evidence }) => evidence.part === 1);
  if (!first || parts.length < first.evidence.parts) return [];
  const departments: Moment['departments'] = new Map();
  for (const { evidence } of parts) {
    for (const [name, jobs] of Object.entries(evidence.departments)) {
      const key = foldCase(name);
      const counted = departments.get(key);
      departments.set(key, { name: counted?.name ?? name, jobs: (counted?.jobs ?? 0) + jobs });
    }
  }
  return [{ first, atMs, departments }];
}

function stepOf(
  { first, atMs }: Moment,
  company: CompanyReference,
  subtype: HiringSubtype,
  department: string,
  before: number,
  now: number,
): HiringStep {
  const name = shownName(company) || first.evidence.board;
  const where = department ? ` in ${department}` : '';
  const jobs = `${now} open ${now === 1 ? 'job' : 'jobs'}`;
  const summaries: Readonly<Record<HiringSubtype, string>> = {
    hiringSurge: `${name} is hiring more people${where}: ${jobs}, up from ${before}.`,
    hiringSlowdown: `${name} is slowing down hiring${where}: ${jobs}, down from ${before}.`,
    newDepartment: `${name} started hiring for a new department, ${department}: ${jobs}.`,
  };
  const draft: KindDraft = {
    discriminator: hiringDiscriminator(atMs, subtype, department),
    signalType: 'hiring-trends',
    signalSubtype: subtype,
    dates: [{ field: 'fetched_at', text: isoOf(atMs) }],
    company,
    data: {
      summary: summaries[subtype],
      department: department || null,
      open_jobs: now,
      previous_open_jobs: before,
    },
  };
  return { snapshot: first, draft };
}

export function hiringDiscriminator(atMs: number, subtype: string, department: string): string {
  return `${isoOf(atMs)}:${subtype}:${foldCase(department)}`;
}
