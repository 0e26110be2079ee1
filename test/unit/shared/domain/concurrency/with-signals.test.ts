/** Ending work by one of several signals, without a trace in those that live on. */
import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { withSignals } from '../../../../../shared/domain/concurrency/with-signals.js';

const untilAborted = (signal: AbortSignal) =>
  new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

it('aborts the work with the reason of the signal that is aborted first', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const work = withSignals([first.signal, second.signal], untilAborted);
  second.abort(new Error('second'));
  first.abort(new Error('first'));
  await expect(work).rejects.toThrow('second');
});

it('aborts the work at once if a signal was aborted before', async () => {
  const left = AbortSignal.abort(new Error('left'));
  const signals = [new AbortController().signal, left];
  await expect(withSignals(signals, untilAborted)).rejects.toThrow('left');
});

it('leaves nothing in its signals, whether the work succeeds or fails', async () => {
  const { signal } = new AbortController();
  const before = inspect(signal, { showHidden: true, customInspect: false });
  expect(await withSignals([signal], async () => 1)).toBe(1);
  await expect(
    withSignals([signal], async () => {
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(inspect(signal, { showHidden: true, customInspect: false })).toBe(before);
});
