/** The messages between a service and the process that builds its tables. */

export interface BuildSettings {
  /** Folder of the model, or its id on a hub. */
  model: string;
  /** The folder in which the tables appear. */
  folder: string;
}

export type BuildMessage =
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'built' }
  | { kind: 'failed'; message: string };
