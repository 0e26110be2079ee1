/**
 * Decides the subtype of stories by their summary, if it is open. An earlier decision for the same content
 * is kept. Pure.
 */
import type { NormalisedEvent, SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { vectorFrom } from '../../shared/domain/vectors.js';
import type { ChosenEvent } from '../values/chosen-event.js';
import type { NewsClassifier } from './news-classifier.js';

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

/** `embeddings`: base64, by the id of a signal or by text. */
export function decideSubtypes(
  chosen: readonly ChosenEvent[],
  embeddings: ReadonlyMap<string, string>,
  deps: SubtypeDeps,
): ClassifiedEvent[] {
  const vectorOf = ({ signalId, data }: SignalDraft) =>
    vectorFrom(embeddings.get(signalId) ?? embeddings.get(data.summary) ?? '');
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
  const subtype = kept || decide(open, vectorOf, deps);
  const known = deps.types.subtype(open.signalType, subtype);
  const decided: SignalDraft = {
    ...open,
    signalSubtype: subtype,
    signalName: known?.name ?? open.signalName,
    subtypeIsOpen: false,
  };
  // A content tag that the story is about anyway makes no second signal.
  const others = event.signals.filter(
    (draft) => draft !== open && draft.signalSubtype !== decided.signalSubtype,
  );
  return { event: { ...event, signals: [decided, ...others] }, decision: subtype };
}

function decide(
  draft: SignalDraft,
  vectorOf: (draft: SignalDraft) => Float32Array,
  { classifier, model }: SubtypeDeps,
): string {
  if (classifier.model !== model) return draft.signalSubtype;
  const { summary } = draft.data;
  return classifier.classify(vectorOf(draft), summary).subtype;
}
