/**
 * Rebuilds the vector store from ClickHouse while signals are searched and written. A new
 * collection is filled, takes over the alias and is compared once more; then the old one is
 * deleted.
 *
 * Nothing is lost. A signal is written first to ClickHouse and then to the collection that the
 * alias names. If that was the old collection, its row was in ClickHouse before the alias moved,
 * and the last comparison, which begins after that, finds it. If it was the new one, it has the
 * signal. Repairs carry versions, so the two never undo each other. If the process is killed, the
 * same call finds the collections as they are and continues: comparing skips what was copied
 * already.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { VectorRecord, VectorWriter } from '../../domain/ports/vector-writer.js';
import type { Qdrant } from '../../platform/qdrant/client.js';
import {
  type CollectionSettings,
  collectionName,
  collectionNumber,
  collectionNumbers,
  collectionOfAlias,
  createCollection,
  moveAlias,
} from '../vectors/qdrant-collection.js';
import { type CompareDeps, compareStores } from './compare-stores.js';

interface RebuildDeps extends Omit<CompareDeps, 'vectors'> {
  qdrant: Qdrant;
  settings: CollectionSettings;
  writerOf: (collection: string) => VectorWriter;
  onProgress: (compared: number) => void;
}

/** The number of changes that may be left to the last comparison, after the switch. */
const FEW_CHANGES = 1_000;
const MAX_PASSES = 5;
const POLL_MS = 1_000;
const MAX_POLLS = 1_800;

/** Returns the number of signals in the rebuilt collection. */
export async function rebuildVectors(deps: RebuildDeps): Promise<number> {
  const { qdrant, settings } = deps;
  const { alias } = settings;
  const aliased = await collectionOfAlias(qdrant, alias);
  const current = aliased === null ? 0 : (collectionNumber(alias, aliased) ?? 0);
  const numbers = await collectionNumbers(qdrant, alias);
  // An older collection next to it means that an earlier rebuild ended between the switch and its
  // last comparison.
  const isSwitched = numbers.some((number) => number < current);
  const newest = numbers.at(-1) ?? 0;
  const target = isSwitched ? current : newest > current ? newest : current + 1;
  const name = collectionName(alias, target);
  if (!isSwitched) {
    await createCollection(qdrant, name, settings);
    await fill(deps, name);
    await waitForGraph(qdrant, name);
    await moveAlias(qdrant, alias, name);
  }
  const { signals } = await compare(deps, name);
  for (const number of numbers.filter((each) => each !== target)) {
    await qdrant.write((client) => client.deleteCollection(collectionName(alias, number)));
  }
  return signals;
}

/** Copies all signals, then repairs. Signals are written meanwhile, so each pass has less to do. */
async function fill(deps: RebuildDeps, name: string): Promise<void> {
  await copyVectors(deps, deps.writerOf(name));
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const { missing, extra, different } = await compare(deps, name);
    if (missing + extra + different <= FEW_CHANGES) return;
  }
}

/**
 * Copies every signal's vector that the collection does not have in that version. The next page is
 * read while one is sent, so at most two pages are in memory. A later comparison finds what changes
 * meanwhile.
 */
async function copyVectors(
  { versions, onProgress }: RebuildDeps,
  vectors: VectorWriter,
): Promise<void> {
  let copied = 0;
  let sending: Promise<void> = Promise.resolve();
  const send = async (records: readonly VectorRecord[]): Promise<void> => {
    await vectors.write({ records: await onlyNew(vectors, records), removed: [] });
    copied += records.length;
    // Every signal counts once as a row and once as a point, as in a comparison.
    onProgress(2 * copied);
  };
  try {
    for await (const records of versions.records()) {
      await sending;
      sending = send(records);
      // It is awaited with the next page; until then a failure must not count as unhandled.
      sending.catch(() => undefined);
    }
  } finally {
    await sending;
  }
}

/** Drops records that the collection has already, from an earlier rebuild that was ended. */
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

function compare({ versions, signals, writerOf, onProgress }: RebuildDeps, name: string) {
  const vectors = writerOf(name);
  return compareStores({ versions, signals, vectors }, { repair: true, onProgress });
}

/** Waits until the graph is built. Before that, points are compared one by one: right, but slow. */
async function waitForGraph(qdrant: Qdrant, name: string): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { status } = await qdrant.write((client) => client.getCollection(name));
    if (status === 'green') return;
    await sleep(POLL_MS);
  }
}
