/**
 * The purposes queries are kept apart by: one chDB session runs one query at a time, so a scan in
 * one lane never stalls another lane. On a ClickHouse server all lanes share one connection pool.
 */
export const LANES = {
  reads: { sessions: 3 },
  vectors: { sessions: 1 },
  writer: { sessions: 1 },
  usage: { sessions: 1 },
  analyst: { sessions: 1 },
} as const;

export type Lane = keyof typeof LANES;

export function isLane(value: unknown): value is Lane {
  return typeof value === 'string' && Object.hasOwn(LANES, value);
}
