/** What the embedder and its worker process say to each other. */

export interface WorkerSettings {
  /** Folder that holds the model's folder, for local models. */
  localModelPath: string | null;
  /** Folder name or hub id. */
  model: string;
}

export interface WorkerRequest {
  id: number;
  texts: string[];
  /** One text, of which each word piece is wanted too. */
  isQuestion: boolean;
}

export interface Embedded {
  /** The vectors of all texts one behind the other. */
  vectors: Float32Array;
  /** Of a question: its word pieces without the marks of begin and end, and their states. */
  pieces: number[];
  states: Float32Array;
}

export type WorkerMessage =
  | { kind: 'ready'; dimension: number }
  /** The worker ends then. */
  | { kind: 'not_loaded'; reason: string }
  | ({ kind: 'embedded'; id: number } & Embedded)
  | { kind: 'failed'; id: number; message: string };
