/**
 * Decodes a line to an envelope, or wraps a bare payload of a known feed. Rejects a line above 1
 * MB, invalid UTF-8, anything but a JSON object, too deep nesting, and an invalid envelope.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { contentHash } from '../../shared/domain/canonical-json.js';
import { isObject } from '../../shared/domain/is-object.js';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import { withoutControls } from '../../shared/domain/normalise/plain-text.js';
import type { EventOrigin } from '../../shared/domain/ports/event-records.js';
import { validatorFor } from '../../shared/domain/schemas/validators.js';
import { changeTexts } from '../../shared/domain/well-formed.js';
import type { FeedDefinitions } from '../feeds/feed-definitions.js';
import { Rejection, type RejectionCode } from '../outcomes/outcome.js';
import { type Line, MAX_LINE_BYTES } from '../sources/file-source.js';
import { requirePlausible } from './build-signals.js';
import { requireExactIds } from './require-exact-ids.js';

export interface Envelope extends EventOrigin {
  /** False if `observedAtMs` is the time of the file, which says nothing about the event. */
  hasOwnTime: boolean;
  payload: Record<string, unknown>;
  embedding: { model: string; vector: number[] | string } | null;
  /** Says which expressions for id and time gave nothing that can be used. */
  notes: string[];
}

export interface DecodeContext {
  /** Feed whose bare payloads the lines are; unset if the lines are envelopes. */
  source?: string | undefined;
  /** Modification time of the file that the line comes from; `null` if it is unknown. */
  fileTimeMs?: number | null;
  nowMs: number;
}

const MAX_DEPTH = 64;
/**
 * Matches a line that may contain half of a surrogate pair, which must be an escape, or a control
 * character, which need not be one if it is after the letters of ASCII.
 */
const UNCLEAN = /\\(?:u(?:d[89a-f]|00[0189]|007f)|[bf])|[\x7f-\x9f]/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Makes the envelope of a line. `value` is the line as `parseLine` returns it. */
export async function decodeEnvelope(
  value: Record<string, unknown>,
  context: DecodeContext,
  feeds: FeedDefinitions,
): Promise<Envelope> {
  return context.source === undefined
    ? readEnvelope(value, context)
    : wrapPayload(value, context.source, context, feeds);
}

export function parseLine(line: Uint8Array & Pick<Line, 'fault'>): Record<string, unknown> {
  if (line.fault !== undefined) throw new Rejection('wrong_columns', '', line.fault);
  if (line.byteLength > MAX_LINE_BYTES) {
    throw new Rejection('too_big', '', 'the line is larger than 1 MB; split the event');
  }
  let text: string;
  try {
    text = decoder.decode(line);
  } catch {
    throw new Rejection('invalid_utf8', '', 'the line is not valid UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text.trim());
  } catch {
    throw new Rejection(
      'malformed_json',
      '',
      'the line is not valid JSON; each line must hold one JSON object',
    );
  }
  if (!isObject(value)) {
    throw new Rejection('malformed_json', '', 'the line is JSON, but not a JSON object');
  }
  if (depthOf(value, MAX_DEPTH) > MAX_DEPTH) {
    throw new Rejection('too_deep', '', `the event is nested deeper than ${MAX_DEPTH} levels`);
  }
  const { line: number, reason, event } = value;
  if (isObject(reason) && 'code' in reason && number !== undefined && event !== undefined) {
    const remedy = 'load the events of such a file alone, as printed by jq -rc .event FILE';
    throw new Rejection('invalid_envelope', '', `the line reports a rejected line; ${remedy}`);
  }
  if (!UNCLEAN.test(text)) return value;
  if (typeof value.event_id === 'string' && cleanText(value.event_id) !== value.event_id) {
    // Without these characters, several ids would become one.
    const message = 'event_id must not contain control characters or halves of surrogate pairs';
    throw new Rejection('invalid_envelope', 'event_id', message);
  }
  return changeTexts(value, cleanText);
}

/** Returns a text that every store accepts and that no terminal obeys. */
function cleanText(text: string): string {
  return withoutControls(text.toWellFormed());
}

function readEnvelope(value: Record<string, unknown>, context: DecodeContext): Envelope {
  rejectInvalid(validatorFor('event-envelope'), value, 'invalid_envelope', 'the envelope');
  const { source, event_id, observed_at, payload, embedding } = value;
  const ms = parseIsoDate(String(observed_at));
  if (ms === null) {
    const message = 'observed_at must be an ISO 8601 timestamp with offset';
    throw new Rejection('invalid_envelope', 'observed_at', message);
  }
  return {
    source: String(source).trim(),
    eventId: String(event_id).trim(),
    observedAtMs: requirePlausible(ms, 'observed_at', context.nowMs),
    hasOwnTime: true,
    payload: isObject(payload) ? payload : {},
    embedding: isEmbedding(embedding) ? embedding : null,
    notes: [],
  };
}

async function wrapPayload(
  payload: Record<string, unknown>,
  source: string,
  context: DecodeContext,
  feeds: FeedDefinitions,
): Promise<Envelope> {
  const feed = feeds.feed(source);
  const ids = feed ? await feed.identify(payload) : { eventId: null, observedAt: null };
  // A time that cannot be read is left to the kind: its reason names a field that the payload has.
  const ownMs = parseIsoDate(asText(ids.observedAt) ?? '');
  const eventId = asText(ids.eventId);
  if (eventId !== null) requireExactIds(payload, [['event_id', eventId]]);
  return {
    source,
    eventId: eventId ?? contentHash(payload),
    observedAtMs:
      ownMs === null
        ? Math.min(context.fileTimeMs ?? context.nowMs, context.nowMs)
        : requirePlausible(ownMs, 'observed_at', context.nowMs),
    hasOwnTime: ownMs !== null,
    payload,
    embedding: null,
    notes: [
      ...(eventId === null ? unusable('event_id', ids.eventId, 'hash of the payload') : []),
      ...(ownMs === null ? unusable('observed_at', ids.observedAt, 'time of the file') : []),
    ],
  };
}

/** Returns a note if an expression gave a value that cannot be used. No value needs no note. */
function unusable(field: string, value: unknown, instead: string): string[] {
  if (value === null) return [];
  // JSON cannot represent the functions of JSONata.
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  const shown = isPlain ? JSON.stringify(value).slice(0, 40) : 'an object';
  return [`${field} gives ${shown}, so the ${instead} counts`];
}

function asText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Throws the schema's first error as a `Rejection`; `whole` names the value in the message. */
export function rejectInvalid(
  validate: ValidateFunction,
  value: unknown,
  code: RejectionCode,
  whole: string,
): void {
  if (validate(value)) return;
  const fault: Partial<ErrorObject> = validate.errors?.[0] ?? {};
  const { instancePath = '', params = {}, message = 'is invalid' } = fault;
  const path = instancePath.slice(1).replaceAll('/', '.');
  const { missingProperty: missing, additionalProperty: unknown } = params;
  const name: unknown = missing ?? unknown;
  if (typeof name !== 'string') throw new Rejection(code, path, `${path || whole} ${message}`);
  const field = path === '' ? name : `${path}.${name}`;
  throw new Rejection(code, field, `${field} is ${missing === name ? 'required' : 'unknown'}`);
}

/** Narrows the type; the schema of the envelope has checked the fields. */
function isEmbedding(value: unknown): value is NonNullable<Envelope['embedding']> {
  return isObject(value);
}

/** Returns how deep a value is nested; counts no further than one level past `limit`. */
function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit < 0) return 1;
  let deepest = 0;
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    deepest = Math.max(deepest, depthOf(each, limit - 1));
  }
  return deepest + 1;
}
