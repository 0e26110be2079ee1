/** Brings the vectors of some signals up to date with ClickHouse; only differences are written. */
import { largestAmounts } from '../../domain/largest-amounts.js';
import type { SignalKey, SignalWriter, StoredSignal } from '../../domain/ports/signal-writer.js';
import type { PointVersion, VectorRecord, VectorWriter } from '../../domain/ports/vector-writer.js';

export interface Differences {
  /** Ids that only ClickHouse has. */
  missing: string[];
  /** Ids that only the vector store has. */
  extra: string[];
  /** Ids that both stores have, in different versions. */
  different: string[];
}

export function vectorRecordOf(signal: StoredSignal): VectorRecord {
  return { ...signal, amounts: largestAmounts(signal.draft.data.summary) };
}

type RowVersion = Pick<SignalKey, 'version' | 'withdrawn'>;

const IDS_AT_ONCE = 500;

export async function bringUpToDate(
  signals: Pick<SignalWriter, 'locate' | 'read'>,
  vectors: VectorWriter,
  signalIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < signalIds.length; at += IDS_AT_ONCE) {
    const some = signalIds.slice(at, at + IDS_AT_ONCE);
    // ClickHouse is read last, so that it surely has what a writer put into both stores meanwhile.
    const points = await vectors.versions(some);
    const keys = await signals.locate(some);
    const { missing, extra, different } = compareVersions(some, keys, points);
    const records = await signals.read([...missing, ...different]);
    const removed = extra.map((signalId) => ({
      signalId,
      version: (keys.get(signalId) ?? points.get(signalId))?.version ?? 0n,
    }));
    await vectors.write({ records: records.map(vectorRecordOf), removed });
  }
}

export function compareVersions(
  signalIds: readonly string[],
  rows: ReadonlyMap<string, RowVersion>,
  points: ReadonlyMap<string, PointVersion>,
): Differences {
  const differences: Differences = { missing: [], extra: [], different: [] };
  for (const signalId of signalIds) {
    const row = liveOf(rows.get(signalId));
    const point = liveOf(points.get(signalId));
    if (row && !point) differences.missing.push(signalId);
    else if (!row && point) differences.extra.push(signalId);
    else if (row && point && row.version !== point.version) differences.different.push(signalId);
  }
  return differences;
}

function liveOf<T extends { withdrawn: boolean }>(version: T | undefined): T | undefined {
  return version?.withdrawn ? undefined : version;
}
