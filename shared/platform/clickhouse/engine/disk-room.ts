/**
 * Room on the disk of the embedded engine. It takes a write that the disk refused for done (chDB 3.4.0): a
 * part or a table's definition is empty then, rows are lost, and the folder may never open again. So it
 * stops while there is room: it refuses rows by itself, definitions are refused here.
 */
import { statfsSync } from 'node:fs';
import { AppError } from '../../../domain/errors.js';

/** Enough for what others write while an insert is under way: journals, rejected lines, definitions. */
const KEPT_FREE_BYTES = 32_000_000;

/** Configuration: inserts and merges begin only if that much stays free. */
export const KEEP_FREE = `<storage_configuration><disks><default>
  <keep_free_space_bytes>${KEPT_FREE_BYTES}</keep_free_space_bytes>
</default></disks></storage_configuration>`;

const DEFINES = /^\s*(alter|create|rename)\b/i;

/** Refuses a statement that defines something as the engine refuses rows. */
export function requireRoomFor(sql: string, folder: string): void {
  if (!DEFINES.test(sql) || hasRoom(folder)) return;
  throw new Error(`Code: 243. DB::Exception: ${noRoomIn(folder)} (NOT_ENOUGH_SPACE)`);
}

/** For the folder's first definition. */
export function requireRoom(folder: string): void {
  if (!hasRoom(folder)) throw new AppError('unavailable', noRoomIn(folder));
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= KEPT_FREE_BYTES;
}

function noRoomIn(folder: string): string {
  return `Less than ${KEPT_FREE_BYTES / 1e6} MB are free on the disk of ${folder}. Free some space.`;
}
