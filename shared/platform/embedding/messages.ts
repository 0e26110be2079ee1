/** Messages between the embedder and its worker process. */

export interface WorkerSettings {
  /** Folder that contains the model's folder; `null` for a model of a hub. */
  localModelPath: string | null;
  /** Name of the model's folder, or its id on a hub. */
  model: string;
}

export interface WorkerRequest {
  texts: string[];
  /** True if `texts` is one question, whose word pieces are needed as well. */
  isQuestion: boolean;
}

export interface Embedded {
  /** Vectors of all texts, one after the other. */
  vectors: Float32Array;
  /** Word pieces of a question, without the marks at its beginning and end; otherwise empty. */
  pieces: number[];
  /** States of these pieces, one after the other. */
  states: Float32Array;
}

/** The answer to a request. A worker gets the next request only after it. */
export type RunResult = ({ kind: 'embedded' } & Embedded) | { kind: 'failed'; message: string };

export type WorkerMessage =
  | { kind: 'ready'; dimension: number }
  /** The worker ends after this message. */
  | { kind: 'not_loaded'; reason: string }
  | RunResult;
