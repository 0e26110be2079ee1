import type { SignalRecord } from './signal-writer.js';

/** A story of the press as it came, and the group that shows it. */
export interface Story {
  /** The signal of this story alone; `draft.signalId` is the story's id. */
  record: SignalRecord;
  /** Id of the signal that shows it. */
  groupId: string;
  subtypeKey: string;
  /** Headline as headlines are compared. */
  titleKey: string;
  /** `titleKey` of the stories that tell the same. */
  clusterKey: string;
  /** When it first came, microseconds since the epoch; never changes. */
  arrival: number;
}

/** Stories about one company under one subtype. */
interface StoryPlace {
  companyKey: string;
  subtypeKey: string;
}

/** The stories that can be in one group. */
export interface StoryCluster extends StoryPlace {
  clusterKey: string;
}

/** A place and a time, ends included, milliseconds since the epoch. */
export interface StoryRange extends StoryPlace {
  fromMs: number;
  untilMs: number;
}

/**
 * Stories, for ingest. Repeating a write changes nothing, the last put wins. Throws a retriable
 * `AppError` (`unavailable`) if the store is unavailable.
 */
export interface StoryStore {
  read(storyIds: readonly string[]): Promise<Story[]>;
  /**
   * Whole clusters: these, and those of every story at the ranges' places that has one of the headlines or
   * was published within the range.
   */
  clusters(
    clusters: readonly StoryCluster[],
    ranges: readonly StoryRange[],
    titleKeys: readonly string[],
  ): Promise<Story[]>;
  put(stories: readonly Story[]): Promise<void>;
}
