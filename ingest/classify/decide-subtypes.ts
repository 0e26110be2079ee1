/**
 * Decides the open subtypes of stories by their summaries. An earlier decision for the same content
 * is kept. Pure.
 */
import type { SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { unpackVector } from '../../shared/domain/vectors.js';
import type { ChosenEvent } from '../values/event-versions.js';
import type { NewsClassifier } from './news-classifier.js';

/** Confidence of a decision with probability 1: of ten decisions, more than eight are right. */
const BEST_GUESS = 0.8;

interface SubtypeDeps {
  classifier: NewsClassifier;
  types: SignalTypes;
  /** The embedder that made the vectors. */
  embedder: { model: string };
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
  return chosen.map((each) => {
    const open = each.event.signals.find((draft) => draft.subtypeIsOpen);
    if (!open) return { ...each, decision: '' };
    const embedding = embeddings.get(open.signalId) ?? embeddings.get(open.data.summary) ?? '';
    return decideSubtype(each, open, embedding, deps);
  });
}

function decideSubtype(
  { event, stored }: ChosenEvent,
  open: SignalDraft,
  embedding: string,
  deps: SubtypeDeps,
): ClassifiedEvent {
  const earlierSubtype = stored?.payloadHash === event.payloadHash ? stored.decision : '';
  const { subtype, confidence } = classify(open, earlierSubtype, embedding, deps);
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
  return { stored, event: { ...event, signals: [decided, ...others] }, decision: subtype };
}

/** Returns subtype and confidence. Keeps an earlier subtype, but recomputes its confidence. */
function classify(
  draft: SignalDraft,
  earlierSubtype: string,
  embedding: string,
  { classifier, embedder }: SubtypeDeps,
): { subtype: string; confidence: number } {
  if (classifier.model !== embedder.model) {
    return { subtype: earlierSubtype || draft.signalSubtype, confidence: 0 };
  }
  const vector = unpackVector(embedding);
  const { subtype, probabilities } = classifier.classify(vector, draft.data.summary);
  const decided = earlierSubtype || subtype;
  return { subtype: decided, confidence: BEST_GUESS * (probabilities.get(decided) ?? 0) };
}
