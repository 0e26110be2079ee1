/** How far a source of charges has been moved into the ledger; billing periods are closed by it. */
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
