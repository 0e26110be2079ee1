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
}

export type WorkerMessage =
  | { kind: 'ready'; dimension: number }
  /** The vectors of all texts one behind the other. */
  | { kind: 'embedded'; id: number; vectors: Float32Array }
  | { kind: 'failed'; id: number; message: string };
