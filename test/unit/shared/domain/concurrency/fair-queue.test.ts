/** The fair queue: the order of owners, their permits and the limits of waiting calls. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  FairQueue,
  MAX_WAIT_MS,
  MAX_WAITING,
  MAX_WAITING_PER_OWNER,
} from '../../../../../shared/domain/concurrency/fair-queue.js';
import { OWN_WORK } from '../../../../../shared/domain/concurrency/on-behalf-of.js';

/** Returns a queue whose calls run until `end`; `begun` has their owners in the order of starts. */
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
    // A call that nobody ends gives up in the end, maybe during another test.
    ended.catch(() => undefined);
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

describe('FairQueue: order', () => {
  it('alternates between two owners although one has queued a hundred calls', async () => {
    const { begun, call, end } = controlled(1);
    for (const owner of times(100, 'a')) call(owner);
    call('b');
    call('b');
    await end();
    await end();
    await end();
    expect(begun).toEqual(['a', 'b', 'a', 'b']);
  });

  it('leaves one permit to others, so that a short call need not wait for a long one', () => {
    const { begun, call } = controlled(3);
    for (const owner of times(10, 'a')) call(owner);
    expect(begun).toEqual(['a', 'a']);
    call('b');
    expect(begun).toEqual(['a', 'a', 'b']);
  });

  it('serves the owner with the fewest running calls next', async () => {
    const { begun, running, call, end } = controlled(4);
    for (const owner of ['a', 'a', 'a', 'b']) call(owner);
    call('a');
    call('b');
    await end(running.findIndex(({ owner }) => owner === 'a'));
    expect(begun.at(-1)).toBe('b');
  });

  it('serves the owner served longest ago although others keep adding calls', async () => {
    const { begun, running, call, end } = controlled(1);
    const waiting = ['c1', 'c2', 'c3', 'b', 'b'];
    for (const owner of waiting) call(owner);
    for (let at = 0; at < 8; at += 1) {
      const owner = running[0]?.owner ?? '';
      // These owners add their next call before the running one ends.
      if (owner.startsWith('c')) call(owner);
      await end();
    }
    expect(begun.slice(0, 8)).toEqual(['c1', 'c2', 'c3', 'b', 'c1', 'c2', 'c3', 'b']);
  });

  it('passes the permit on when a call fails', async () => {
    const { begun, call, end } = controlled(1);
    const failing = call('a').ended;
    call('b');
    const seen = expect(failing).rejects.toThrow('broken');
    await end(0, new Error('broken'));
    await seen;
    expect(begun).toEqual(['a', 'b']);
  });
});

describe('FairQueue: limits', () => {
  it('rejects calls of an owner with too many waiting, and still serves other owners', async () => {
    const { queue, begun, call, end } = controlled(1);
    for (const owner of times(MAX_WAITING_PER_OWNER + 1, 'a')) call(owner);
    await expect(call('a').ended).rejects.toMatchObject({ code: 'unavailable', retriable: true });
    call('b');
    expect(queue.waiting).toBe(MAX_WAITING_PER_OWNER + 1);
    await end();
    expect(begun).toEqual(['a', 'b']);
    // Now the owner may add a call again.
    await end();
    call('a');
    expect(queue.waiting).toBe(MAX_WAITING_PER_OWNER);
  });

  it('rejects a call that has waited too long, but never work of the process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { queue, begun, call, end } = controlled(1);
    call('a');
    const late = call('b').ended;
    call(OWN_WORK);
    vi.advanceTimersByTime(MAX_WAIT_MS);
    await expect(late).rejects.toThrow(/^The call waited too long for its turn/);
    expect(queue.waiting).toBe(1);
    await end();
    expect(begun).toEqual(['a', OWN_WORK]);
  });

  it('rejects a call when too many calls of all owners wait', async () => {
    const { call } = controlled(1);
    for (let at = 0; at <= MAX_WAITING; at += 1) call(`owner ${at}`);
    await expect(call('d').ended).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('FairQueue runs all calls within its limits, and no owner waits for long', async () => {
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
          // While one waits, each other owner is served at most once per permit.
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
