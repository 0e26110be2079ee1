/** Maps the payload of a publisher to a validated event of the feed's kind. */
import type { ValidateFunction } from 'ajv';
import { validatorFor } from '../../shared/domain/schemas/validators.js';
import { type EventKind, type Feed, KIND_SCHEMAS } from '../feeds/feed-definitions.js';
import type { RejectionCode } from '../outcomes/outcome.js';
import { schemaRejection } from './decode-envelope.js';

export interface MappedEvent {
  kind: EventKind;
  /** Valid against the kind's schema. */
  fields: unknown;
}

export async function mapPayload(
  feed: Feed,
  payload: Record<string, unknown>,
): Promise<MappedEvent> {
  requireValid(feed.validate, payload, 'invalid_payload', 'payload');
  const fields = await feed.map(payload);
  requireValid(validatorFor(KIND_SCHEMAS[feed.kind]), fields, 'mapping_failed', feed.kind);
  return { kind: feed.kind, fields };
}

function requireValid(
  validate: ValidateFunction,
  value: unknown,
  code: RejectionCode,
  whole: string,
): void {
  if (validate(value)) return;
  throw schemaRejection(code, validate.errors?.[0], whole);
}
