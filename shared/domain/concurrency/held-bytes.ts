/**
 * Limits the memory of large answers: counts the bytes of stored records and of JSON text that each
 * call holds, until its answer is sent. Calls that hold little are never refused.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getHeapStatistics } from 'node:v8';
import { TooLargeError, TooManyWaitingError } from '../errors.js';
import { currentOwner } from './on-behalf-of.js';

/** Bytes of one call: an answer of 32 MB, and the records for it, which are escaped text. */
const MAX_OF_CALL = 80_000_000;
/**
 * Bytes of all calls of the process: a quarter of its heap, because as text they may take twice as
 * much. In a container of 1 GiB the heap has 512 MB.
 */
export const MAX_OF_ALL = Math.max(128_000_000, getHeapStatistics().heap_size_limit / 4);
/** Bytes of all calls of one owner, so that others have room. A single call may hold more. */
export const MAX_OF_OWNER = MAX_OF_ALL * 0.75;
/** Bytes of a call that is never refused. */
const LITTLE = 1_000_000;

interface Call {
  readonly owner: string;
  bytes: number;
  isOver: boolean;
}

const calls = new AsyncLocalStorage<Call>();
const bytesByOwner = new Map<string, number>();
let bytesOfAll = 0;

/**
 * Runs a call. Afterwards `whenOver` is called with a function, to be called when the answer is no
 * longer needed.
 */
export async function holdingBytes<T>(
  work: () => Promise<T>,
  whenOver: (release: () => void) => void,
): Promise<T> {
  const call: Call = { owner: currentOwner(), bytes: 0, isOver: false };
  try {
    return await calls.run(call, work);
  } finally {
    whenOver(() => {
      count(call.owner, -call.bytes);
      call.bytes = 0;
      call.isOver = true;
    });
  }
}

/**
 * Adds to what the running call holds. Throws `TooLargeError` if it is too much for one call, and
 * `TooManyWaitingError` if all calls together, or those of its owner, hold too much. Work outside a
 * call is not limited.
 */
export function holdBytes(bytes: number): void {
  const call = calls.getStore();
  if (!call || call.isOver) return;
  call.bytes += bytes;
  const ofOwner = count(call.owner, bytes);
  if (call.bytes > MAX_OF_CALL) throw new TooLargeError();
  const isOwnersLimit = ofOwner > MAX_OF_OWNER && ofOwner > call.bytes;
  if (call.bytes > LITTLE && (isOwnersLimit || bytesOfAll > MAX_OF_ALL)) {
    throw new TooManyWaitingError(call.owner, 'Too many large answers are being sent.');
  }
}

/** Returns what the owner holds now. */
function count(owner: string, bytes: number): number {
  const ofOwner = (bytesByOwner.get(owner) ?? 0) + bytes;
  if (ofOwner === 0) bytesByOwner.delete(owner);
  else bytesByOwner.set(owner, ofOwner);
  bytesOfAll += bytes;
  return ofOwner;
}
