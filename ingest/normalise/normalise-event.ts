/**
 * Turns a line into an outcome, without any store: decodes it, maps it, reads the kind, builds the
 * signals. Bad input gives an outcome with a reason; an exception is a bug.
 */
import { contentHash } from '../../shared/domain/canonical-json.js';
import type { NormalisedEvent, Snapshot } from '../../shared/domain/ports/event-records.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { validatorFor } from '../../shared/domain/schemas/validators.js';
import { dotProduct, packVector, vectorFrom } from '../../shared/domain/vectors.js';
import { eventVersion } from '../../shared/domain/versions.js';
import type { Feed, FeedDefinitions } from '../feeds/feed-definitions.js';
import { EVENT_KINDS } from '../kinds/event-kinds.js';
import type { KindResult } from '../kinds/kind.js';
import { profileOf } from '../outcomes/describe-outcome.js';
import { type Outcome, Rejection } from '../outcomes/outcome.js';
import type { Line } from '../sources/file-source.js';
import { loadContentTags } from '../values/content-tags.js';
import { asPosting, buildSignal, detectedAt, type EventIdentity } from './build-signals.js';
import {
  type DecodeContext,
  decodeEnvelope,
  type Envelope,
  parseLine,
  rejectInvalid,
} from './decode-envelope.js';
import { refuseMergedRecords } from './refuse-merged-records.js';
import { jobIds, requireExactIds } from './require-exact-ids.js';

export type NormaliseEvent = (
  line: Uint8Array & Pick<Line, 'fault' | 'columns'>,
  context: DecodeContext,
) => Promise<Outcome>;

interface NormaliseDeps {
  feeds: FeedDefinitions;
  types: SignalTypes;
  /** The model that must have made the vectors that come with events; `null`: of any dimension. */
  embedding: { model: string; dimension: number | null };
}

export function createNormaliseEvent(deps: NormaliseDeps): NormaliseEvent {
  const tags = loadContentTags();
  return async function normaliseEvent(line, context) {
    let source = context.source;
    try {
      const value = parseLine(line);
      if (typeof value.source === 'string') source ??= value.source.trim();
      const envelope = await decodeEnvelope(value, context, deps.feeds);
      const feed = deps.feeds.feed(envelope.source);
      if (!feed) {
        const remedy = `add the file ${envelope.source}.json to SIGNALS_FEEDS_DIR and restart running processes`;
        const message = `no feed definition exists for ${JSON.stringify(envelope.source)}; ${remedy}`;
        throw new Rejection('unknown_source', 'source', message);
      }
      rejectInvalid(feed.validate, envelope.payload, 'invalid_payload', 'payload');
      const fields = await feed.map(envelope.payload);
      refuseMergedRecords(fields, line.columns);
      const { schema, read } = EVENT_KINDS[feed.kind];
      rejectInvalid(validatorFor(schema), fields, 'mapping_failed', feed.kind);
      requireExactIds(envelope.payload, jobIds(fields));
      const result = read(fields, { types: deps.types, tags });
      const event = eventOf(deps, envelope, feed, result, context.nowMs);
      const isEmpty = event.signals.length === 0 && profileOf(event) === null;
      return { kind: isEmpty ? 'ignored' : 'accepted', event, notes: envelope.notes };
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const feed = source !== undefined && deps.feeds.feed(source) ? source : null;
      return { kind: 'rejected', reason: error.reason, feed };
    }
  };
}

function eventOf(
  deps: NormaliseDeps,
  envelope: Envelope,
  { kind, dateFault }: Feed,
  result: KindResult,
  nowMs: number,
): NormalisedEvent {
  const { source, eventId, observedAtMs } = envelope;
  const payloadHash = contentHash(envelope.payload);
  const version = eventVersion(observedAtMs, payloadHash);
  const origin = { source, eventId, observedAtMs, eventVersion: version };
  const identity = { ...origin, nowMs, dateFault };
  const built = result.signals.map((draft) => buildSignal(draft, identity, deps.types));
  const signals = result.evidence?.kind === 'board' ? built.map(asPosting) : built;
  return {
    ...origin,
    kind,
    hasOwnTime: envelope.hasOwnTime,
    payloadHash,
    signals,
    storyId: kind === 'news-article' ? (signals[0]?.signalId ?? null) : null,
    snapshot: snapshotOf(result, identity),
    embedding: embeddingOf(deps, envelope, result),
  };
}

/**
 * Returns what the event adds to stored observations; `null` if nothing. Profiles of people and
 * boards are kept per observation; versions of other events replace each other.
 */
function snapshotOf(
  { evidence, evidenceDates = [] }: KindResult,
  identity: EventIdentity,
): Snapshot | null {
  if (!evidence) return null;
  const { source, eventId, observedAtMs, eventVersion: version } = identity;
  const event = { source, eventId, observedAtMs, eventVersion: version };
  if (evidence.kind === 'company') return { ...event, takenAtMs: 0, evidence };
  const isKept = evidence.kind === 'board' || evidence.evidence === 'profile';
  const atMs = detectedAt(evidenceDates, identity);
  return { ...event, takenAtMs: isKept ? observedAtMs : 0, evidence: { ...evidence, atMs } };
}

function embeddingOf(
  deps: NormaliseDeps,
  { embedding }: Envelope,
  result: KindResult,
): string | null {
  if (!embedding) return null;
  const { model, dimension } = deps.embedding;
  const given = embedding.vector;
  const vector = typeof given === 'string' ? vectorFrom(given) : Float32Array.from(given);
  const length = Math.sqrt(dotProduct(vector, vector));
  const isUsable =
    embedding.model === model &&
    (dimension === null || vector.length === dimension) &&
    Math.abs(length - 1) < 0.01 &&
    result.signals.length === 1;
  if (!isUsable) {
    const size = dimension === null ? '' : ` of ${dimension} numbers`;
    const need = `a unit vector${size} from ${model}, and the event must have exactly one signal`;
    throw new Rejection('invalid_embedding', 'embedding', `embedding must be ${need}`);
  }
  return packVector(vector);
}
