/** `writing` is a request until no other process is seen to make it; then it is the right to write. */
export type TurnState = 'idle' | 'waiting' | 'writing';

/** What a process says about its turn to write. */
export interface TurnMark {
  /** The process, by an id of its own. */
  process: string;
  /** Where its process id is unique. */
  place: string;
  pid: number;
  state: TurnState;
  /** When it asked for its turn, microseconds since the epoch. */
  asked: number;
}

export interface StoredMark extends TurnMark {
  /** How long ago it was stored, by the store's clock. */
  ageMs: number;
  /** Milliseconds since the epoch, by the store's clock. */
  storedAtMs: number;
  /** Microseconds since the epoch: of two marks of a process the later one is greater. */
  version: number;
}

/**
 * Marks of the ingest processes. A mark is seen by every read that starts after its `put` has resolved; of
 * two marks of a process the last one wins. Throws a retriable `AppError` (`unavailable`) if the store is
 * unavailable.
 */
export interface TurnStore {
  put(mark: TurnMark): Promise<void>;
  all(): Promise<StoredMark[]>;
}
