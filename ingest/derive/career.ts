/**
 * Derives people and their careers from all observations, as a pure function, whatever the order of
 * arrival: which observations are of one person, the current record of the person, and the job
 * changes and promotions between two observations.
 */
import { groupBy } from '../../shared/domain/group-by.js';
import type {
  CompanyReference,
  ContactEvidence,
  Snapshot,
} from '../../shared/domain/ports/event-records.js';
import { eventKey } from '../../shared/domain/ports/event-registry.js';
import type { ContactRecord } from '../../shared/domain/ports/identity-store.js';
import { isoOf } from '../../shared/domain/time.js';
import type { KindDraft } from '../kinds/kind.js';
import { isSameTitle, milestoneData } from '../kinds/milestone.js';
import { areDifferent, NO_COMPANY, shownName } from '../kinds/references.js';
import type { DerivedStep } from './derived-signals.js';

export type ContactSnapshot = Snapshot<ContactEvidence>;

/** All observations of each person, oldest first, keyed by the key of the person. */
export type People = ReadonlyMap<string, readonly ContactSnapshot[]>;

/** A contact whose employer is not resolved yet. */
export type UnlinkedContact = Omit<ContactRecord, 'employerKey' | 'employerDomain'>;

/** Subtypes of signals that one observation can yield. */
export const CAREER_SUBTYPES = ['jobChange', 'promotion'] as const;

/**
 * Groups by person: one profile URL is one person. An email address without URL belongs to the only
 * person who has it; if several people or nobody has it, it is a person of its own.
 */
export function groupPeople(snapshots: readonly ContactSnapshot[]): People {
  const owners = new Map<string, Set<string>>();
  for (const { evidence } of snapshots) {
    const { email, networkUrl } = evidence.facts;
    if (email === null || networkUrl === null) continue;
    owners.set(email, (owners.get(email) ?? new Set()).add(networkUrl));
  }
  const people = groupBy(snapshots, (snapshot) => keyOf(snapshot, owners));
  for (const history of people.values()) history.sort(oldestFirst);
  return people;
}

function keyOf(
  snapshot: ContactSnapshot,
  owners: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const { email, networkUrl } = snapshot.evidence.facts;
  if (networkUrl !== null) return `network:${networkUrl}`;
  const [owner, ...others] = owners.get(email ?? '') ?? [];
  return owner !== undefined && others.length === 0 ? `network:${owner}` : `email:${email}`;
}

/**
 * Returns the record of a person: the newest profile, with the employer and title of the newest
 * evidence of any kind; `null` if the person has no profile.
 */
export function contactOf(
  key: string,
  history: readonly ContactSnapshot[],
): UnlinkedContact | null {
  const at = history.findLastIndex(({ evidence }) => evidence.evidence === 'profile');
  const newest = history[at];
  if (!newest) return null;
  const emails = valuesOf(history, ({ email }) => email);
  const [networkUrl = null] = valuesOf(history, (facts) => facts.networkUrl);
  const { facts } = newest.evidence;
  const later = history.slice(at + 1).map(({ evidence }) => evidence.facts);
  const { employer, title } = later.reduce<Position>(positionAfter, facts);
  return {
    key,
    identifiers: [
      ...emails.map((email) => `email:${email}`),
      ...(networkUrl === null ? [] : [`network:${networkUrl}`]),
    ],
    email: emails[0] ?? null,
    networkUrl,
    name: facts.name ?? valuesOf(history, ({ name }) => name)[0] ?? null,
    title,
    employer,
    source: newest.source,
    eventId: newest.eventId,
    observedAtMs: newest.observedAtMs,
  };
}

/** Returns the distinct values of a fact, newest first. */
function valuesOf(
  history: readonly ContactSnapshot[],
  pick: (facts: ContactEvidence['facts']) => string | null,
): string[] {
  const values = history.map(({ evidence }) => pick(evidence.facts)).reverse();
  return [...new Set(values.filter((value) => value !== null))];
}

/** Returns the steps that profiles show and that no milestone event reported. */
export function careerSteps(history: readonly ContactSnapshot[]): DerivedStep[] {
  const steps: DerivedStep[] = [];
  let position: Position = { employer: null, title: null };
  for (const snapshot of history) {
    const { evidence } = snapshot;
    if (evidence.evidence === 'profile') {
      const draft = stepBetween(position, snapshot);
      if (draft) steps.push({ snapshot, draft });
    }
    position = positionAfter(position, evidence.facts);
  }
  return steps;
}

interface Position {
  employer: CompanyReference | null;
  title: string | null;
}

/** Returns the new position: what `now` leaves out stays, but a title ends with the job. */
function positionAfter(before: Position, now: Position): Position {
  return {
    employer: now.employer ?? before.employer,
    title: now.title ?? (hasLeft(before, now) ? null : before.title),
  };
}

function hasLeft(before: Position, now: Position): boolean {
  return (
    before.employer !== null && now.employer !== null && areDifferent(before.employer, now.employer)
  );
}

function stepBetween(before: Position, snapshot: ContactSnapshot): KindDraft | null {
  const now = snapshot.evidence.facts;
  const changesJob = hasLeft(before, now);
  const changesTitle =
    before.title !== null && now.title !== null && !isSameTitle(before.title, now.title);
  if (!changesJob && !changesTitle) return null;
  const subtype = changesJob ? 'jobChange' : 'promotion';
  const { employer: _, ...contact } = now;
  const employer = now.employer ?? before.employer;
  return {
    discriminator: stepDiscriminator(snapshot, subtype),
    signalType: 'work-milestones',
    signalSubtype: subtype,
    dates: [],
    association: 'contact',
    company: employer ?? NO_COMPANY,
    contact,
    data: milestoneData(subtype, {
      name: contact.name ?? contact.email ?? contact.networkUrl ?? '',
      title: contact.title,
      company: employer && shownName(employer),
      previousTitle: before.title,
      previousCompany: changesJob && before.employer ? shownName(before.employer) : null,
      years: null,
    }),
  };
}

export function stepDiscriminator({ takenAtMs }: ContactSnapshot, subtype: string): string {
  return `${isoOf(takenAtMs)}:${subtype}`;
}

function oldestFirst(a: ContactSnapshot, b: ContactSnapshot): number {
  return (
    a.evidence.atMs - b.evidence.atMs ||
    Number(a.eventVersion - b.eventVersion) ||
    (eventKey(a) < eventKey(b) ? -1 : 1)
  );
}
