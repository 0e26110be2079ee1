/** Who is served next, how many at once, and how many may wait. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FairQueue,
  MAX_WAITING,
  MAX_WAITING_PER_OWNER,
} from '../../../../../shared/domain/concurrency/fair-queue.js';

/** A queue whose calls run until they are told to end; `begun` says in which order they were begun. */
function controlled(permits: number) {
  const queue = new FairQueue(permits);
  const begun: string[] = [];
  const running: { owner: string; end: (error?: Error) => void }[] = [];
  const call = (owner: string): { ended: Promise<void> } => {
    const ended = queue.run(owner, () => {
      begun.push(owner);
      return new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve());
        running.push({ owner, end });
      });
    });
    return { ended };
  };
  const end = async (at = 0, error?: Error): Promise<void> => {
    running.splice(at, 1)[0]?.end(error);
    await settled();
  };
  return { queue, begun, running, call, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const times = (count: number, owner: string): string[] => Array(count).fill(owner);

describe('turns', () => {
  it('go to the one who comes after a hundred calls of another', async () => {
    const { begun, call, end } = controlled(1);
    for (const owner of times(100, 'a')) call(owner);
    call('b');
    call('b');
    await end();
    await end();
    await end();
    expect(begun).toEqual(['a', 'b', 'a', 'b']);
  });

  it('leave a permit to others: a short call waits for no long one', () => {
    const { begun, call } = controlled(3);
    for (const owner of times(10, 'a')) call(owner);
    expect(begun).toEqual(['a', 'a']);
    call('b');
    expect(begun).toEqual(['a', 'a', 'b']);
  });

  it('go to whoever holds least', async () => {
    const { begun, running, call, end } = controlled(4);
    for (const owner of ['a', 'a', 'a', 'b']) call(owner);
    call('a');
    call('b');
    await end(running.findIndex(({ owner }) => owner === 'a'));
    expect(begun.at(-1)).toBe('b');
  });

  it('are not had again by coming back: who has just had one waits for who has not', async () => {
    const { begun, running, call, end } = controlled(1);
    const waiting = ['c1', 'c2', 'c3', 'b', 'b'];
    for (const owner of waiting) call(owner);
    for (let at = 0; at < 8; at += 1) {
      const owner = running[0]?.owner ?? '';
      // Each of these always has one call, which is new.
      if (owner.startsWith('c')) call(owner);
      await end();
    }
    expect(begun.slice(0, 8)).toEqual(['c1', 'c2', 'c3', 'b', 'c1', 'c2', 'c3', 'b']);
  });

  it('are handed on when a call fails', async () => {
    const { begun, call, end } = controlled(1);
    const failing = call('a').ended;
    call('b');
    const seen = expect(failing).rejects.toThrow('broken');
    await end(0, new Error('broken'));
    await seen;
    expect(begun).toEqual(['a', 'b']);
  });
});

describe('bounds', () => {
  it('are for each owner: whoever has too many waiting is told so, others are served', async () => {
    const { queue, begun, call, end } = controlled(1);
    for (const owner of times(MAX_WAITING_PER_OWNER + 1, 'a')) call(owner);
    await expect(call('a').ended).rejects.toMatchObject({ code: 'unavailable', retriable: true });
    call('b');
    expect(queue.waiting).toBe(MAX_WAITING_PER_OWNER + 1);
    await end();
    expect(begun).toEqual(['a', 'b']);
    // There is room again.
    await end();
    call('a');
    expect(queue.waiting).toBe(MAX_WAITING_PER_OWNER);
  });

  it('are for all together', async () => {
    const { call } = controlled(1);
    for (let at = 0; at <= MAX_WAITING; at += 1) call(`owner ${at}`);
    await expect(call('d').ended).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('whatever comes: all calls run, no more at once than may, and nobody with a call waits twice', async () => {
  const owners = fc.constantFrom('a', 'b', 'c', 'd');
  const plan = fc.array(fc.oneof(owners, fc.nat(5)), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), plan, async (permits, steps) => {
      const { queue, begun, running, call, end } = controlled(permits);
      const waiting = new Map<string, number>();
      let calls = 0;
      const check = () => {
        expect(running.length).toBeLessThanOrEqual(permits);
        for (const owner of 'abcd') {
          const own = running.filter((each) => each.owner === owner).length;
          expect(own).toBeLessThanOrEqual(Math.max(1, permits - 1));
        }
        expect(queue.waiting).toBe(calls - begun.length);
      };
      const finishOne = async (at: number) => {
        const before = begun.length;
        await end(at % Math.max(1, running.length));
        for (const owner of begun.slice(before)) waiting.delete(owner);
        for (const owner of 'abcd') {
          const asked = waiting.get(owner);
          // While one waits, each of the others is served at most once for every permit it may hold.
          if (asked !== undefined) expect(begun.length - asked).toBeLessThanOrEqual(4 * permits);
        }
      };
      for (const step of steps) {
        if (typeof step === 'number') await finishOne(step);
        else {
          calls += 1;
          const before = begun.length;
          call(step);
          if (begun.length === before && !waiting.has(step)) waiting.set(step, before);
        }
        check();
      }
      while (running.length > 0) await finishOne(0);
      expect(begun).toHaveLength(calls);
    }),
    { numRuns: 60 },
  );
});
