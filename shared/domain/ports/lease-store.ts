/** Work that one process at a time may do. */
export interface Lease {
  name: string;
  /** Of the process, its own. */
  holder: string;
  host: string;
  pid: number;
  command: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** Throws a retriable `AppError` (`unavailable`) when the store is away. */
export interface LeaseStore {
  lease(name: string): Promise<Lease | null>;
  /** The last write stands. */
  putLease(lease: Lease): Promise<void>;
}
