/**
 * Keeps room on the disk of the embedded engine. The engine (chDB 3.4.0) treats a write that the
 * disk refused as done: a part or a table's definition is then empty, rows are lost, and the folder
 * may never open again. So writing stops in time: the engine itself refuses rows, and this file
 * refuses definitions.
 */
import { statfsSync } from 'node:fs';
import { AppError } from '../../../domain/errors.js';

/** Enough for what is written during an insert: journals, rejected lines and definitions. */
const MIN_FREE_BYTES = 32_000_000;

/** Configuration with which inserts and merges begin only if `MIN_FREE_BYTES` stay free. */
export const KEEP_FREE_CONFIG = `<storage_configuration><disks><default>
  <keep_free_space_bytes>${MIN_FREE_BYTES}</keep_free_space_bytes>
</default></disks></storage_configuration>`;

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

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= MIN_FREE_BYTES;
}

function noRoomIn(folder: string): string {
  return `Less than ${MIN_FREE_BYTES / 1e6} MB are free on the disk of ${folder}. Free some space.`;
}
