/**
 * Lanes separate the service's own queries by their purpose. One chDB session runs one query at a
 * time, and connections to a server are few, so lanes keep a scan from stalling other queries.
 */
export const LANES = {
  reads: { sessions: 3, connections: 16, timeoutMs: 60_000 },
  vectors: { sessions: 1, connections: 8, timeoutMs: 60_000 },
  writer: { sessions: 1, connections: 8, timeoutMs: 120_000 },
  usage: { sessions: 1, connections: 4, timeoutMs: 30_000 },
} as const;

export type Lane = keyof typeof LANES;

export function isLane(value: unknown): value is Lane {
  return typeof value === 'string' && Object.hasOwn(LANES, value);
}

export function byLane<T>(make: (lane: Lane) => T): Record<Lane, T> {
  return {
    reads: make('reads'),
    vectors: make('vectors'),
    writer: make('writer'),
    usage: make('usage'),
  };
}
