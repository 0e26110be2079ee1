/** What a service and the process that builds its tables say to each other. */

export interface BuildSettings {
  /** Folder of the model, or its id on a hub. */
  model: string;
  /** Where the tables appear. */
  folder: string;
}

export type BuildMessage =
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'built' }
  | { kind: 'failed'; message: string };
