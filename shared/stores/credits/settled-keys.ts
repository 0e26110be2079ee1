/** The idempotency keys of one process: those in progress, and those settled in the last 24 h. */
import { LRUCache } from 'lru-cache';
import { type KeyState, SETTLED_MS, stateOfKey } from '../../domain/credits/key-state.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { ClaimOutcome, IdempotencyClaim } from '../../domain/ports/credit-meter.js';
import type { SettledKey, UsageStore } from '../../domain/ports/usage-store.js';

export interface SettledKeysDeps {
  usage: UsageStore;
  clock: Clock;
  /** Resolves when the key is on disk. */
  persist: (key: SettledKey) => Promise<void>;
  /** The most bytes of answers for repeated requests that the store does not have yet. */
  maxUnstoredBytes?: number;
}

const MAX_REMEMBERED_BYTES = 64_000_000;
const MAX_UNSTORED_BYTES = 64_000_000;

export class SettledKeys {
  readonly #deps: SettledKeysDeps;
  readonly #running = new Set<string>();
  /** Keys that are not in the store yet. All other keys are looked up there. */
  readonly #unstored = new Map<string, SettledKey>();
  #unstoredBytes = 0;
  readonly #recent: LRUCache<string, SettledKey>;

  constructor(deps: SettledKeysDeps) {
    this.#deps = deps;
    this.#recent = new LRUCache({
      maxSize: MAX_REMEMBERED_BYTES,
      sizeCalculation: (key) => 500 + bytesOf(key),
    });
  }

  async claim(claim: IdempotencyClaim): Promise<ClaimOutcome> {
    const { scope } = claim;
    if (this.#running.has(scope)) return { state: 'running' };
    // Added before the first wait, so that only one of two simultaneous requests runs.
    this.#running.add(scope);
    try {
      const outcome = await this.#findOutcome(claim);
      const isClaimed = outcome.state === 'claimed' || outcome.state === 'recompute';
      if (!isClaimed) this.#running.delete(scope);
      return outcome;
    } catch (error) {
      this.#running.delete(scope);
      throw error;
    }
  }

  /** Returns the state by the keys in memory: all that were claimed or settled a moment ago. */
  stateOfKey({ scope, fingerprint }: IdempotencyClaim, nowMs: number): KeyState {
    const settled = this.#unstored.get(scope) ?? this.#recent.get(scope);
    return stateOfKey(settled, fingerprint, nowMs);
  }

  /** False while too many bytes of answers wait for the store. Later answers are then not kept. */
  hasRoom(answer: string): boolean {
    const { maxUnstoredBytes = MAX_UNSTORED_BYTES } = this.#deps;
    return this.#unstoredBytes + answer.length <= maxUnstoredBytes;
  }

  settle(settled: SettledKey): void {
    this.#put(settled);
    this.#running.delete(settled.scope);
  }

  /** Returns what a request with a settled key gets. A recomputation counts once it is on disk. */
  async outcomeOf(keyState: Exclude<KeyState, { state: 'open' }>) {
    if (keyState.state !== 'recompute') return keyState;
    await this.#deps.persist(keyState.counted);
    this.#put(keyState.counted);
    return { state: keyState.state };
  }

  release(scope: string): void {
    this.#running.delete(scope);
  }

  /** Marks keys as stored. Only then may they be forgotten. */
  markStored(settled: Iterable<SettledKey>): void {
    for (const key of settled) {
      // A later state of the same key is still to be stored.
      if (this.#unstored.get(key.scope) !== key) continue;
      this.#unstored.delete(key.scope);
      this.#unstoredBytes -= bytesOf(key);
      this.#recent.set(key.scope, key);
    }
  }

  async #findOutcome({ scope, fingerprint }: IdempotencyClaim): Promise<ClaimOutcome> {
    const nowMs = this.#deps.clock.now();
    const settled =
      this.#unstored.get(scope) ?? this.#recent.get(scope) ?? (await this.#read(scope));
    const keyState = stateOfKey(settled, fingerprint, nowMs);
    return keyState.state === 'open' ? { state: 'claimed' } : this.outcomeOf(keyState);
  }

  #put(settled: SettledKey): void {
    const former = this.#unstored.get(settled.scope);
    this.#unstoredBytes += bytesOf(settled) - (former ? bytesOf(former) : 0);
    this.#unstored.set(settled.scope, settled);
  }

  async #read(scope: string): Promise<SettledKey | null> {
    const since = new Date(this.#deps.clock.now() - SETTLED_MS).toISOString();
    const settled = await this.#deps.usage.settledKey(scope, since);
    if (settled) this.#recent.set(scope, settled);
    return settled;
  }
}

function bytesOf({ answer }: SettledKey): number {
  return answer?.length ?? 0;
}
