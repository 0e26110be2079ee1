/**
 * Writes rejected lines with their reasons, one JSON object per line, to a file that survives a
 * restart: an interruption cuts it back to the last checkpoint, so no line is in it twice. Lines
 * beyond the size limit are counted by reason; the last line of the file reports the counts.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError, codeOf, isLackOfRoom } from '../../shared/domain/errors.js';
import { parseJson } from '../../shared/domain/parse-json.js';
import { inFolder } from '../sources/spool-folders.js';
import type { Reason } from './outcome.js';

export interface RejectedLine {
  /** Line number in the loaded file, from 1; for a CSV record, the line on which it ends. */
  line: number;
  reason: Reason;
  /** The line as parsed JSON, or its text if it is not JSON. */
  event: unknown;
}

/**
 * Largest size of the file in bytes, about ten thousand lines: enough to see what is wrong with a
 * feed. The source has the rest. Without a limit, 60 kB of gzip could become gigabytes.
 */
export const MAX_REJECTED_FILE_BYTES = 16_000_000;
/** Size in bytes above which an event is written as text, not as JSON. */
const MAX_EVENT_BYTES = 16_000;
const MAX_TEXT_CHARACTERS = 2_000;
const LINES_KEPT = 'rejected_kept';
const FIRST_CUT = 'rejected_first_cut';
const LAST_CUT = 'rejected_last_cut';
const CUT_BY_REASON = 'rejected_cut:';

/**
 * Opens the file of rejected lines of one load. `checkpoint` is the state of the last one, empty
 * for a load from the start; whatever was written after that checkpoint is removed. The file is
 * created with its first line. `isShared`: its folder is in the spool folder, where others may
 * write. A method throws a retriable `AppError` if the disk is full; then nothing of that call is
 * in the file, and the call may be repeated.
 */
export function openRejectedFile(
  path: string,
  checkpoint: Readonly<Record<string, number>>,
  maxBytes: number,
  isShared = false,
) {
  let counts = new Map(Object.entries(checkpoint).filter(([name]) => name.startsWith('rejected_')));
  // Checkpoints from before the size limit have no such count: every rejected line is in the file.
  let kept = counts.get(LINES_KEPT) ?? checkpoint.rejected ?? 0;
  let bytes = existsSync(path) ? truncateToLines(path, kept, isShared) : 0;
  return {
    append(lines: readonly RejectedLine[]): void {
      const texts: string[] = [];
      const after = { counts: new Map(counts), kept, bytes };
      for (const rejected of lines) {
        const { line, reason, event } = rejected;
        const text = `${JSON.stringify({ line, reason, event })}\n`;
        const size = Buffer.byteLength(text);
        // After the first line that does not fit, none is written, so that the file has no gaps.
        if (after.counts.has(FIRST_CUT) || after.bytes + size > maxBytes) {
          countCut(after.counts, rejected);
          continue;
        }
        texts.push(text);
        after.bytes += size;
        after.kept += 1;
      }
      if (texts.length > 0) write(path, texts.join(''), isShared);
      ({ counts, kept, bytes } = after);
    },
    /** Writes a last line that says how many lines did not fit; writes nothing if all did. */
    end(sourceName: string): void {
      const line = summaryOf(counts, sourceName);
      if (line) write(path, `${JSON.stringify(line)}\n`, isShared);
    },
    /** Returns what a checkpoint stores, so that an interrupted load resumes with the same file. */
    state: (): Record<string, number> => ({ ...Object.fromEntries(counts), [LINES_KEPT]: kept }),
  };
}

/** Appends why the whole file, or its rest, was not loaded, to a file in the spool folder. */
export function appendFileReason(path: string, message: string): void {
  const line = { line: 0, reason: { code: 'unreadable_file', message, field: '' }, event: null };
  write(path, `${JSON.stringify(line)}\n`, true);
}

function write(path: string, text: string, isShared: boolean): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  try {
    if (!isShared) mkdirSync(dirname(path), { recursive: true });
    withFile(path, flags, isShared, (file) => {
      const { size } = fstatSync(file);
      try {
        writeFileSync(file, text);
      } catch (cause) {
        // A disk that became full may have stored the beginning of the text. Remove it.
        if (fstatSync(file).size > size) ftruncateSync(file, size);
        throw cause;
      }
    });
  } catch (cause) {
    if (!isLackOfRoom(cause)) throw cause;
    throw new AppError('unavailable', `${path} cannot be written: no room`, { cause });
  }
}

/**
 * Opens a file for `use`. Throws a retriable error if it is a link, or in the spool folder the file
 * of another user, who could read the lines: someone else may have made it.
 */
function withFile<T>(path: string, flags: number, isShared: boolean, use: (file: number) => T): T {
  // Not blocking, because a pipe without a reader would block the process.
  const open = (at: string): number =>
    openSync(at, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600);
  let file: number;
  try {
    file = isShared
      ? inFolder(dirname(path), (folder) => open(join(folder, basename(path))))
      : open(path);
  } catch (cause) {
    if (codeOf(cause) !== 'ELOOP') throw cause;
    const message = `${path} must be a file, not a link. Remove it, and the service creates the file`;
    throw new AppError('unavailable', message, { cause });
  }
  try {
    if (isShared) requireOwn(path, file);
    return use(file);
  } finally {
    closeSync(file);
  }
}

function requireOwn(path: string, file: number): void {
  const userId = process.getuid?.();
  const { uid } = fstatSync(file);
  if (userId === undefined || uid === userId) return;
  const message = `${path} belongs to user ${uid}, but must belong to user ${userId}, who runs the service. Remove it, and the service creates the file`;
  throw new AppError('unavailable', message);
}

function countCut(counts: Map<string, number>, { line, reason }: RejectedLine): void {
  const name = `${CUT_BY_REASON}${reason.code}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (!counts.has(FIRST_CUT)) counts.set(FIRST_CUT, line);
  counts.set(LAST_CUT, line);
}

function summaryOf(counts: ReadonlyMap<string, number>, sourceName: string): object | null {
  const first = counts.get(FIRST_CUT);
  if (first === undefined) return null;
  const reasons = [...counts]
    .filter(([name]) => name.startsWith(CUT_BY_REASON))
    .map(([name, count]) => [name.slice(CUT_BY_REASON.length), count] as const)
    .sort((a, b) => b[1] - a[1]);
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  const listed = reasons.map(([code, count]) => `${code} ${count}`).join(', ');
  const place = `lines ${first} to ${counts.get(LAST_CUT)} of ${sourceName}`;
  const message = `${total} more lines were rejected, but this file is full: ${listed}. They are among ${place}`;
  return { line: first, reason: { code: 'no_room', message, field: '' }, event: null };
}

/** Returns the event as it is written to the file: parsed if it is JSON, cut if it is long. */
export function rejectedEvent(line: Uint8Array, { code }: Reason): unknown {
  const text = Buffer.from(line.subarray(0, MAX_EVENT_BYTES)).toString('utf8');
  // A value that is nested too deeply cannot be written as JSON.
  const start = text.slice(0, MAX_TEXT_CHARACTERS);
  if (line.byteLength > MAX_EVENT_BYTES || code === 'too_deep') return start;
  const event = parseJson(text);
  return event === undefined ? start : event;
}

/** Cuts the file to its first `count` lines and returns its size in bytes. */
function truncateToLines(path: string, count: number, isShared: boolean): number {
  return withFile(path, constants.O_RDWR, isShared, (file) => {
    const bytes = count === 0 ? Buffer.alloc(0) : readFileSync(file);
    let end = 0;
    for (let kept = 0; kept < count; kept += 1) {
      const next = bytes.indexOf(0x0a, end);
      if (next < 0) return bytes.length;
      end = next + 1;
    }
    ftruncateSync(file, end);
    return end;
  });
}
