/**
 * The spool folder and the two folders in it. Publishers may write there, so nothing is read, written
 * or deleted through a link: otherwise they could read and change any file of the service.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, codeOf } from '../../shared/domain/errors.js';
import { DAY_MS } from '../../shared/domain/time.js';
import type { OpenFile } from './file-source.js';

/** Longest name in bytes: the file of its rejected lines has a longer one. Systems allow 255. */
const LONGEST_NAME = 230;
/** Matches names of unfinished files, which programs use that cannot rename them afterwards. */
const UNFINISHED = /^\.|\.(tmp|part|partial|crdownload|swp)$|~$/i;
/** Matches names that `setAside` gives. */
const SET_ASIDE = /-\d{13}\./;
/** How every file of rejected lines begins. */
const REJECTED_LINE = '{"line":';
/** How a file is opened in a folder of others. Not blocking: a pipe would block the process. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Where Linux shows the open files of a process. */
const OPEN_FILES = '/proc/self/fd';

/**
 * Creates the folders; throws the system's error if that is impossible, a retriable one if something
 * else has the place of a folder.
 */
export function makeSpoolFolders(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const path of [doneFolder(folder), rejectedFolder(folder)]) {
    if (!isThere(path)) mkdirSync(path, { recursive: true });
    inFolder(path, () => undefined);
  }
}

export function doneFolder(folder: string): string {
  return join(folder, 'done');
}

export function rejectedFolder(folder: string): string {
  return join(folder, 'rejected');
}

/**
 * Runs `use` with another path of the folder. On Linux it leads to this folder whatever takes its
 * name meanwhile. Throws a retriable error if it is a link or a file, even a link to a folder.
 */
export function inFolder<T>(path: string, use: (samePath: string) => T): T {
  let folder: number;
  try {
    folder = openSync(path, READ_NO_LINK | constants.O_DIRECTORY);
  } catch (cause) {
    const code = codeOf(cause);
    if (code !== 'ENOTDIR' && code !== 'ELOOP') throw cause;
    const message = `${path} must be a folder, not a link or a file. Remove it, and the service creates the folder`;
    throw new AppError('unavailable', message);
  }
  try {
    return use(existsSync(OPEN_FILES) ? join(OPEN_FILES, String(folder)) : path);
  } finally {
    closeSync(folder);
  }
}

/**
 * Returns the finished files, sorted by name, so that numbered files keep their order; and what is
 * not loaded: links, pipes, folders, impossible names.
 */
export function entriesIn(folder: string): { files: string[]; others: string[] } {
  const own = [doneFolder(folder), rejectedFolder(folder)].map((path) => basename(path));
  const entries = readdirSync(folder, { withFileTypes: true });
  const namesOf = (isWanted: (entry: Dirent) => boolean): string[] =>
    entries
      .filter((entry) => isWanted(entry) && !UNFINISHED.test(entry.name))
      .map(({ name }) => name)
      .sort();
  return {
    files: namesOf(isLoadable),
    others: namesOf((entry) => !isLoadable(entry) && !own.includes(entry.name)),
  };
}

/** A name that is not UTF-8 is listed with U+FFFD, and no file has that name. */
function isLoadable(entry: Dirent): boolean {
  const { name } = entry;
  return entry.isFile() && Buffer.byteLength(name) <= LONGEST_NAME && !name.includes('\uFFFD');
}

/**
 * Opens a file to be loaded; returns `null` if it is none, whatever it was when it was listed. It
 * becomes as private as all data, unless another user owns it: then it keeps its rights.
 */
export async function openSpoolFile(path: string): Promise<OpenFile | null> {
  let handle: OpenFile['handle'];
  try {
    handle = await open(path, READ_NO_LINK);
  } catch (error) {
    // These are links, and what cannot be opened at all, such as a socket.
    if (codeOf(error) === 'ELOOP' || codeOf(error) === 'ENXIO') return null;
    throw error;
  }
  try {
    const stats = await handle.stat();
    if (stats.isFile()) {
      if (stats.uid === process.getuid?.()) await handle.chmod(0o600);
      return { handle, stats };
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return null;
}

/**
 * Moves a loaded file to `folder`. If the name belongs to another file by now, or the file was
 * written after its reading began, it stays and is loaded next.
 */
export function moveLoadedFile(path: string, statsBefore: BigIntStats, folder: string): void {
  const statsNow = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const isSame = statsNow?.dev === statsBefore.dev && statsNow.ino === statsBefore.ino;
  if (!isSame || !statsNow.isFile() || statsNow.mtimeNs !== statsBefore.mtimeNs) return;
  inFolder(folder, (samePath) => renameSync(path, freeName(join(samePath, basename(path)))));
}

/** Gives the file another name, so that a new one can have its name; returns false if there is none. */
export function setAside(path: string): boolean {
  if (!isThere(path)) return false;
  renameSync(path, freeName(path));
  return true;
}

/** Deletes loaded files, and files of rejected lines that were set aside, after `retentionDays`. */
export function dropOldFiles(folder: string, retentionDays: number): void {
  dropFrom(doneFolder(folder), retentionDays, () => true);
  dropSetAside(rejectedFolder(folder), retentionDays);
}

/** Deletes files of rejected lines in `folder` that were set aside, after `retentionDays`. */
export function dropSetAside(folder: string, retentionDays: number): void {
  dropFrom(
    folder,
    retentionDays,
    (file) => SET_ASIDE.test(basename(file)) && holdsRejectedLines(file),
  );
}

function dropFrom(folder: string, retentionDays: number, mayDrop: (file: string) => boolean): void {
  const oldest = Date.now() - retentionDays * DAY_MS;
  inFolder(folder, (samePath) => {
    for (const entry of readdirSync(samePath, { withFileTypes: true })) {
      const file = join(samePath, entry.name);
      // `ctime` is the time of the move, whatever modification time the file has.
      const stats = entry.isFile() ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
      if (stats && stats.ctimeMs < oldest && mayDrop(file)) rmSync(file, { force: true });
    }
  });
}

/** Returns false for a file that could not be read, which may have such a name, too. */
function holdsRejectedLines(path: string): boolean {
  const start = Buffer.alloc(REJECTED_LINE.length);
  try {
    const file = openSync(path, READ_NO_LINK);
    try {
      return readSync(file, start) === start.length && start.toString() === REJECTED_LINE;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

function freeName(path: string): string {
  if (!existsSync(path)) return path;
  const file = basename(path);
  const dot = file.indexOf('.');
  const [stem, ending] = dot > 0 ? [file.slice(0, dot), file.slice(dot)] : [file, ''];
  return join(dirname(path), `${stem}-${Date.now()}${ending}`);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
