/** Turns texts into unit vectors, with the model of the stored vectors. */
export interface Embedder {
  /** Name stored with every vector; vectors of different models never mix. */
  readonly model: string;
  readonly dimension: number;
  /**
   * One L2-normalised vector per text, in the order given. `query` goes ahead of every queued
   * `batch`. Rejects with a retriable `AppError` (`unavailable`) when the worker dies or times out.
   */
  embed(texts: readonly string[], priority: 'query' | 'batch'): Promise<Float32Array[]>;
  close(): Promise<void>;
}
