import type { VectorRecord } from './vector-writer.js';

/** The current row of a signal. */
interface RowVersion {
  signalId: string;
  version: bigint;
  withdrawn: boolean;
}

/** Every signal that was ever stored, for comparing stores. Fails like `SignalReader`. */
export interface SignalVersions {
  /** True if every signal is withdrawn, or there is none. */
  isEmpty(): Promise<boolean>;
  /** Withdrawn ones too. */
  count(): Promise<number>;
  countLive(): Promise<number>;
  /** Each signal once, in no order that means anything, a few thousand at a time. */
  batches(): AsyncIterable<RowVersion[]>;
  /**
   * Every signal that is not withdrawn with its vector, in the order it lies on disk, a few thousand at a
   * time: the quick way to read them all. What moves meanwhile may come twice or not at all.
   */
  records(): AsyncIterable<VectorRecord[]>;
}
