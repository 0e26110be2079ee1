import type { SourceState } from './charge-source.js';

export interface KnownSource extends SourceState {
  /** Stopped with nothing left; nobody waits for it. */
  ended: boolean;
}

/** Every source of charges there has ever been. Throws `unavailable` when the store is away. */
export interface SourceStore {
  sources(): Promise<KnownSource[]>;
  /** The last write stands, also when the clock was set back in between. */
  putSource(source: KnownSource): Promise<void>;
}
