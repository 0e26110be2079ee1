/** What every event kind is: a pure function from a validated event to drafts and facts. */
import type {
  BoardEvidence,
  CompanyFacts,
  CompanyReference,
  ContactFacts,
  ContactReference,
} from '../../shared/domain/ports/event-records.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type { ContentTag } from '../values/content-tags.js';

export interface KindContext {
  types: SignalTypes;
  tags: readonly ContentTag[];
}

/** A signal as a kind sees it; ids, names and dates are added by `build-signals`. */
export interface KindDraft {
  /** What tells the event's signals apart; empty when it has only one. */
  discriminator: string;
  /** Instead of the event's id, for what several events describe together. */
  scope?: string;
  signalType: string;
  signalSubtype: string;
  signalName?: string;
  /** The subtype is decided when the summary's vector is known. */
  subtypeIsOpen?: boolean;
  /** The first that is present dates the signal. */
  dates: readonly DatedField[];
  association: 'company' | 'contact';
  company: CompanyReference;
  contact: ContactReference | null;
  data: Record<string, unknown> & { summary: string };
}

export interface DatedField {
  field: string;
  text: string | null | undefined;
  /** A plan for later dates nothing: passed over when it lies after the observation. */
  notAfterObservation?: boolean;
}

export interface KindResult {
  signals: KindDraft[];
  company?: CompanyFacts;
  contact?: ContactFacts;
  /** What the event says about a person's employer and title, in addition to its signals. */
  career?: ContactFacts;
  board?: BoardFacts;
}

/** A board as an event shows it; its moment is decided with the signals' dates. */
type BoardFacts = Omit<BoardEvidence, 'kind' | 'atMs'> & { dates: readonly DatedField[] };
