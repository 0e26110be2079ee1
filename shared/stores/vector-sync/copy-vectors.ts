/**
 * Copies every signal's vector that the vector store does not have in that version, reading the next page
 * while one is sent: at most two pages are in memory. A later comparison finds what changes meanwhile.
 */
import type { SignalVersions } from '../../domain/ports/signal-versions.js';
import type { VectorRecord, VectorWriter } from '../../domain/ports/vector-writer.js';

export async function copyVectors(
  source: Pick<SignalVersions, 'records'>,
  vectors: VectorWriter,
  onProgress: (copied: number) => void,
): Promise<void> {
  let copied = 0;
  let sending: Promise<void> = Promise.resolve();
  const send = async (records: readonly VectorRecord[]): Promise<void> => {
    await vectors.write({ records: await onlyNew(vectors, records), removed: [] });
    copied += records.length;
    onProgress(copied);
  };
  try {
    for await (const records of source.records()) {
      await sending;
      sending = send(records);
      // Awaited with the next page; until then a failure must not count as unhandled.
      sending.catch(() => undefined);
    }
  } finally {
    await sending;
  }
}

/** An earlier rebuild that was ended may have sent some. */
async function onlyNew(
  vectors: VectorWriter,
  records: readonly VectorRecord[],
): Promise<VectorRecord[]> {
  const points = await vectors.versions(records.map(({ draft }) => draft.signalId));
  return records.filter(({ draft, version }) => {
    const point = points.get(draft.signalId);
    return point === undefined || point.version < version;
  });
}
