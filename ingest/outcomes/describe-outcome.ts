/** The outcome of a line as a document, for `signals feeds check` and for examples. */
import type {
  CompanyFacts,
  CompanyReference,
  ContactFacts,
  ContactReference,
  SignalDraft,
} from '../../shared/domain/ports/event-records.js';
import { isoOf } from '../../shared/domain/time.js';
import type { Outcome } from './outcome.js';

export interface OutcomeDescription {
  outcome: Outcome['kind'];
  reason?: { code: string; message: string; field: string };
  source?: string;
  event_id?: string;
  company_profile?: object | null;
  contact_profile?: object | null;
  signals?: object[];
}

export function describeOutcome(outcome: Outcome): OutcomeDescription {
  if (outcome.kind === 'rejected') return { outcome: 'rejected', reason: outcome.reason };
  const { event } = outcome;
  return {
    outcome: outcome.kind,
    source: event.source,
    event_id: event.eventId,
    company_profile: event.companyProfile && profileOf(event.companyProfile),
    contact_profile: event.contactProfile && personOf(event.contactProfile),
    signals: event.signals.map(signalOf),
  };
}

function signalOf(draft: SignalDraft): object {
  return {
    signal_id: draft.signalId,
    signal_type: draft.signalType,
    signal_subtype: draft.signalSubtype,
    signal_name: draft.signalName,
    detected_at: isoOf(draft.detectedAtMs),
    association: draft.association,
    company: referenceOf(draft.company),
    contact: draft.contact && contactOf(draft.contact),
    data: draft.data,
  };
}

function referenceOf(company: CompanyReference): object {
  const { networkUrl, ...rest } = company;
  return { ...rest, network_url: networkUrl };
}

function contactOf({ networkUrl, ...rest }: ContactReference): object {
  return { ...rest, network_url: networkUrl };
}

function profileOf(facts: CompanyFacts): object {
  const { networkUrl, employeeCountLow, employeeCountHigh, ...rest } = facts;
  return {
    ...rest,
    network_url: networkUrl,
    employee_count_low: employeeCountLow,
    employee_count_high: employeeCountHigh,
  };
}

function personOf({ employer, networkUrl, ...rest }: ContactFacts): object {
  return { ...rest, network_url: networkUrl, company: employer && referenceOf(employer) };
}
