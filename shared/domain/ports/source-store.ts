import type { SourceState } from './charge-source.js';

/** A source of charges as it was last published. */
export interface PublishedSource extends SourceState {
  /** True if the source has stopped and is empty. No billing period waits for it. */
  ended: boolean;
}

/**
 * Stores every source of charges that ever existed. Methods reject with a retriable `AppError` if
 * the store is unavailable.
 */
export interface SourceStore {
  /** Returns all sources, sorted by id. */
  sources(): Promise<PublishedSource[]>;
  /** Stores a source. The last write wins, even if the clock was set back in between. */
  putSource(source: PublishedSource): Promise<void>;
}
