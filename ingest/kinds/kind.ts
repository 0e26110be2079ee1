/** Types of event kinds; a kind is a pure function from a validated event to drafts and facts. */
import type {
  BoardEvidence,
  CompanyEvidence,
  CompanyReference,
  ContactEvidence,
  ContactReference,
} from '../../shared/domain/ports/event-records.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type { ContentTag } from '../values/content-tags.js';

export interface KindContext {
  types: SignalTypes;
  tags: readonly ContentTag[];
}

/** A signal as a kind describes it; `build-signals` adds ids, names and dates. */
export interface KindDraft {
  /** Distinguishes the signals of one event; unset if the event has only one. */
  discriminator?: string;
  /** Replaces the event's id in the signal's id if several events describe the same thing. */
  scope?: string;
  signalType: string;
  signalSubtype: string;
  signalName?: string;
  /** True if the subtype is decided later, from the vector of the summary. */
  subtypeIsOpen?: boolean;
  /** Possible dates of the signal; the first one that is present counts. */
  dates: readonly DatedField[];
  /** Unset for signals about a company. */
  association?: 'company' | 'contact';
  company: CompanyReference;
  contact?: ContactReference | null;
  data: Record<string, unknown> & { summary: string };
}

export interface DatedField {
  field: string;
  text: string | null | undefined;
  /**
   * True if the field may be a plan: an earlier observation dates the signal instead. It must be
   * plausible also if another field dates the signal.
   */
  notAfterObservation?: boolean;
}

export interface KindResult {
  signals: KindDraft[];
  /** What the event adds to the history of a company, a person or a job board. */
  evidence?: CompanyEvidence | Omit<ContactEvidence, 'atMs'> | Omit<BoardEvidence, 'atMs'>;
  /** Possible dates of the evidence, as those of a signal. */
  evidenceDates?: readonly DatedField[];
}
