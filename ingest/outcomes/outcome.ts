/** The outcome of a line. Outcomes are values; only bugs throw. */
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';

export type RejectionCode =
  | 'invalid_utf8'
  | 'malformed_json'
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
  /** Names the field and the remedy. */
  message: string;
  /** Path of the field; empty for the whole line. */
  field: string;
}

export type Outcome =
  | { kind: 'accepted'; event: NormalisedEvent }
  /** Valid, but yields neither a signal nor a profile. */
  | { kind: 'ignored'; event: NormalisedEvent }
  /** `feed`: the one that the line names, `null` unless it exists. */
  | { kind: 'rejected'; reason: Reason; feed: string | null };

function shortened(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters)} …` : text;
}

/** Carries a reason out of nested code; caught where the line's outcome is made. */
export class Rejection extends Error {
  readonly reason: Reason;

  constructor(code: RejectionCode, field: string, message: string) {
    super(message);
    // Both may hold what the event says, which is as long as it likes.
    this.reason = { code, message: shortened(message, 1_000), field: shortened(field, 200) };
  }
}
