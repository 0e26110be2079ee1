/** Makes conditions that find the current rows of signals by their ids. */

/** Returns a condition on `signals`; `ids` follows `signal_id`, such as `IN {ids:Array(UUID)}`. */
export function isCurrent(ids: string): string {
  return `(company_key, detected_at, signal_id) IN (
    SELECT company_key, detected_at, signal_id FROM signal_keys FINAL
    WHERE is_deleted = 0 AND signal_id ${ids})`;
}

/** Returns a condition on `signal_vectors`, without FINAL: the version shows the current row. */
export function isCurrentVector(ids: string): string {
  return `(type_key, detected_at, signal_id, version) IN (
    SELECT type_key, detected_at, signal_id, version FROM signal_keys FINAL
    WHERE is_deleted = 0 AND signal_id ${ids})`;
}
