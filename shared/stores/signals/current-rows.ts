/** Finds the current rows of signals by their ids. */

/** A condition on `signals`. `ids`: what follows `signal_id`, for example `IN {ids:Array(UUID)}`. */
export function isCurrent(ids: string): string {
  return `(company_key, detected_at, signal_id) IN (
    SELECT company_key, detected_at, signal_id FROM signal_keys FINAL
    WHERE is_deleted = 0 AND signal_id ${ids})`;
}
