/** A question as the model reads it, in one run. */
export interface EmbeddedQuestion {
  /** As `embed` would give it. */
  vector: Float32Array;
  /** Its word pieces, without the marks of begin and end, by their number in the vocabulary. */
  pieces: number[];
  /**
   * Hidden state of each word piece: `dimension` numbers per piece; empty if a server embeds, or the model
   * has no such marks.
   */
  states: Float32Array[];
}

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
  /** Goes ahead of every batch, fails as `embed` does. */
  embedQuestion(question: string): Promise<EmbeddedQuestion>;
  close(): Promise<void>;
}
