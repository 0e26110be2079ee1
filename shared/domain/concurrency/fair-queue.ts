/**
 * Shares permits for a scarce resource between owners. The owner with the fewest permits is served
 * next, then the one that was served longest ago, however many calls others have waiting. No owner
 * can hold all permits, so a short call need not wait for a long one of another owner.
 */
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.js';
import { OWN_WORK } from './on-behalf-of.js';

interface Owner {
  readonly name: string;
  running: number;
  /** Each starts a waiting call. */
  readonly waiting: (() => void)[];
}

/** The number of waiting calls per owner. The process's own work has only the total limit. */
export const MAX_WAITING_PER_OWNER = 500;
export const MAX_WAITING = 5_000;
/** The number of owners whose last permit is remembered. Others count as new. */
const MAX_REMEMBERED = 10_000;

export class FairQueue {
  readonly #permits: number;
  readonly #permitsPerOwner: number;
  /** Owners with a call that runs or waits. */
  readonly #owners = new Map<string, Owner>();
  readonly #lastServed = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  #served = 0;
  #running = 0;
  #waiting = 0;

  /** `permits` is the number of calls that may run at once. */
  constructor(permits: number) {
    this.#permits = permits;
    this.#permitsPerOwner = Math.max(1, permits - 1);
  }

  /** The number of calls that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` with a permit, or rejects with `unavailable` at once if too many calls wait. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(name) ?? { name, running: 0, waiting: [] };
    if (this.#mayStart(owner)) this.#start(owner);
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      owner.running -= 1;
      if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(name);
      this.#serveNext();
    }
  }

  /** Waiting calls need no check: if a permit is free, their owners may not take it. */
  #mayStart(owner: Owner): boolean {
    return this.#running < this.#permits && owner.running < this.#permitsPerOwner;
  }

  #start(owner: Owner): void {
    this.#running += 1;
    owner.running += 1;
    this.#served += 1;
    this.#owners.set(owner.name, owner);
    this.#lastServed.set(owner.name, this.#served);
  }

  #wait(owner: Owner): Promise<void> {
    const isCrowded = owner.name !== OWN_WORK && owner.waiting.length >= MAX_WAITING_PER_OWNER;
    if (isCrowded || this.#waiting >= MAX_WAITING) {
      throw new AppError('unavailable', 'too many calls are waiting');
    }
    this.#waiting += 1;
    this.#owners.set(owner.name, owner);
    return new Promise((resolve) => owner.waiting.push(resolve));
  }

  #serveNext(): void {
    let next: Owner | undefined;
    for (const owner of this.#owners.values()) {
      if (owner.waiting.length === 0 || !this.#mayStart(owner)) continue;
      if (!next || this.#comesBefore(owner, next)) next = owner;
    }
    const begin = next?.waiting.shift();
    if (!next || !begin) return;
    this.#waiting -= 1;
    this.#start(next);
    begin();
  }

  #comesBefore(one: Owner, other: Owner): boolean {
    if (one.running !== other.running) return one.running < other.running;
    const lastServedOf = ({ name }: Owner): number => this.#lastServed.get(name) ?? 0;
    return lastServedOf(one) < lastServedOf(other);
  }
}
