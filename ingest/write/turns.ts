/**
 * Mutual exclusion of ingest processes. A process stores its mark, then reads all marks. If it sees an
 * earlier request, it takes its mark back and waits. Otherwise it waits until nobody else writes. So two
 * never write at once, and the one that has waited longest is next.
 *
 * A process that is gone, or has said nothing for `lifeMs`, is passed over. One that stood still for so
 * long finds out before its next write (`require`), writes nothing more and repeats its batch: what it
 * left half done is what a process that died leaves. A write that was under way then may still arrive
 * late; the repeat decides anew, and takes back signals that stand at two places. What the repeat decides
 * from, observations and versions of events, would hide what another process wrote meanwhile: the store
 * refuses it when it arrives late (`untilMs`). A store has the rest of a life to carry out what it took in.
 *
 * A process that is alone keeps its turn for a batch that follows at once: its mark stays, so nobody else can
 * have entered, and one look tells whether somebody waits. Who does gets the turn then.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/domain/errors.js';
import type { StoredMark, TurnState, TurnStore } from '../../shared/domain/ports/turn-store.js';
import { nextMicros, overtakeMicros } from '../../shared/domain/versions.js';
import { isAlive, processPlace } from '../../shared/platform/process/own-process.js';

/** Other processes may have written since its turn began: what was decided must be decided again. */
export class TurnLostError extends AppError {
  constructor() {
    super('unavailable', 'this process lost its turn to write, because it was paused for too long');
  }
}

export interface HeldTurn {
  /** Throws `TurnLostError` when others may think that this process is gone. */
  require(): void;
  /** By the store's clock: what arrives later comes after its turn. */
  untilMs(): number;
}

export interface Turns {
  /** Grows whenever others are found to have written, which is looked for when a turn begins. */
  changes(): number;
  /**
   * Waits for its turn; one at a time. It is kept for the next call, `renewMs` at most, if `isFollowed` says
   * at the end that there will be one, and no other process has had a turn lately.
   */
  take<T>(work: (turn: HeldTurn) => Promise<T>, isFollowed?: () => boolean): Promise<T>;
}

export interface TurnLimits {
  /** Who says nothing for so long has lost its turn. */
  lifeMs: number;
  /** The same for a process that is gone: what it sent last has arrived by then. */
  goneLifeMs: number;
  renewMs: number;
  pollMs: number;
  /** After this time without a mark of another process, this one is alone. */
  aloneMs: number;
}

const LIMITS: TurnLimits = {
  lifeMs: 12_000,
  goneLifeMs: 3_000,
  renewMs: 2_000,
  pollMs: 20,
  aloneMs: 60_000,
};
/** A process stops writing this share of its life before others pass it over. */
const SAFE_SHARE = 2 / 3;

/** Ids under which this process has a turn or waits for one. */
const ownIds = new Set<string>();

export function createTurns(store: TurnStore, given: Partial<TurnLimits> = {}): Turns {
  const limits = { ...LIMITS, ...given };
  const place = processPlace();
  const own = new OwnMark(store, limits, place);
  const counts = (mark: StoredMark) =>
    mark.ageMs <= (isGone(mark, place) ? limits.goneLifeMs : limits.lifeMs);
  const seen = new Map<string, string>();
  let changes = 0;
  let isAlone = false;
  /** The marks of others that count, the earliest first. */
  const others = async (): Promise<StoredMark[]> => {
    const all = await store.all();
    own.compareClocks(all);
    const marks = all.filter((mark) => mark.process !== own.id);
    isAlone = marks.every(({ ageMs }) => ageMs > limits.aloneMs);
    for (const mark of marks) {
      const isPassedOver = isWriting(mark) && !counts(mark);
      const last = `${mark.version} ${isPassedOver}`;
      if (seen.get(mark.process) !== last) changes += 1;
      seen.set(mark.process, last);
      // Everything written from now on is later than its earlier writes, whichever clock is ahead.
      overtakeMicros(mark.version + (isPassedOver ? limits.lifeMs * 1_000 : 0));
    }
    return marks.filter((mark) => mark.state !== 'idle' && counts(mark)).sort(earliestFirst);
  };
  const isKept = async (): Promise<boolean> => {
    if (!(await own.resume())) return false;
    if ((await others()).length === 0 && own.isAlive()) return true;
    await own.end();
    return false;
  };
  const enter = async (): Promise<void> => {
    own.begin();
    for (;;) {
      await own.claim();
      let present = await others();
      while (present.some(isWriting) && !own.isAfter(present[0])) {
        await sleep(limits.pollMs);
        present = await others();
      }
      if (!own.isAfter(present[0])) return;
      await own.put('waiting');
      do await sleep(limits.pollMs);
      while (own.isAfter((await others())[0]));
    }
  };
  return {
    changes: () => changes,
    async take(work, isFollowed = () => false) {
      let isToKeep = false;
      try {
        if (!(await isKept())) await enter();
        const result = await work(own);
        isToKeep = isAlone && isFollowed();
        return result;
      } finally {
        if (isToKeep) own.keep();
        else await own.end();
      }
    },
  };
}

/** What this process says, said again as long as it waits or writes. */
class OwnMark implements HeldTurn {
  readonly id = randomUUID();
  readonly #store: TurnStore;
  readonly #limits: TurnLimits;
  readonly #place: string;
  #state: TurnState = 'idle';
  #asked = 0;
  #storedAt = 0;
  #lapsed = false;
  /** What the store's clock shows when this process's shows 0, or a little less. */
  #storeEpochMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isKept = false;
  #ending: Promise<void> = Promise.resolve();

  constructor(store: TurnStore, limits: TurnLimits, place: string) {
    this.#store = store;
    this.#limits = limits;
    this.#place = place;
  }

  begin(): void {
    ownIds.add(this.id);
    this.#asked = nextMicros();
    this.#timer = setInterval(() => {
      if (this.#isKept) void this.end();
      // A process that does not get through learns it from `require`.
      else this.put(this.#state).catch(() => undefined);
    }, this.#limits.renewMs);
  }

  /** Until `resume`, or until it would be renewed. Keeps no process running. */
  keep(): void {
    this.#isKept = true;
    this.#timer?.unref();
  }

  /** True if the turn was kept until now. */
  async resume(): Promise<boolean> {
    const wasKept = this.#isKept;
    this.#isKept = false;
    this.#timer?.ref();
    await this.#ending;
    return wasKept;
  }

  async claim(): Promise<void> {
    this.#lapsed = false;
    this.#storedAt = performance.now();
    await this.put('writing');
  }

  async put(state: TurnState): Promise<void> {
    this.#state = state;
    const began = performance.now();
    await this.#store.put({
      process: this.id,
      place: this.#place,
      pid: process.pid,
      state,
      asked: this.#asked,
    });
    // Renewed too late, it may have been passed over before.
    this.#lapsed ||= this.#isSilent();
    this.#storedAt = Math.max(this.#storedAt, began);
  }

  isAfter(mark: StoredMark | undefined): boolean {
    if (!mark) return false;
    return mark.asked < this.#asked || (mark.asked === this.#asked && mark.process < this.id);
  }

  isAlive(): boolean {
    return !this.#lapsed && !this.#isSilent();
  }

  require(): void {
    if (!this.isAlive()) throw new TurnLostError();
  }

  compareClocks(marks: readonly StoredMark[]): void {
    const own = marks.find((mark) => mark.process === this.id);
    if (own) this.#storeEpochMs = own.storedAtMs + own.ageMs - performance.now();
  }

  untilMs(): number {
    return Math.floor(this.#storeEpochMs + this.#storedAt + this.#limits.lifeMs * SAFE_SHARE);
  }

  #isSilent(): boolean {
    return performance.now() - this.#storedAt > this.#limits.lifeMs * SAFE_SHARE;
  }

  end(): Promise<void> {
    clearInterval(this.#timer);
    this.#isKept = false;
    this.#ending = this.#sayIdle();
    return this.#ending;
  }

  async #sayIdle(): Promise<void> {
    // Not said, it is passed over when its time is up.
    await this.put('idle').catch(() => undefined);
    ownIds.delete(this.id);
  }
}

function isWriting(mark: StoredMark): boolean {
  return mark.state === 'writing';
}

/** Certainly: it ran where process ids are those of this process. */
function isGone({ place, pid, process: id }: StoredMark, own: string): boolean {
  if (place !== own) return false;
  return pid === process.pid ? !ownIds.has(id) : !isAlive(pid);
}

function earliestFirst(a: StoredMark, b: StoredMark): number {
  return a.asked - b.asked || (a.process < b.process ? -1 : 1);
}
