/**
 * A write that was under way when a turn was lost may arrive after others have moved the same signals: then
 * a signal stands at two places, of which its key knows one. Who sent it takes the other one back.
 */
import type { SignalKey, SignalRecord, SignalWriter } from '../shared/ports/signal-writer.js';
import { placeOf, standsAt } from './signal-place.js';

/** `written`: what this process wrote in the turns it lost. */
export async function sweepStrays(
  signals: SignalWriter,
  written: readonly SignalRecord[],
): Promise<void> {
  const ids = [...new Set(written.map(({ draft }) => draft.signalId))];
  const places = await signals.keys(ids);
  const standing = new Map(
    (await signals.read(ids)).map((record) => [record.draft.signalId, record]),
  );
  const strays = written.flatMap((record): SignalKey[] => {
    const place = places.get(record.draft.signalId);
    if (!place || (!place.withdrawn && standsAt(record, place))) return [];
    return [{ ...place, ...placeOf(record) }];
  });
  const moved = strays.filter(({ signalId }) => standing.has(signalId));
  const records = new Set(moved.flatMap(({ signalId }) => standing.get(signalId) ?? []));
  const withdrawn = strays
    .filter(({ signalId }) => !standing.has(signalId))
    .map((key) => ({ key, eventVersion: key.eventVersion }));
  if (strays.length > 0) await signals.write([...records], moved, withdrawn);
}
