/** A lease: the exclusive right of one process to do some work. */
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

/** Throws a retriable `AppError` (`unavailable`) if the store is unavailable. */
export interface LeaseStore {
  lease(name: string): Promise<Lease | null>;
  /** The last write wins. */
  putLease(lease: Lease): Promise<void>;
}
