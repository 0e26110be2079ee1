/**
 * Compares every signal of ClickHouse with its vector, and every vector with its signal, by id and
 * version, some thousand at a time. On request it repairs differences. Writes may continue
 * meanwhile: a repair never replaces newer data.
 */
import type { SignalWriter } from '../../domain/ports/signal-writer.js';
import type { PointVersion, VectorWriter } from '../../domain/ports/vector-writer.js';
import { bringUpToDate, compareVersions, type Differences } from './bring-up-to-date.js';
import type { SignalVersions } from './clickhouse-signal-versions.js';

export interface CompareDeps {
  versions: SignalVersions;
  signals: Pick<SignalWriter, 'locate' | 'read'>;
  vectors: VectorWriter;
}

export interface Comparison {
  signals: number;
  /** The number of vectors that can be found. */
  vectors: number;
  missing: number;
  extra: number;
  different: number;
  examples: Differences;
}

interface CompareOptions {
  repair: boolean;
  /** Called with the number of rows and points that have been compared so far. */
  onProgress?: (compared: number) => void;
}

const POINTS_PER_PAGE = 1_000;
const MAX_EXAMPLES = 20;

export async function compareStores(
  deps: CompareDeps,
  { repair, onProgress = () => undefined }: CompareOptions,
): Promise<Comparison> {
  const sum: Comparison = {
    signals: 0,
    vectors: 0,
    missing: 0,
    extra: 0,
    different: 0,
    examples: { missing: [], extra: [], different: [] },
  };
  let compared = 0;
  const record = async (found: Differences): Promise<void> => {
    for (const kind of ['missing', 'extra', 'different'] as const) {
      sum[kind] += found[kind].length;
      const room = MAX_EXAMPLES - sum.examples[kind].length;
      sum.examples[kind].push(...found[kind].slice(0, room));
    }
    if (!repair) return;
    const signalIds = [...found.missing, ...found.extra, ...found.different];
    await bringUpToDate(deps.signals, deps.vectors, signalIds);
  };
  for await (const rows of deps.versions.batches()) {
    const live = new Map(
      rows.filter(({ withdrawn }) => !withdrawn).map((row) => [row.signalId, row]),
    );
    const signalIds = [...live.keys()];
    await record(compareVersions(signalIds, live, await deps.vectors.versions(signalIds)));
    sum.signals += live.size;
    compared += rows.length;
    onProgress(compared);
  }
  for await (const points of livePoints(deps.vectors)) {
    const signalIds = [...points.keys()];
    const { extra } = compareVersions(signalIds, await deps.signals.locate(signalIds), points);
    await record({ missing: [], extra, different: [] });
    sum.vectors += points.size;
    compared += points.size;
    onProgress(compared);
  }
  return sum;
}

async function* livePoints(vectors: VectorWriter): AsyncGenerator<Map<string, PointVersion>> {
  let from: string | null = null;
  do {
    const page: Awaited<ReturnType<VectorWriter['scroll']>> = await vectors.scroll(
      from,
      POINTS_PER_PAGE,
    );
    const live = page.points.filter(({ withdrawn }) => !withdrawn);
    yield new Map(live.map((point) => [point.signalId, point]));
    from = page.next;
  } while (from !== null);
}
