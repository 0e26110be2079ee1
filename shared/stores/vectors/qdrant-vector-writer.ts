/** Writes vectors to Qdrant in requests of bounded size; each point replaces only older ones. */
import type {
  PointVersion,
  VectorChanges,
  VectorWriter,
} from '../../domain/ports/vector-writer.js';
import type { Qdrant, QdrantPoint } from '../../platform/qdrant/client.js';
import { onlyOlder, pointOf, pointVersion, tombstoneOf, VERSION_FIELDS } from './qdrant-points.js';

/** The alias or collection of the points. It is created before the first write. */
export interface PointTarget {
  name: string;
  ready(): Promise<void>;
}

const POINTS_PER_REQUEST = 128;
const STREAMS = 2;
const IDS_PER_REQUEST = 1_000;

export function createQdrantVectorWriter(qdrant: Qdrant, target: PointTarget): VectorWriter {
  return {
    async write(changes) {
      const requests = requestsOf(changes);
      const last = requests.pop();
      if (!last) return;
      await target.ready();
      const queue = requests.values();
      await Promise.all(
        Array.from({ length: STREAMS }, async () => {
          for (const request of queue) await upsert(qdrant, target.name, request, false);
        }),
      );
      // Qdrant applies requests in their order: when the last one is done, all are done.
      await upsert(qdrant, target.name, last, true);
    },
    async versions(signalIds) {
      await target.ready();
      const versions = new Map<string, PointVersion>();
      for (let at = 0; at < signalIds.length; at += IDS_PER_REQUEST) {
        const points = await qdrant.write((client) =>
          client.retrieve(target.name, {
            ids: signalIds.slice(at, at + IDS_PER_REQUEST),
            with_payload: VERSION_FIELDS,
            with_vector: false,
          }),
        );
        for (const point of points) versions.set(String(point.id), pointVersion(point));
      }
      return versions;
    },
    async scroll(from, limit) {
      await target.ready();
      const page = await qdrant.write((client) =>
        client.scroll(target.name, {
          limit,
          with_payload: VERSION_FIELDS,
          with_vector: false,
          ...(from === null ? {} : { offset: from }),
        }),
      );
      const next = page.next_page_offset;
      return {
        points: page.points.map(pointVersion),
        next: typeof next === 'string' ? next : null,
      };
    },
  };
}

interface Versioned {
  signalId: string;
  version: bigint;
  point: () => QdrantPoint;
}

function requestsOf({ records, removed }: VectorChanges): Versioned[][] {
  const newest = new Map<string, Versioned>();
  const add = (each: Versioned): void => {
    const rival = newest.get(each.signalId);
    if (!rival || rival.version <= each.version) newest.set(each.signalId, each);
  };
  for (const { signalId, version } of removed) {
    add({ signalId, version, point: () => tombstoneOf(signalId, version) });
  }
  for (const record of records) {
    const { signalId } = record.draft;
    add({ signalId, version: record.version, point: () => pointOf(record) });
  }
  const all = [...newest.values()];
  return Array.from({ length: Math.ceil(all.length / POINTS_PER_REQUEST) }, (_, at) =>
    all.slice(at * POINTS_PER_REQUEST, (at + 1) * POINTS_PER_REQUEST),
  );
}

async function upsert(
  qdrant: Qdrant,
  collection: string,
  request: readonly Versioned[],
  wait: boolean,
): Promise<void> {
  const points = request.map(({ point }) => point());
  const condition = onlyOlder(request);
  await qdrant.write((client) =>
    client.upsert(collection, { wait, points, update_filter: condition }),
  );
}
