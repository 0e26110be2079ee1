/**
 * Shares permits for a scarce resource between owners. The owner with the fewest permits is served
 * next, then the one that was served longest ago, however many calls others have waiting. No owner
 * can hold all permits, so a short call need not wait for a long one of another owner.
 */
import { LRUCache } from 'lru-cache';
import { TooManyWaitingError } from '../errors.js';
import { isAccount, OWN_WORK } from './on-behalf-of.js';

interface Owner {
  readonly name: string;
  running: number;
  /** Each starts a waiting call. */
  readonly waiting: (() => void)[];
}

/** Limits per owner. The process's own work has only the limit of all waiting calls. */
export const MAX_WAITING_PER_OWNER = 500;
/** A request waits a few times, and has to be answered before its client gives up. */
export const MAX_WAIT_MS = 15_000;
export const MAX_WAITING = 5_000;
const WAITED_TOO_LONG =
  'The call waited too long for its turn: the service is busy, or a store does not respond.';
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

  /** Runs `work` with a permit. Rejects with `unavailable` if too many calls wait, or too long. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(name) ?? { name, running: 0, waiting: [] };
    if (this.#mayStart(owner)) this.#start(owner);
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      owner.running -= 1;
      this.#forgetIdle(owner);
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
      const calls = isCrowded && isAccount(owner.name) ? 'calls of this account' : 'calls';
      throw new TooManyWaitingError(
        owner.name,
        `Too many ${calls} are waiting. Send fewer at once.`,
      );
    }
    this.#waiting += 1;
    this.#owners.set(owner.name, owner);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        owner.waiting.splice(owner.waiting.indexOf(begin), 1);
        this.#waiting -= 1;
        this.#forgetIdle(owner);
        reject(new TooManyWaitingError(owner.name, WAITED_TOO_LONG));
      };
      const timer = owner.name === OWN_WORK ? undefined : setTimeout(giveUp, MAX_WAIT_MS);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      owner.waiting.push(begin);
    });
  }

  #forgetIdle({ name, running, waiting }: Owner): void {
    if (running === 0 && waiting.length === 0) this.#owners.delete(name);
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
