/**
 * Rejected lines with their reasons, one JSON object per line, in a file that survives a restart: after an
 * interruption it is cut back to the last checkpoint, so no line is in it twice. Lines beyond the size
 * limit are counted by reason; the last line of the file reports the counts.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { AppError, isLackOfRoom } from '../../shared/domain/errors.js';
import type { Reason } from './outcome.js';

export interface RejectedLine {
  /** Number of the line in its file, from 1; of a CSV record, of the line on which it ends. */
  line: number;
  reason: Reason;
  /** The line as parsed, or its text if it is not JSON. */
  event: unknown;
}

/**
 * A retriable `AppError` says that the disk has no room; nothing of the call is in the file then, and it may
 * be repeated.
 */
interface RejectedFile {
  append(lines: readonly RejectedLine[]): void;
  /** Says how many lines there was no room for; nothing if there was room for all. */
  end(sourceName: string): void;
  /** What a checkpoint keeps, so that an interrupted load resumes with the same file. */
  state(): Record<string, number>;
}

/**
 * About ten thousand lines: enough to see what is wrong with a feed. The source has the rest; without a
 * limit, 60 kB of gzip could become gigabytes.
 */
export const MAX_REJECTED_BYTES = 16_000_000;
/** Longer events are written as text, not as JSON. */
const MAX_EVENT_BYTES = 16_000;
const MAX_TEXT_CHARACTERS = 2_000;
const LINES_KEPT = 'rejected_kept';
const FIRST_CUT = 'rejected_first_cut';
const LAST_CUT = 'rejected_last_cut';
const CUT_BY_REASON = 'rejected_cut:';

/**
 * `known` is the state of the last checkpoint, empty for a load from the start; what followed it in the
 * file is dropped. The file appears with its first line.
 */
export function openRejectedFile(
  path: string,
  known: Readonly<Record<string, number>>,
  maxBytes: number,
): RejectedFile {
  let counts = new Map(Object.entries(known).filter(([name]) => name.startsWith('rejected_')));
  // Checkpoints from before the size limit: every rejected line is in the file.
  let kept = counts.get(LINES_KEPT) ?? known.rejected ?? 0;
  let bytes = existsSync(path) ? keepLines(path, kept) : 0;
  return {
    append(lines) {
      const texts: string[] = [];
      const after = { counts: new Map(counts), kept, bytes };
      for (const rejected of lines) {
        const { line, reason, event } = rejected;
        const text = `${JSON.stringify({ line, reason, event })}\n`;
        const size = Buffer.byteLength(text);
        // After the first line without room none follows: the file is a whole beginning.
        if (after.counts.has(FIRST_CUT) || after.bytes + size > maxBytes) {
          countCut(after.counts, rejected);
          continue;
        }
        texts.push(text);
        after.bytes += size;
        after.kept += 1;
      }
      if (texts.length > 0) write(path, texts.join(''));
      ({ counts, kept, bytes } = after);
    },
    end(sourceName) {
      const line = summaryOf(counts, sourceName);
      if (line) write(path, `${JSON.stringify(line)}\n`);
    },
    state: () => ({ ...Object.fromEntries(counts), [LINES_KEPT]: kept }),
  };
}

function write(path: string, text: string): void {
  const size = sizeOf(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text);
  } catch (cause) {
    // A disk that filled up took the beginning.
    if (sizeOf(path) > size) truncateSync(path, size);
    if (!isLackOfRoom(cause)) throw cause;
    throw new AppError('unavailable', `${path} cannot be written: no room`, { cause });
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
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

/** The event as it goes into the file: parsed if it is JSON, cut if it is long. */
export function rejectedEvent(line: Uint8Array, { code }: Reason): unknown {
  const text = Buffer.from(line.subarray(0, MAX_EVENT_BYTES)).toString('utf8');
  // A value that is nested too deeply cannot be written as JSON.
  if (line.byteLength > MAX_EVENT_BYTES || code === 'too_deep') return shortened(text);
  try {
    return JSON.parse(text);
  } catch {
    return shortened(text);
  }
}

function shortened(text: string): string {
  return text.slice(0, MAX_TEXT_CHARACTERS);
}

/** Bytes that are left. */
function keepLines(path: string, count: number): number {
  if (count === 0) {
    writeFileSync(path, '');
    return 0;
  }
  const bytes = readFileSync(path);
  let end = 0;
  for (let kept = 0; kept < count; kept += 1) {
    const next = bytes.indexOf(0x0a, end);
    if (next < 0) return bytes.length;
    end = next + 1;
  }
  truncateSync(path, end);
  return end;
}
