/** A row of a signal as it stands now. */
export interface RowVersion {
  signalId: string;
  version: bigint;
  withdrawn: boolean;
}

/** Every signal that was ever stored, for comparing stores. Fails like `SignalReader`. */
export interface SignalVersions {
  /** Whether there is none that is not withdrawn. */
  isEmpty(): Promise<boolean>;
  /** Withdrawn ones too. */
  count(): Promise<number>;
  countLive(): Promise<number>;
  /** Each signal once, in no order that means anything, a few thousand at a time. */
  batches(): AsyncIterable<RowVersion[]>;
}
