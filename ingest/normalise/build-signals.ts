/**
 * Adds what every signal needs: a deterministic id, the name of its subtype, and a plausible date. Throws
 * `invalid_date` for an implausible one.
 */
import { parse, v5 as uuidv5 } from 'uuid';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import type { SignalDraft, SignalOrigin } from '../../shared/domain/ports/event-records.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { earliestVersion } from '../../shared/domain/versions.js';
import type { DatedField, KindDraft } from '../kinds/kind.js';
import { Rejection } from '../outcomes/outcome.js';
import { requirePlausible } from './require-plausible.js';

export interface EventIdentity extends SignalOrigin {
  nowMs: number;
}

/** Never changes: every signal id ever given out depends on it. */
const NAMESPACE = parse('5b0f6c1e-6f0e-5d4a-9a55-3f3f6f1f2c11');

export function buildSignal(
  draft: KindDraft,
  event: EventIdentity,
  types: SignalTypes,
): SignalDraft {
  const { signalType, signalSubtype } = draft;
  const { source, eventId, observedAtMs, eventVersion } = event;
  const known = types.subtype(signalType, signalSubtype);
  return {
    origin: { source, eventId, observedAtMs, eventVersion },
    signalId: signalIdOf(source, draft.scope ?? eventId, draft.discriminator),
    signalType: types.type(signalType)?.type ?? signalType,
    signalSubtype: known?.subtype ?? signalSubtype,
    signalName: draft.signalName ?? known?.name ?? wordsOf(signalSubtype),
    subtypeIsOpen: draft.subtypeIsOpen ?? false,
    confidence: 1,
    detectedAtMs: detectedAt(draft.dates, event),
    association: draft.association,
    company: draft.company,
    contact: draft.contact,
    data: draft.data,
  };
}

/** A posting is dated by the first snapshot that shows it: the earlier one's version is the greater. */
export function asPosting(signal: SignalDraft): SignalDraft {
  const { origin, detectedAtMs } = signal;
  const eventVersion = earliestVersion(detectedAtMs, origin.eventVersion);
  return { ...signal, origin: { ...origin, eventVersion } };
}

/** `scope` is the event's id, or what several events describe together. */
export function signalIdOf(source: string, scope: string, discriminator: string): string {
  return uuidv5(Buffer.from(JSON.stringify([source, scope, discriminator])), NAMESPACE);
}

/** Milliseconds since the epoch; throws `invalid_date` for a date that cannot be true. */
export function detectedAt(dates: readonly DatedField[], event: EventIdentity): number {
  for (const { field, text, notAfterObservation } of dates) {
    if (text === null || text === undefined || text.trim() === '') continue;
    const ms = parseIsoDate(text);
    if (ms === null) {
      const message = `${field} is ${JSON.stringify(text.slice(0, 40))}, which is not an ISO 8601 date`;
      throw new Rejection('invalid_date', field, message);
    }
    if (notAfterObservation && ms > event.observedAtMs) return event.observedAtMs;
    return requirePlausible(ms, field, event.nowMs);
  }
  return event.observedAtMs;
}

/** `fundingAnnouncement` → `Funding announcement`. */
function wordsOf(slug: string): string {
  const words = slug
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
