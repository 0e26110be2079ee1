/**
 * Decides the subtype of stories by their summary, if it is open. An earlier decision for the same content
 * is kept. Pure.
 */
import type { NormalisedEvent, SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { unpackVector } from '../../shared/domain/vectors.js';
import type { ChosenEvent } from '../values/version-slot.js';
import type { NewsClassifier } from './news-classifier.js';

/** The confidence of a decision that is certain: of ten decisions, more than eight are right. */
const BEST_GUESS = 0.8;

interface SubtypeDeps {
  classifier: NewsClassifier;
  types: SignalTypes;
  /** Model of the vectors. */
  model: string;
}

export interface ClassifiedEvent extends ChosenEvent {
  /** The decisions; empty if no subtype was open. */
  decision: string;
}

/** `embeddings`: packed vectors, by the id of a signal or by text. */
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
  const kept = stored?.payloadHash === event.payloadHash ? stored.decision : '';
  const { subtype, confidence } = decide(open, kept, vectorOf, deps);
  const known = deps.types.subtype(open.signalType, subtype);
  const decided: SignalDraft = {
    ...open,
    signalSubtype: subtype,
    signalName: known?.name ?? open.signalName,
    subtypeIsOpen: false,
    confidence,
  };
  // A content tag that the story is about anyway makes no second signal.
  const others = event.signals.filter(
    (draft) => draft !== open && draft.signalSubtype !== decided.signalSubtype,
  );
  return { event: { ...event, signals: [decided, ...others] }, decision: subtype };
}

/** A subtype that was decided before stays; how sure it is, is judged again. */
function decide(
  draft: SignalDraft,
  kept: string,
  vectorOf: (draft: SignalDraft) => Float32Array,
  { classifier, model }: SubtypeDeps,
): { subtype: string; confidence: number } {
  if (classifier.model !== model) {
    return { subtype: kept || draft.signalSubtype, confidence: 0 };
  }
  const { subtype, probabilities } = classifier.classify(vectorOf(draft), draft.data.summary);
  const decided = kept || subtype;
  return { subtype: decided, confidence: BEST_GUESS * (probabilities.get(decided) ?? 0) };
}
