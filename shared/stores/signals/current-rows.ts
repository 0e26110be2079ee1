/** Finds the current rows of signals by their ids. */

/** A condition on `signals`. `ids`: what follows `signal_id`, for example `IN {ids:Array(UUID)}`. */
export function isCurrent(ids: string): string {
  return `(company_key, detected_at, signal_id) IN (
    SELECT company_key, detected_at, signal_id FROM signal_keys FINAL
    WHERE is_deleted = 0 AND signal_id ${ids})`;
}

/** The same on `signal_vectors`, without FINAL: of several rows of a signal, its version tells. */
export function isCurrentVector(ids: string): string {
  return `(type_key, detected_at, signal_id, version) IN (
    SELECT type_key, detected_at, signal_id, version FROM signal_keys FINAL
    WHERE is_deleted = 0 AND signal_id ${ids})`;
}
