/** A lease: the exclusive right of one process to do some work. */
export interface Lease {
  name: string;
  /** Id of the process that holds the lease, unique among all processes. */
  holder: string;
  /** Where the process id is valid; begins with the name of the host. */
  host: string;
  pid: number;
  command: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** Stores leases. Methods reject with a retriable `AppError` if the store is unavailable. */
export interface LeaseStore {
  /** Returns the last lease put under the name, even if expired; `null` if there is none. */
  lease(name: string): Promise<Lease | null>;
  /** Stores a lease under its name. The last write wins. */
  putLease(lease: Lease): Promise<void>;
}
