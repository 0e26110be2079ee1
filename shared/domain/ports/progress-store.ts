/** How far a file has been loaded. All lines before `lines` are in the stores. */
export interface FileProgress {
  fileKey: string;
  lines: number;
  /** Counts of the load so far, keyed by name. */
  tallies: Record<string, number>;
  /** True if the file was loaded to its end. */
  ended: boolean;
}

/** Stores checkpoints. Methods reject with a retriable `AppError` if the store is unavailable. */
export interface ProgressStore {
  /** Returns the checkpoint of the file, `null` if it was never loaded. */
  progress(fileKey: string): Promise<FileProgress | null>;
  /** Stores a checkpoint. The last write wins. */
  putProgress(progress: FileProgress): Promise<void>;
}

/**
 * Stores facts about the data, such as the embedding model that made its vectors. Methods reject
 * with a retriable `AppError` if the store is unavailable.
 */
export interface FactStore {
  /** Returns the value of the fact, `null` if it was never put. */
  fact(name: string): Promise<string | null>;
  /** Stores a fact. The last write wins. */
  putFact(name: string, value: string): Promise<void>;
}

/** Name of the fact that holds the model and the dimension of the stored vectors. */
export const EMBEDDING_MODEL_FACT = 'embedding_model';
/** Name of the fact that says which tokenizer made the stored word pieces. */
export const TOKENIZER_FACT = 'tokenizer';
