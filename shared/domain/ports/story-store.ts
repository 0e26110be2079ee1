import type { SignalRecord } from './signal-writer.js';

/** A news story, and the group of stories that shows it. */
export interface Story {
  /** The signal of this story alone. `draft.signalId` is the story's id. */
  record: SignalRecord;
  /** Id of the signal that shows the group. */
  groupId: string;
  subtypeKey: string;
  /** The headline in the form in which headlines are compared. */
  titleKey: string;
  /** The `titleKey` that all stories about the same news share. */
  clusterKey: string;
  /** When the story was first received, in microseconds since the epoch. Never changes. */
  arrival: number;
}

/** What stories of one group have in common: company and subtype. */
interface StoryPlace {
  companyKey: string;
  subtypeKey: string;
}

/** The stories that can be in one group. */
export interface StoryCluster extends StoryPlace {
  clusterKey: string;
}

/** Stories of a company and subtype, published from `fromMs` to `untilMs` (both included). */
interface StoryRange extends StoryPlace {
  fromMs: number;
  untilMs: number;
}

/** Stores news stories. Methods reject with a retriable `AppError` if the store is unavailable. */
export interface StoryStore {
  /** Returns the stories with these ids, in any order. Unknown ids are absent. */
  read(storyIds: readonly string[]): Promise<Story[]>;
  /**
   * Returns all stories of whole clusters, in any order: of `clusters`, and of the clusters of
   * every story that has the company and subtype of one of `ranges` and has one of the headlines or
   * was published within that range.
   */
  clusters(
    clusters: readonly StoryCluster[],
    ranges: readonly StoryRange[],
    titleKeys: readonly string[],
  ): Promise<Story[]>;
  /** Stores stories. Repeating a write changes nothing; the last put of a story wins. */
  put(stories: readonly Story[]): Promise<void>;
}
