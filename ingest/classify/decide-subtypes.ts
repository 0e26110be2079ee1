/**
 * Decides the open subtypes of stories by their summaries. An earlier decision for the same content
 * is kept. Pure.
 */
import type { NormalisedEvent, SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { unpackVector } from '../../shared/domain/vectors.js';
import type { ChosenEvent } from '../values/event-versions.js';
import type { NewsClassifier } from './news-classifier.js';

/** Confidence of a decision with probability 1: of ten decisions, more than eight are right. */
const BEST_GUESS = 0.8;

interface SubtypeDeps {
  classifier: NewsClassifier;
  types: SignalTypes;
  /** The model that made the vectors. */
  model: string;
}

export interface ClassifiedEvent extends ChosenEvent {
  /** The subtype that was decided; empty if no subtype was open. */
  decision: string;
}

/** Decides open subtypes. `embeddings` holds packed vectors, keyed by signal id or by text. */
export function decideSubtypes(
  chosen: readonly ChosenEvent[],
  embeddings: ReadonlyMap<string, string>,
  deps: SubtypeDeps,
): ClassifiedEvent[] {
  const vectorOf = ({ signalId, data }: SignalDraft) =>
    unpackVector(embeddings.get(signalId) ?? embeddings.get(data.summary) ?? '');
  return chosen.map(({ event, stored }) => ({
    stored,
    ...decideSubtype(event, stored, vectorOf, deps),
  }));
}

function decideSubtype(
  event: NormalisedEvent,
  stored: StoredEvent | undefined,
  vectorOf: (draft: SignalDraft) => Float32Array,
  deps: SubtypeDeps,
): { event: NormalisedEvent; decision: string } {
  const open = event.signals.find((draft) => draft.subtypeIsOpen);
  if (!open) return { event, decision: '' };
  const earlierSubtype = stored?.payloadHash === event.payloadHash ? stored.decision : '';
  const { subtype, confidence } = classify(open, earlierSubtype, vectorOf, deps);
  const catalogued = deps.types.subtype(open.signalType, subtype);
  const decided: SignalDraft = {
    ...open,
    signalSubtype: subtype,
    signalName: catalogued?.name ?? open.signalName,
    subtypeIsOpen: false,
    confidence,
  };
  // A content tag that equals the decided subtype does not give a second signal.
  const others = event.signals.filter(
    (draft) => draft !== open && draft.signalSubtype !== decided.signalSubtype,
  );
  return { event: { ...event, signals: [decided, ...others] }, decision: subtype };
}

/** Returns subtype and confidence. Keeps an earlier subtype, but recomputes its confidence. */
function classify(
  draft: SignalDraft,
  earlierSubtype: string,
  vectorOf: (draft: SignalDraft) => Float32Array,
  { classifier, model }: SubtypeDeps,
): { subtype: string; confidence: number } {
  if (classifier.model !== model) {
    return { subtype: earlierSubtype || draft.signalSubtype, confidence: 0 };
  }
  const { subtype, probabilities } = classifier.classify(vectorOf(draft), draft.data.summary);
  const decided = earlierSubtype || subtype;
  return { subtype: decided, confidence: BEST_GUESS * (probabilities.get(decided) ?? 0) };
}
