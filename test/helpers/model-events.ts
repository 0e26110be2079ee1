/**
 * Converts signals of the naive model to events, and reads back the ids that the service gave them.
 */
import fc from 'fast-check';
import { signalEvent } from './events.js';
import type { ModelSignal } from './naive-model.js';
import type { TestService } from './test-service.js';

export type ModelDraft = Omit<ModelSignal, 'id'>;

export function eventOfDraft(draft: ModelDraft) {
  const event = signalEvent(
    draft.summary,
    { domain: draft.company.domain },
    {
      signal_type: draft.type,
      signal_subtype: draft.subtype,
      detected_at: new Date(draft.detectedAtMs).toISOString(),
      association: draft.association,
      contact: draft.contact && { email: draft.contact.email },
    },
  );
  return { ...event, event_id: draft.eventId };
}

/** Returns the drafts with their stored ids; everything else is the model's own. */
export async function withStoredIds(
  service: TestService,
  drafts: readonly ModelDraft[],
): Promise<ModelSignal[]> {
  const rows = await service.clickhouse.rows<{ event_id: string; id: string }>(
    'SELECT event_id, toString(signal_id) AS id FROM signals FINAL',
  );
  const ids = new Map(rows.map((row) => [row.event_id, row.id]));
  return drafts.map((draft) => ({ ...draft, id: ids.get(draft.eventId) ?? '' }));
}

export const anyCase = (values: readonly string[]) =>
  fc
    .constantFrom(...values)
    .chain((value) => fc.constantFrom(value, value.toUpperCase(), value.toLowerCase()));
