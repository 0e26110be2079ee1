/** How long to wait before trying something again. */
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 100;
const LONGEST_MS = 2_000;

/**
 * Waits after the `tried`-th failure: doubles each time, with up to half as much again so that processes do
 * not come back at once.
 */
export async function backOff(tried: number): Promise<void> {
  await sleep(Math.min(LONGEST_MS, FIRST_MS * 2 ** (tried - 1)) * (1 + Math.random() / 2));
}
