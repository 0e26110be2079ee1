/** How far a file has been loaded; all lines before `lines` are in the stores. */
export interface FileProgress {
  fileKey: string;
  lines: number;
  tallies: Record<string, number>;
  ended: boolean;
}

export interface ProgressStore {
  progress(fileKey: string): Promise<FileProgress | null>;
  putProgress(progress: FileProgress): Promise<void>;
}

/** Facts about the stored data, such as the embedding model it was made with. */
export interface FactStore {
  fact(name: string): Promise<string | null>;
  putFact(name: string, value: string): Promise<void>;
}

/** Model and dimension of the stored vectors. */
export const EMBEDDING_MODEL_FACT = 'embedding_model';
/** Which tokenizer the stored word pieces were made by. */
export const TOKENIZER_FACT = 'tokenizer';
