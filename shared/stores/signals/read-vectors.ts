/** Reads the vectors of signals by their ids. */
import { inSlices } from '../../domain/concurrency/in-slices.js';
import { unpackVector } from '../../domain/vectors.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

/**
 * The values of the column as they were inserted: little-endian bfloat16, as base64. It uses only
 * functions that servers older than 26.7 also have.
 */
export const EMBEDDING_BASE64 =
  "base64Encode(substring(formatRow('RowBinary', embedding), -2 * length(embedding)))";

/** Vectors per statement: 1 MB of text. Taking in all vectors at once would hold up the process. */
const VECTORS_AT_ONCE = 1_000;

/** Returns vectors by id, as `packVector` made them. */
export async function packedVectors(
  clickhouse: ClickHouse,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const vectors = new Map<string, string>();
  for (let at = 0; at < ids.length; at += VECTORS_AT_ONCE) {
    // Finds the newest vector at the position; while a signal is rewritten, its row may be older.
    const rows = await clickhouse.rows<{ id: string; vector: string }>(
      `SELECT toString(signal_id) AS id, ${EMBEDDING_BASE64} AS vector
       FROM signal_vectors FINAL
       WHERE (type_key, detected_at, signal_id) IN (
         SELECT type_key, detected_at, signal_id FROM signal_keys FINAL
         WHERE is_deleted = 0 AND signal_id IN {ids:Array(UUID)})`,
      { ids: ids.slice(at, at + VECTORS_AT_ONCE) },
      'vectors',
    );
    for (const { id, vector } of rows) vectors.set(id, vector);
  }
  return vectors;
}

export async function readVectors(
  clickhouse: ClickHouse,
  ids: readonly string[],
): Promise<Map<string, Float32Array>> {
  const packed = [...(await packedVectors(clickhouse, ids))];
  return new Map(await inSlices(packed, ([id, vector]) => [id, unpackVector(vector)] as const));
}
