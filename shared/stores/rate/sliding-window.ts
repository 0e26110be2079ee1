/**
 * Counts the hits of the last minute in one-second buckets, by key. There are never more than the
 * limit in any 60 s: the oldest bucket counts until every instant of it is a minute old. Memory per
 * key is constant.
 */
import { LRUCache } from 'lru-cache';
import type { RateWindow, WindowState } from '../../domain/ports/rate-window.js';

const BUCKETS = 61;
const SECOND_MS = 1_000;
const MAX_KEYS = 100_000;

interface Window {
  counts: Uint32Array;
  /** The second of the newest bucket, since the epoch. */
  newest: number;
}

export class SlidingWindow implements RateWindow {
  readonly #windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  async take(key: string, limit: number, nowMs: number): Promise<WindowState> {
    const isTaken = this.count(key, nowMs) < limit;
    if (isTaken) this.add(key, nowMs);
    return { isTaken, count: this.count(key, nowMs), resetMs: this.#resetMs(key, nowMs) };
  }

  /** Counts a hit. Returns the hits of the last minute, including the new one. */
  add(key: string, nowMs: number): number {
    const window = this.#windowAt(key, nowMs);
    const at = window.newest % BUCKETS;
    window.counts[at] = (window.counts[at] ?? 0) + 1;
    return totalOf(window);
  }

  count(key: string, nowMs: number): number {
    return totalOf(this.#windowAt(key, nowMs));
  }

  /** Returns when the oldest hit stops counting; now if there are no hits. */
  #resetMs(key: string, nowMs: number): number {
    const window = this.#windowAt(key, nowMs);
    for (let age = BUCKETS - 1; age >= 0; age -= 1) {
      const second = window.newest - age;
      if ((window.counts[second % BUCKETS] ?? 0) > 0) return (second + BUCKETS) * SECOND_MS;
    }
    return nowMs;
  }

  #windowAt(key: string, nowMs: number): Window {
    const second = Math.floor(nowMs / SECOND_MS);
    let window = this.#windows.get(key);
    if (!window) {
      window = { counts: new Uint32Array(BUCKETS), newest: second };
      this.#windows.set(key, window);
    }
    // A hit whose clock is less than a minute behind, such as that of another host, counts in the
    // newest bucket. If a clock was set back further, all hits count as new.
    if (window.newest - second >= BUCKETS) {
      const total = totalOf(window);
      window.counts.fill(0);
      window.counts[second % BUCKETS] = total;
      window.newest = second;
    }
    const firstNew = Math.max(window.newest, second - BUCKETS) + 1;
    for (let at = firstNew; at <= second; at += 1) window.counts[at % BUCKETS] = 0;
    window.newest = Math.max(window.newest, second);
    return window;
  }
}

function totalOf(window: Window): number {
  return window.counts.reduce((sum, count) => sum + count, 0);
}
