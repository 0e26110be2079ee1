/** A question as the embedding model reads it, from one run of the model. */
export interface EmbeddedQuestion {
  /** The vector that `embed` returns for the question. */
  vector: Float32Array;
  /** Its word pieces (tokens) as numbers of the vocabulary, without begin and end marks. */
  pieces: number[];
  /**
   * The hidden state of each word piece: `dimension` numbers per piece. Empty if a server embeds,
   * or if the model has no begin and end marks.
   */
  states: Float32Array[];
}

/** Turns texts into unit vectors, with the model that made the stored vectors. */
export interface Embedder {
  /** Name of the model, stored with every vector. Vectors of different models are never mixed. */
  readonly model: string;
  readonly dimension: number;
  /**
   * Returns one L2-normalized vector per text, in the order of `texts`. Rejects with a retriable
   * `AppError` (`unavailable`) if the worker dies or times out.
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  /** Embeds a question before all texts that wait. Rejects as `embed` does. */
  embedQuestion(question: string): Promise<EmbeddedQuestion>;
  close(): Promise<void>;
}
