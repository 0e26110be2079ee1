/**
 * How far a source of charges (a journal or a Redis stream) has moved its charges into the ledger.
 * A billing period is closed only when its sources have moved everything.
 */
export interface SourceState {
  sourceId: string;
  kind: 'journal' | 'stream';
  /** Where an operator finds the source: a folder, or an address without secrets. */
  description: string;
  /** Every charge before this instant (milliseconds since the epoch) is in the ledger. */
  drainedToMs: number;
}

/** A meter that buffers charges and can say how far it has moved them into the ledger. */
export interface ChargeSource {
  /** Returns the state at the time of the call. */
  source(): SourceState | Promise<SourceState>;
}
