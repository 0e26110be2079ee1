/** What calls hold in memory is bounded, for one call and for all together. */
import { expect, it } from 'vitest';
import {
  holdBytes,
  holdingBytes,
  MAX_OF_ALL,
  MAX_OF_OWNER,
} from '../../../../../shared/domain/concurrency/held-bytes.js';
import { onBehalfOf } from '../../../../../shared/domain/concurrency/on-behalf-of.js';
import { TooLargeError, TooManyWaitingError } from '../../../../../shared/domain/errors.js';

const MB = 1_000_000;
const releases: (() => void)[] = [];
const call = (bytes: number, owner = 'acme') =>
  onBehalfOf(owner, () =>
    holdingBytes(
      async () => holdBytes(bytes),
      (release) => releases.push(release),
    ),
  );

it('holdBytes refuses one call that holds too much', async () => {
  await expect(call(81 * MB)).rejects.toThrow(TooLargeError);
  for (const release of releases.splice(0)) release();
});

it('holdBytes refuses further large calls until earlier ones are released, but no small ones', async () => {
  const calls = Math.floor(MAX_OF_ALL / (60 * MB));
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < calls; at += 1) await call(60 * MB, `owner-${at}`);
    await expect(call(60 * MB)).rejects.toThrow(TooManyWaitingError);
    await call(MB);
    for (const release of releases.splice(0)) release();
  }
});

it('holdBytes leaves room to others when the calls of one owner hold much', async () => {
  const held = async (): Promise<number> => {
    for (let count = 0; ; count += 1) {
      const outcome = await call(30 * MB).catch((error: unknown) => error);
      if (outcome instanceof TooManyWaitingError) return count;
    }
  };
  expect(await held()).toBe(Math.floor(MAX_OF_OWNER / (30 * MB)));
  await call(2 * MB, 'other');
  for (const release of releases.splice(0)) release();
  // The limit of an owner never refuses its only call.
  await call(80 * MB);
  for (const release of releases.splice(0)) release();
});

it('holdBytes does not count what is read after a call was released, or outside a call', async () => {
  for (let at = 0; at < 3; at += 1) {
    let later = Promise.resolve();
    await holdingBytes(
      async () => {
        later = new Promise((resolve) => setTimeout(resolve, 5)).then(() => holdBytes(70 * MB));
      },
      (release) => release(),
    );
    await later;
    holdBytes(200 * MB);
  }
  await call(70 * MB);
  for (const release of releases.splice(0)) release();
});
