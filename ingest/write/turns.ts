/**
 * Mutual exclusion of ingest processes. A process stores its mark, then reads all marks. If it sees
 * an earlier request, it takes its mark back and waits. Otherwise it waits until no other process
 * writes. So two never write at once, and the one that has waited longest is next.
 *
 * A process that is gone, or has not renewed its mark for `lifeMs`, is passed over. A process that
 * was paused for so long notices this before its next write (`assertHeld`), writes nothing more and
 * repeats its batch: what it left half done is what a process that died leaves. A write that was
 * under way may still arrive late; the repeat decides again, and withdraws signals that are at two
 * positions. But late observations and event versions, from which the repeat decides, would hide
 * what another process wrote meanwhile: the store rejects them (`untilMs`). The store has the rest
 * of `lifeMs` to execute what arrived in time.
 *
 * A process that is alone keeps its turn for a batch that follows at once: its mark stays, so
 * nobody else can have entered, and one read of the marks shows whether another process waits and
 * gets the turn.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/domain/errors.js';
import type { StoredMark, TurnState, TurnStore } from '../../shared/domain/ports/turn-store.js';
import { nextMicros, overtakeMicros } from '../../shared/domain/versions.js';
import { isAlive, processIdNamespace } from '../../shared/platform/process/process-ids.js';

/** Thrown if others may have written since the turn began: everything must be decided again. */
export class TurnLostError extends AppError {
  constructor() {
    super('unavailable', 'this process lost its turn to write, because it was paused for too long');
  }
}

export interface HeldTurn {
  /** Throws `TurnLostError` if others may think that this process is gone. */
  assertHeld(): void;
  /** Returns the time after which the store rejects writes, in milliseconds of its clock. */
  untilMs(): number;
}

export type Turns = ReturnType<typeof createTurns>;

const LIMITS = {
  /** Milliseconds after which a process that has not renewed its mark has lost its turn. */
  lifeMs: 12_000,
  /** Replaces `lifeMs` for a process that is gone: what it sent last has arrived by then. */
  goneLifeMs: 3_000,
  /** Milliseconds between two renewals of the mark. */
  renewMs: 2_000,
  pollMs: 20,
  /** Milliseconds without a mark of another process after which this one is alone. */
  aloneMs: 60_000,
};
export type TurnLimits = typeof LIMITS;
/** Share of `lifeMs` after which a process stops writing, long before others pass it over. */
const SAFE_SHARE = 2 / 3;

/** Ids under which this process has a turn or waits for one. */
const activeIds = new Set<string>();

export function createTurns(store: TurnStore, overrides: Partial<TurnLimits> = {}) {
  const limits = { ...LIMITS, ...overrides };
  const pidNamespace = processIdNamespace();
  const ownMark = new OwnMark(store, limits, pidNamespace);
  const isInTime = (mark: StoredMark) =>
    mark.ageMs <= (isGone(mark, pidNamespace) ? limits.goneLifeMs : limits.lifeMs);
  /** Version of the last mark of each process in the store, and whether it was passed over. */
  let lastSeen = new Map<string, string>();
  let foreignWrites = 0;
  let isAlone = false;
  /** Reads all marks; returns those of other processes that wait or write, earliest first. */
  const readOtherMarks = async (): Promise<StoredMark[]> => {
    const all = await store.all();
    ownMark.compareClocks(all);
    const marks = all.filter((mark) => mark.process !== ownMark.id);
    isAlone = marks.every(({ ageMs }) => ageMs > limits.aloneMs);
    const seen = new Map<string, string>();
    for (const mark of marks) {
      const isPassedOver = isWriting(mark) && !isInTime(mark);
      const last = `${mark.version} ${isPassedOver}`;
      if (lastSeen.get(mark.process) !== last) foreignWrites += 1;
      seen.set(mark.process, last);
      // Writes from now on are later than the earlier ones of that process, even if its clock is
      // ahead.
      overtakeMicros(mark.version + (isPassedOver ? limits.lifeMs * 1_000 : 0));
    }
    lastSeen = seen;
    return marks
      .filter((mark) => mark.state !== 'idle' && isInTime(mark))
      .sort((a, b) => a.asked - b.asked || (a.process < b.process ? -1 : 1));
  };
  /** Continues a kept turn; ends it instead if another process waits. Returns true if it has it. */
  const resumeKept = async (): Promise<boolean> => {
    if (!(await ownMark.resume())) return false;
    if ((await readOtherMarks()).length === 0 && ownMark.isHeld()) return true;
    await ownMark.end();
    return false;
  };
  const enter = async (): Promise<void> => {
    ownMark.begin();
    for (;;) {
      await ownMark.claim();
      let present = await readOtherMarks();
      while (present.some(isWriting) && !ownMark.isAfter(present[0])) {
        await sleep(limits.pollMs);
        present = await readOtherMarks();
      }
      if (!ownMark.isAfter(present[0])) return;
      await ownMark.put('waiting');
      do await sleep(limits.pollMs);
      while (ownMark.isAfter((await readOtherMarks())[0]));
    }
  };
  return {
    /** Returns a count that grows whenever a turn begins and finds writes of other processes. */
    foreignWrites: () => foreignWrites,
    /**
     * Waits for a turn and runs `work` in it, one call at a time. The turn is kept for the next
     * call, `renewMs` at most, if one follows and no other process had a turn lately.
     */
    async take<T>(work: (turn: HeldTurn) => Promise<T>, isFollowed = false): Promise<T> {
      let isToKeep = false;
      try {
        if (!(await resumeKept())) await enter();
        const result = await work(ownMark);
        isToKeep = isAlone && isFollowed;
        return result;
      } finally {
        if (isToKeep) ownMark.keep();
        else await ownMark.end();
      }
    },
  };
}

/** The mark of this process, renewed as long as it waits or writes. */
class OwnMark implements HeldTurn {
  readonly id = randomUUID();
  readonly #store: TurnStore;
  readonly #limits: TurnLimits;
  readonly #pidNamespace: string;
  #state: TurnState = 'idle';
  #requestedMicros = 0;
  /** When the mark was stored last, as `performance.now()` shows it. */
  #storedAtMs = 0;
  #hasLapsed = false;
  /** What the store's clock shows when `performance.now()` is 0, or a little less. */
  #storeEpochMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isKept = false;
  #ending: Promise<void> = Promise.resolve();

  constructor(store: TurnStore, limits: TurnLimits, pidNamespace: string) {
    this.#store = store;
    this.#limits = limits;
    this.#pidNamespace = pidNamespace;
  }

  begin(): void {
    activeIds.add(this.id);
    this.#requestedMicros = nextMicros();
    this.#timer = setInterval(() => {
      if (this.#isKept) void this.end();
      // A failed renewal is not reported here: `assertHeld` notices it.
      else this.put(this.#state).catch(() => undefined);
    }, this.#limits.renewMs);
  }

  /** Keeps the turn until `resume` or the next renewal, but does not keep the process running. */
  keep(): void {
    this.#isKept = true;
    this.#timer?.unref();
  }

  /** Continues a kept turn; returns true if it was kept until now. */
  async resume(): Promise<boolean> {
    const wasKept = this.#isKept;
    this.#isKept = false;
    this.#timer?.ref();
    await this.#ending;
    return wasKept;
  }

  async claim(): Promise<void> {
    this.#hasLapsed = false;
    this.#storedAtMs = performance.now();
    await this.put('writing');
  }

  async put(state: TurnState): Promise<void> {
    this.#state = state;
    const began = performance.now();
    await this.#store.put({
      process: this.id,
      pidNamespace: this.#pidNamespace,
      pid: process.pid,
      state,
      asked: this.#requestedMicros,
    });
    // If it was renewed too late, others may have passed this process over before.
    this.#hasLapsed ||= this.#isOverdue();
    this.#storedAtMs = Math.max(this.#storedAtMs, began);
  }

  isAfter(mark: StoredMark | undefined): boolean {
    if (!mark) return false;
    return (
      mark.asked < this.#requestedMicros ||
      (mark.asked === this.#requestedMicros && mark.process < this.id)
    );
  }

  isHeld(): boolean {
    return !this.#hasLapsed && !this.#isOverdue();
  }

  assertHeld(): void {
    if (!this.isHeld()) throw new TurnLostError();
  }

  compareClocks(marks: readonly StoredMark[]): void {
    const stored = marks.find((mark) => mark.process === this.id);
    if (stored) this.#storeEpochMs = stored.storedAtMs + stored.ageMs - performance.now();
  }

  untilMs(): number {
    return Math.floor(this.#storeEpochMs + this.#storedAtMs + this.#limits.lifeMs * SAFE_SHARE);
  }

  #isOverdue(): boolean {
    return performance.now() - this.#storedAtMs > this.#limits.lifeMs * SAFE_SHARE;
  }

  end(): Promise<void> {
    clearInterval(this.#timer);
    this.#isKept = false;
    this.#ending = this.#putIdle();
    return this.#ending;
  }

  async #putIdle(): Promise<void> {
    // If this fails, the process is passed over when its time is up.
    await this.put('idle').catch(() => undefined);
    activeIds.delete(this.id);
  }
}

function isWriting(mark: StoredMark): boolean {
  return mark.state === 'writing';
}

/**
 * True if the process of the mark is certainly gone. This can only be known if it ran where this
 * process runs, because process ids can be compared there.
 */
function isGone(mark: StoredMark, pidNamespace: string): boolean {
  const { pid, process: id } = mark;
  if (mark.pidNamespace !== pidNamespace) return false;
  return pid === process.pid ? !activeIds.has(id) : !isAlive(pid);
}
