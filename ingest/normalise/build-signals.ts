/**
 * Adds what every signal needs: a deterministic id, the name of its subtype, and a plausible date.
 * Throws `invalid_date` if the date is not plausible.
 */
import { parse, v5 as uuidv5 } from 'uuid';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import type { SignalDraft, SignalOrigin } from '../../shared/domain/ports/event-records.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { DAY_MS } from '../../shared/domain/time.js';
import { earliestVersion } from '../../shared/domain/versions.js';
import type { Feed } from '../feeds/feed-definitions.js';
import type { DatedField, KindDraft } from '../kinds/kind.js';
import { cutText } from '../kinds/words.js';
import { Rejection } from '../outcomes/outcome.js';

export interface EventIdentity extends SignalOrigin {
  nowMs: number;
  dateFault?: Feed['dateFault'];
}

/** Namespace of signal ids. It must never change: every signal id ever given out depends on it. */
const NAMESPACE = parse('5b0f6c1e-6f0e-5d4a-9a55-3f3f6f1f2c11');

/** Length to which a summary is cut, because answers contain it whole. */
const MAX_SUMMARY_CHARACTERS = 32_000;

export function buildSignal(
  draft: KindDraft,
  event: EventIdentity,
  types: SignalTypes,
): SignalDraft {
  const { signalType, signalSubtype } = draft;
  const { source, eventId, observedAtMs, eventVersion } = event;
  const subtype = types.subtype(signalType, signalSubtype);
  return {
    origin: { source, eventId, observedAtMs, eventVersion },
    signalId: signalIdOf(source, draft.scope ?? eventId, draft.discriminator ?? ''),
    signalType: types.type(signalType)?.type ?? signalType,
    signalSubtype: subtype?.subtype ?? signalSubtype,
    signalName: draft.signalName ?? subtype?.name ?? nameOfSlug(signalSubtype),
    subtypeIsOpen: draft.subtypeIsOpen ?? false,
    confidence: 1,
    detectedAtMs: detectedAt(draft.dates, event),
    association: draft.association ?? 'company',
    company: draft.company,
    contact: draft.contact ?? null,
    data: { ...draft.data, summary: cutText(draft.data.summary, MAX_SUMMARY_CHARACTERS) },
  };
}

/**
 * Makes the signal a job posting, whose version is greater the earlier its snapshot is: the first
 * snapshot that shows a job dates its posting.
 */
export function asPosting(signal: SignalDraft): SignalDraft {
  const { origin, detectedAtMs } = signal;
  const eventVersion = earliestVersion(detectedAtMs, origin.eventVersion);
  return { ...signal, origin: { ...origin, eventVersion } };
}

/** Returns a signal's id. `scope` is the event's id, or what several events describe together. */
export function signalIdOf(source: string, scope: string, discriminator: string): string {
  return uuidv5(Buffer.from(JSON.stringify([source, scope, discriminator])), NAMESPACE);
}

const NO_DATE = 'is not a date such as 2026-03-01 or 2026-03-01T23:00Z';

/** Returns the date in milliseconds since the epoch; throws `invalid_date` if it cannot be true. */
export function detectedAt(dates: readonly DatedField[], event: EventIdentity): number {
  for (const { field, text, notAfterObservation } of dates) {
    if (notAfterObservation) requirePlausiblePlan(text, field, event.observedAtMs);
  }
  for (const { field, text, notAfterObservation } of dates) {
    if (text === null || text === undefined || text.trim() === '') continue;
    const ms = parseIsoDate(text);
    if (ms === null) {
      const fault = event.dateFault?.(text) ?? NO_DATE;
      const message = `${field} is ${JSON.stringify(text.slice(0, 40))}, which ${fault}`;
      throw new Rejection('invalid_date', field, message);
    }
    if (notAfterObservation && ms > event.observedAtMs) return event.observedAtMs;
    return requirePlausible(ms, field, event.nowMs);
  }
  return event.observedAtMs;
}

const EARLIEST_MS = Date.UTC(1900, 0, 1);
/** How far ahead a time may be, because clocks differ. */
const MAX_AHEAD_MS = 2 * DAY_MS;

/** Returns the time; throws `invalid_date` if it cannot be true. */
export function requirePlausible(ms: number, field: string, nowMs: number): number {
  if (ms >= EARLIEST_MS && ms <= nowMs + MAX_AHEAD_MS) return ms;
  const message = `${field} must not be before 1900 or more than 2 days in the future`;
  throw new Rejection('invalid_date', field, message);
}

/** How long after its observation something may be planned. */
const MAX_PLANNED_MS = 5 * 366 * DAY_MS;

/** Throws `invalid_date` if the day of a plan can be read but cannot be true. */
function requirePlausiblePlan(
  text: string | null | undefined,
  field: string,
  observedAtMs: number,
): void {
  const ms = parseIsoDate(text ?? '');
  if (ms === null || (ms >= EARLIEST_MS && ms <= observedAtMs + MAX_PLANNED_MS)) return;
  const message = `${field} must not be before 1900 or more than 5 years after observed_at`;
  throw new Rejection('invalid_date', field, message);
}

/** Turns a slug into words, for example `fundingAnnouncement` into `Funding announcement`. */
function nameOfSlug(slug: string): string {
  const words = slug
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
