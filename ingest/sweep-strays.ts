/**
 * A write that was under way when a turn was lost may arrive after others have moved the same signals: then
 * a signal stands at two places, of which its key knows one. Who sent it takes the other one back.
 */
import type { SignalKey, SignalWriter } from '../shared/ports/signal-writer.js';
import { isSamePlace, type SignalPlace } from './signal-place.js';

/** `written`: where this process put signals in the turns it lost. */
export async function sweepStrays(
  signals: SignalWriter,
  written: readonly SignalPlace[],
): Promise<void> {
  const ids = [...new Set(written.map(({ signalId }) => signalId))];
  const places = await signals.keys(ids);
  const standing = new Map(
    (await signals.read(ids)).map((record) => [record.draft.signalId, record]),
  );
  const strays = written.flatMap((own): SignalKey[] => {
    const place = places.get(own.signalId);
    if (!place || (!place.withdrawn && isSamePlace(own, place))) return [];
    return [{ ...place, ...own }];
  });
  const moved = strays.filter(({ signalId }) => standing.has(signalId));
  const records = new Set(moved.flatMap(({ signalId }) => standing.get(signalId) ?? []));
  const withdrawn = strays
    .filter(({ signalId }) => !standing.has(signalId))
    .map((key) => ({ key, eventVersion: key.eventVersion }));
  if (strays.length > 0) await signals.write([...records], moved, withdrawn);
}
