/** Turns of several processes, on a fake store whose calls take effect at random moments. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns, TurnLostError } from '../../../../ingest/write/turns.js';
import type {
  StoredMark,
  TurnMark,
  TurnStore,
} from '../../../../shared/domain/ports/turn-store.js';
import { nextMicros } from '../../../../shared/domain/versions.js';
import { until } from '../../../helpers/eventually.js';
import { createGate } from '../../../helpers/gate.js';
import { createRandom, type Random } from '../../../helpers/random.js';

const SEEDS = process.env.LONG ? 400 : 40;
/** Time of the store's clock when the clocks of the processes are at 0. */
const STORE_EPOCH_MS = 1_790_000_000_000;
const QUICK = { pollMs: 0, renewMs: 5 };
/** Each process counts as alone at once, so that turns are kept although there are others. */
const KEEPING = { ...QUICK, aloneMs: -1 };

interface Marks {
  /** Returns the number of waiting processes. */
  waiting(): number;
  /** Returns the store of one process. */
  store(): TurnStore;
  /** Cuts this store off: its writes fail, or hang until `thaw` and take effect then. */
  freeze(store: TurnStore, writes: 'fail' | 'hang'): void;
  thaw(store: TurnStore): void;
}

function createMarks(random: Random): Marks {
  const marks = new Map<string, { mark: TurnMark; version: number; storedAt: number }>();
  const frozen = new Map<
    TurnStore,
    { writes: 'fail' | 'hang'; gate: ReturnType<typeof createGate> }
  >();
  const some = async () => {
    for (let left = random.below(6); left > 0; left -= 1) await nextTurn();
  };
  return {
    waiting: () => [...marks.values()].filter(({ mark }) => mark.state === 'waiting').length,
    freeze: (store, writes) => frozen.set(store, { writes, gate: createGate() }),
    thaw(store) {
      frozen.get(store)?.gate.open();
      frozen.delete(store);
    },
    store() {
      const own: TurnStore = {
        async put(mark) {
          const version = nextMicros();
          const cutOff = frozen.get(own);
          if (cutOff?.writes === 'fail') throw new Error('the store is unreachable');
          await cutOff?.gate.opened;
          await some();
          const before = marks.get(mark.process);
          if (!before || before.version < version) {
            marks.set(mark.process, { mark, version, storedAt: performance.now() });
          }
          await some();
        },
        async all() {
          await some();
          const found = [...marks.values()].map(
            ({ mark, version, storedAt }): StoredMark => ({
              ...mark,
              version,
              ageMs: performance.now() - storedAt,
              storedAtMs: STORE_EPOCH_MS + storedAt,
            }),
          );
          await some();
          return found;
        },
      };
      return own;
    },
  };
}

/** Returns a store that records in `puts` the states that are stored. */
function counted(store: TurnStore): { store: TurnStore; puts: string[] } {
  const puts: string[] = [];
  const put = async (mark: TurnMark) => {
    puts.push(mark.state);
    await store.put(mark);
  };
  return { store: { ...store, put }, puts };
}

const nothing = async () => undefined;

describe('createTurns', () => {
  it.each([
    ['are released at once', QUICK],
    ['are kept for the next batch', KEEPING],
  ])('runs every turn, and never two at a time, if turns %s', async (_, limits) => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = createRandom(seed);
      const marks = createMarks(random);
      let writing = 0;
      let most = 0;
      let done = 0;
      const members = Array.from({ length: 2 + random.below(4) }, async () => {
        const turns = createTurns(marks.store(), limits);
        for (let turn = 0; turn < 5; turn += 1) {
          const work = async () => {
            writing += 1;
            most = Math.max(most, writing);
            for (let left = random.below(8); left > 0; left -= 1) await nextTurn();
            writing -= 1;
            done += 1;
          };
          await turns.take(work, turn < 4);
          for (let left = random.below(8); left > 0; left -= 1) await nextTurn();
        }
      });
      await Promise.all(members);
      expect(most, `seed ${seed}`).toBe(1);
      expect(done, `seed ${seed}`).toBe(members.length * 5);
    }
  });

  it('gives the next turn to the process that has waited longest', async () => {
    const marks = createMarks(createRandom(1));
    const order: string[] = [];
    const [first, ...others] = ['a', 'b', 'c'].map((name) => ({
      name,
      turns: createTurns(marks.store(), QUICK),
    }));
    if (!first) throw new Error('three of them');
    const begin = createGate();
    const end = createGate();
    const held = first.turns.take(async () => {
      begin.open();
      await end.opened;
    });
    await begin.opened;
    const waiting: Promise<unknown>[] = [];
    for (const { name, turns } of others) {
      waiting.push(turns.take(async () => void order.push(name)));
      await until(async () => marks.waiting() === waiting.length);
    }
    end.open();
    await held;
    waiting.push(first.turns.take(async () => void order.push(first.name)));
    await Promise.all(waiting);
    expect(order).toEqual(['b', 'c', 'a']);
  });

  it('keeps the turn of a process that is alone if another batch follows', async () => {
    const { store, puts } = counted(createMarks(createRandom(1)).store());
    const turns = createTurns(store, { ...QUICK, renewMs: 10_000 });
    for (const isFollowed of [true, true, false]) await turns.take(nothing, isFollowed);
    expect(puts).toEqual(['writing', 'idle']);
    await turns.take(nothing);
    expect(puts).toEqual(['writing', 'idle', 'writing', 'idle']);
  });

  it('releases a kept turn for another process, and keeps none while others write', async () => {
    const marks = createMarks(createRandom(1));
    const { store, puts } = counted(marks.store());
    const [one, two] = [createTurns(store, QUICK), createTurns(marks.store(), QUICK)];
    await one.take(nothing, true);
    await two.take(nothing);
    // On a busy machine, a longer turn may store the state `writing` again.
    const changes = () => puts.filter((state, at) => state !== puts[at - 1]);
    expect(changes()).toEqual(['writing', 'idle']);
    await one.take(nothing, true);
    expect(changes()).toEqual(['writing', 'idle', 'writing', 'idle']);
  });

  it('notices that a kept turn has expired and another process has written meanwhile', async () => {
    const marks = createMarks(createRandom(1));
    const stopped = marks.store();
    const limits = { ...KEEPING, renewMs: 10_000, lifeMs: 100 };
    const [late, other] = [createTurns(stopped, limits), createTurns(marks.store(), limits)];
    await late.take(nothing, true);
    await other.take(nothing);
    const before = late.foreignWrites();
    await late.take(async (turn) => turn.assertHeld());
    expect(late.foreignWrites()).toBeGreaterThan(before);
  });

  it('reports whether other processes have written since the last turn', async () => {
    const marks = createMarks(createRandom(1));
    const [one, two] = [createTurns(marks.store(), QUICK), createTurns(marks.store(), QUICK)];
    await one.take(nothing);
    const before = one.foreignWrites();
    await one.take(nothing);
    expect(one.foreignWrites()).toBe(before);
    await two.take(nothing);
    await one.take(nothing);
    expect(one.foreignWrites()).toBeGreaterThan(before);
  });

  it('remembers no process whose mark the store no longer has', async () => {
    const store = createMarks(createRandom(1)).store();
    const gone = { process: 'gone', pidNamespace: '', pid: 1, state: 'idle', asked: 1 } as const;
    let others: StoredMark[] = [{ ...gone, ageMs: 0, storedAtMs: STORE_EPOCH_MS, version: 1 }];
    const all = async () => [...(await store.all()), ...others];
    const turns = createTurns({ ...store, all }, QUICK);
    await turns.take(nothing);
    const before = turns.foreignWrites();
    const kept = others;
    others = [];
    await turns.take(nothing);
    expect(turns.foreignWrites()).toBe(before);
    others = kept;
    await turns.take(nothing);
    expect(turns.foreignWrites()).toBe(before + 1);
  });

  it('gives the deadline of writes in the time of the clock of the store', async () => {
    const marks = createMarks(createRandom(1));
    const limits = { ...QUICK, lifeMs: 9_000 };
    await createTurns(marks.store(), limits).take(async (turn) => {
      const left = turn.untilMs() - (STORE_EPOCH_MS + performance.now());
      expect(left).toBeGreaterThan(4_000);
      expect(left).toBeLessThanOrEqual(6_000);
    });
  });

  it.each(['fail', 'hang'] as const)(
    'passes over a process whose renewals %s, which fails before its next write',
    async (writes) => {
      const marks = createMarks(createRandom(1));
      const stopped = marks.store();
      const limits = { ...QUICK, lifeMs: 150 };
      const late = createTurns(stopped, limits);
      const other = createTurns(marks.store(), limits);
      const order: string[] = [];
      await late.take(async (turn) => {
        turn.assertHeld();
        marks.freeze(stopped, writes);
        await other.take(async () => void order.push('other'));
        expect(() => turn.assertHeld()).toThrow(TurnLostError);
        marks.thaw(stopped);
        // A mark that is renewed now comes too late.
        await sleep(20);
        expect(() => turn.assertHeld()).toThrow(TurnLostError);
      });
      expect(order).toEqual(['other']);
    },
  );
});
