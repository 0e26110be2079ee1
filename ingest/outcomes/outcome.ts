/** Outcomes of lines, as values: bad input gives an outcome with a reason, and only bugs throw. */
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';

export type RejectionCode =
  | 'invalid_utf8'
  | 'malformed_json'
  | 'wrong_columns'
  | 'too_big'
  | 'too_deep'
  | 'invalid_envelope'
  | 'unknown_source'
  | 'invalid_payload'
  | 'mapping_failed'
  | 'missing_company'
  | 'missing_contact'
  | 'missing_text'
  | 'invalid_name'
  | 'invalid_date'
  | 'invalid_embedding';

export interface Reason {
  code: RejectionCode;
  /** A message for people that names the field and says what to do. */
  message: string;
  /** Path of the field; empty if the reason is about the whole line. */
  field: string;
}

export type Outcome =
  /** `notes` is for the author of the feed definition. */
  | { kind: 'accepted'; event: NormalisedEvent; notes?: readonly string[] }
  /** The event is valid, but yields neither a signal nor a profile. */
  | { kind: 'ignored'; event: NormalisedEvent; notes?: readonly string[] }
  /** `feed` is the feed that the line names; `null` if it names none or one that does not exist. */
  | { kind: 'rejected'; reason: Reason; feed: string | null };

/** Carries a reason out of nested code; it is caught where the outcome of the line is made. */
export class Rejection extends Error {
  readonly reason: Reason;

  constructor(code: RejectionCode, field: string, message: string) {
    super(message);
    // Both may contain text of the event, which can have any length.
    this.reason = { code, message: shortened(message, 1_000), field: shortened(field, 200) };
  }
}

function shortened(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters)} …` : text;
}
