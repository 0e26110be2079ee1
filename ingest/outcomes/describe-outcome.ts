/** Describes an outcome as a document, for `signals feeds check` and examples of definitions. */
import type {
  CompanyDetails,
  ContactDetails,
  NormalisedEvent,
  SignalDraft,
} from '../../shared/domain/ports/event-records.js';
import { isoOf } from '../../shared/domain/time.js';
import type { Outcome } from './outcome.js';

export interface OutcomeDescription {
  outcome: Outcome['kind'];
  reason?: { code: string; message: string; field: string };
  source?: string;
  event_id?: string;
  observed_at?: string;
  notes?: readonly string[];
  company_profile?: object | null;
  contact_profile?: object | null;
  signals?: object[];
}

export function describeOutcome(outcome: Outcome): OutcomeDescription {
  if (outcome.kind === 'rejected') return { outcome: 'rejected', reason: outcome.reason };
  const { event, notes = [] } = outcome;
  const profile = profileOf(event);
  return {
    outcome: outcome.kind,
    source: event.source,
    event_id: event.eventId,
    observed_at: isoOf(event.observedAtMs),
    ...(notes.length > 0 && { notes }),
    company_profile: profile && !('employer' in profile) ? withWireNames(profile) : null,
    contact_profile: profile && 'employer' in profile ? personOf(profile) : null,
    signals: event.signals.map(signalOf),
  };
}

/** Returns the profile that the event consists of; `null` if it is another event. */
export function profileOf({ snapshot }: NormalisedEvent): CompanyDetails | ContactDetails | null {
  const evidence = snapshot?.evidence;
  if (evidence?.kind === 'contact') return evidence.evidence === 'profile' ? evidence.facts : null;
  return evidence?.kind === 'company' ? evidence.facts : null;
}

/** An open subtype is null, and so is the name that follows from it: only a load decides them. */
function signalOf(draft: SignalDraft): object {
  const { signalSubtype, signalName, subtypeIsOpen } = draft;
  return {
    signal_id: draft.signalId,
    signal_type: draft.signalType,
    signal_subtype: subtypeIsOpen ? null : signalSubtype,
    signal_name: subtypeIsOpen ? null : signalName,
    detected_at: isoOf(draft.detectedAtMs),
    association: draft.association,
    company: withWireNames(draft.company),
    contact: draft.contact && withWireNames(draft.contact),
    data: draft.data,
  };
}

function personOf({ employer, ...person }: ContactDetails): object {
  return { ...withWireNames(person), company: employer && withWireNames(employer) };
}

/** Renames the keys of an object, for example `networkUrl` to `network_url`. */
function withWireNames(value: object): object {
  const renamed = Object.entries(value).map(([name, each]): [string, unknown] => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    each,
  ]);
  return Object.fromEntries(renamed);
}
