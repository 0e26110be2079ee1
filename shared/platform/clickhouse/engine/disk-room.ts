/**
 * Keeps room on the disk of the embedded engine. The engine (chDB 3.4.0) treats a write that the
 * disk refused as done: a part or a table's definition is then empty, rows are lost, and the folder
 * may never open again. So writing stops in time: the engine itself refuses rows, and this file
 * refuses definitions and large answers to analysts.
 */
import { statfsSync } from 'node:fs';
import { AppError } from '../../../domain/errors.js';

/** Enough for what is written during an insert: journals, rejected lines and definitions. */
const MIN_FREE_BYTES = 32_000_000;

/** Configuration with which inserts and merges begin only if `MIN_FREE_BYTES` stay free. */
export const KEEP_FREE_CONFIG = `<storage_configuration><disks><default>
  <keep_free_space_bytes>${MIN_FREE_BYTES}</keep_free_space_bytes>
</default></disks></storage_configuration>`;

/** An answer may take this part of what is free: others are being sent, and the engine writes. */
const ANSWER_DIVISOR = 10;

const DEFINES = /^\s*(alter|create|rename)\b/i;

/** Refuses a statement that changes definitions, with the engine's own error, if room is short. */
export function requireRoomForDefinition(sql: string, folder: string): void {
  if (DEFINES.test(sql)) requireRoomOfEngine(folder);
}

/** Throws the engine's own error if room is short. */
export function requireRoomOfEngine(folder: string): void {
  if (hasRoom(folder)) return;
  throw new Error(`Code: 243. DB::Exception: ${noRoomIn(folder)} (NOT_ENOUGH_SPACE)`);
}

/** Throws an `AppError` (`unavailable`) if there is no room for the folder's first definition. */
export function requireRoom(folder: string): void {
  if (!hasRoom(folder)) throw new AppError('unavailable', noRoomIn(folder));
}

/** Throws an error in the engine's wording if an answer would take too much of what is free. */
export function requireRoomForAnswer(folder: string, bytes: number): void {
  if (bytes * ANSWER_DIVISOR <= freeBytes(folder)) return;
  const reason = 'the answer is too large for the room on the disk: ask for fewer columns or rows';
  throw new Error(`Code: 243. DB::Exception: ${reason}. (NOT_ENOUGH_SPACE)`);
}

function hasRoom(folder: string): boolean {
  return freeBytes(folder) >= MIN_FREE_BYTES;
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function noRoomIn(folder: string): string {
  return `Less than ${MIN_FREE_BYTES / 1e6} MB are free on the disk of ${folder}. Free some space.`;
}
