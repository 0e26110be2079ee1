/**
 * How far the charges of a source have been moved into the ledger; closing a billing period depends on it.
 */
export interface SourceState {
  sourceId: string;
  kind: 'journal' | 'stream';
  /** Where an operator finds it: a folder, or an address without secrets. */
  description: string;
  /** Every charge before that instant (milliseconds since the epoch) is in the ledger. */
  drainedToMs: number;
}

export interface ChargeSource {
  source(): SourceState | Promise<SourceState>;
}
