import type { SourceState } from './charge-source.js';

export interface KnownSource extends SourceState {
  /** Stopped and empty; no period waits for it. */
  ended: boolean;
}

/** Every source of charges there has ever been. Throws `unavailable` if the store is unavailable. */
export interface SourceStore {
  sources(): Promise<KnownSource[]>;
  /** The last write wins, also when the clock was set back in between. */
  putSource(source: KnownSource): Promise<void>;
}
