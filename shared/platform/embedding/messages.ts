/** What the embedder and its worker thread say to each other. */

export interface WorkerSettings {
  /** Folder that holds the model's folder, for local models. */
  localModelPath: string | null;
  /** Folder name or hub id. */
  model: string;
}

export type WorkerRequest =
  | { kind: 'embed'; id: number; texts: string[] }
  /** Ends the thread after the run it is in. */
  | { kind: 'close' }
  /** Ends it as a bug would; for tests. */
  | { kind: 'crash' };

export type WorkerMessage =
  | { kind: 'ready'; dimension: number }
  /** The vectors of all texts one behind the other. */
  | { kind: 'embedded'; id: number; vectors: Float32Array }
  | { kind: 'failed'; id: number; message: string };
