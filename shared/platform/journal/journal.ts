/**
 * An append-only journal in a folder. What was appended survives the death of the process and, with
 * `sync`, a power failure. Records are kept until they are released; segments without unreleased
 * records are deleted. After a failed write or sync, no record is accepted until its remains are
 * gone from the disk and a new segment is begun, which is retried until it succeeds.
 */
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../../domain/ports/logger.js';
import {
  decodeSegment,
  encodeRecord,
  type JournalRecord,
  SEGMENT_START,
} from './journal-format.js';

interface JournalOptions {
  folder: string;
  /** Segments are named `<name>-<number>.journal`. */
  name: string;
  /** True if a record must be on disk before it counts as appended. */
  sync: boolean;
  /** Gets one entry when nothing can be written any more, and one when records are accepted again. */
  logger: Pick<Logger, 'error' | 'info'>;
  retryMs?: number;
}

interface Segment {
  path: string;
  lastSequence: number;
}

interface ActiveSegment extends Segment {
  handle: FileHandle;
  bytes: number;
}

interface WaitingRecord {
  bytes: Buffer;
  sequence: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

const SEGMENT_BYTES = 8_000_000;
const MAX_RECORDS_PER_WRITE = 1_000;
const RETRY_MS = 1_000;

/**
 * Opens a journal. `records` are those not yet released, oldest first. If a part of a segment cannot
 * be read, this is logged, and a copy of the file is kept next to it.
 */
export async function openJournal(options: JournalOptions) {
  await mkdir(options.folder, { recursive: true });
  const files = (await readdir(options.folder)).filter((file) => numberOf(options, file) !== null);
  files.sort((a, b) => (numberOf(options, a) ?? 0) - (numberOf(options, b) ?? 0));
  const records: JournalRecord[] = [];
  const segments: Segment[] = [];
  for (const file of files) {
    const path = join(options.folder, file);
    const bytes = await readFile(path);
    const segment = decodeSegment(bytes);
    const lostBytes = bytes.length - segment.goodBytes;
    if (lostBytes > 0) {
      await copyFile(path, `${path}.damaged`);
      const damage = { file, from_byte: segment.goodBytes, lost_bytes: lostBytes };
      options.logger.error(damage, 'journal_damaged');
    }
    records.push(...segment.records);
    segments.push({ path, lastSequence: records.at(-1)?.sequence ?? 0 });
  }
  const nextNumber = (numberOf(options, files.at(-1) ?? '') ?? 0) + 1;
  const lastSequence = Math.max(0, ...segments.map((segment) => segment.lastSequence));
  return { journal: new Journal(options, segments, nextNumber, lastSequence), records };
}

function numberOf({ name }: JournalOptions, file: string): number | null {
  const match = /^(.+)-(\d{8})\.journal$/.exec(file);
  return match?.[1] === name ? Number(match[2]) : null;
}

export class Journal {
  readonly #options: JournalOptions;
  /** Segments that are no longer written but contain records that are not released. */
  readonly #ended: Segment[];
  #nextNumber: number;
  #lastSequence: number;
  #released = 0;
  #active: ActiveSegment | undefined;
  #waiting: WaitingRecord[] = [];
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;
  #retry: NodeJS.Timeout | undefined;
  #repairing: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: JournalOptions, ended: Segment[], nextNumber: number, lastSequence: number) {
    this.#options = options;
    this.#ended = ended;
    this.#nextNumber = nextNumber;
    this.#lastSequence = lastSequence;
  }

  /** The error while no records are accepted. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Assigns sequences in the order of calls. `written` rejects if the record may be lost. */
  append(payload: Buffer): { sequence: number; written: Promise<void> } {
    const sequence = this.#lastSequence + 1;
    if (this.#failure) return { sequence, written: Promise.reject(this.#failure) };
    const bytes = encodeRecord({ sequence, payload });
    this.#lastSequence = sequence;
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ bytes, sequence, resolve, reject });
    });
    this.#writing ??= this.#write();
    return { sequence, written };
  }

  /** Releases the records up to this one, which are stored elsewhere by now. */
  async release(sequence: number): Promise<void> {
    this.#released = Math.max(this.#released, sequence);
    while (this.#ended[0] && this.#ended[0].lastSequence <= this.#released) {
      const segment = this.#ended.shift();
      if (segment) await unlink(segment.path);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await Promise.all([this.#writing, this.#repairing]);
    this.#failure ??= new Error('the journal is closed');
    await this.#truncateSegment();
    await this.release(this.#released);
  }

  /** Writes all waiting records in one write and one sync; later ones go into the next write. */
  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Records that are appended in this turn of the event loop are written along with these.
      await nextTurn();
      const batch = this.#waiting.splice(0, MAX_RECORDS_PER_WRITE);
      try {
        await this.#writeBatch(batch);
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        await this.#fail(batch, cause);
      }
    }
    // This happens in the same turn as the last check of the waiting records, so none is missed.
    this.#writing = undefined;
  }

  async #writeBatch(batch: readonly WaitingRecord[]): Promise<void> {
    const active = this.#active ?? (await this.#beginSegment());
    const bytes = Buffer.concat(batch.map((record) => record.bytes));
    for (let at = 0; at < bytes.length; ) {
      at += (await active.handle.write(bytes, at)).bytesWritten;
    }
    if (this.#options.sync) await active.handle.datasync();
    active.bytes += bytes.length;
    active.lastSequence = batch.at(-1)?.sequence ?? active.lastSequence;
    if (active.bytes >= SEGMENT_BYTES) await this.#closeSegment(active);
  }

  async #fail(batch: readonly WaitingRecord[], cause: unknown): Promise<void> {
    const failure = new Error('the journal cannot be written', { cause });
    this.#failure = failure;
    // The segment is truncated before the callers get the error, because a disk that became full
    // has taken the first of the records that are rejected now.
    await this.#truncateSegment().catch(() => undefined);
    for (const { reject } of [...batch, ...this.#waiting]) reject(failure);
    this.#waiting = [];
    const { name, logger } = this.#options;
    logger.error({ journal: name, err: cause }, 'journal_not_written');
    this.#repairLater();
  }

  #repairLater(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.#repairing = this.#repair();
    }, this.#options.retryMs ?? RETRY_MS).unref();
  }

  async #repair(): Promise<void> {
    try {
      await this.#truncateSegment();
      await this.#beginSegment();
    } catch {
      return this.#repairLater();
    }
    this.#failure = undefined;
    const { name, logger } = this.#options;
    logger.info({ journal: name }, 'journal_written_again');
  }

  /**
   * Truncates the segment after the last record that was accepted, and ends it. Nothing is written
   * after the cut: after a failed sync nobody knows which bytes are on disk.
   */
  async #truncateSegment(): Promise<void> {
    const active = this.#active;
    if (!active) return;
    await active.handle.truncate(active.bytes);
    if (this.#options.sync) await active.handle.sync();
    await this.#closeSegment(active);
  }

  async #closeSegment({ handle, path, lastSequence }: ActiveSegment): Promise<void> {
    this.#active = undefined;
    this.#ended.push({ path, lastSequence });
    // The records are written, even if closing the file fails.
    await handle.close().catch(() => undefined);
  }

  async #beginSegment(): Promise<ActiveSegment> {
    const number = String(this.#nextNumber).padStart(8, '0');
    const path = join(this.#options.folder, `${this.#options.name}-${number}.journal`);
    this.#nextNumber += 1;
    const handle = await open(path, 'wx');
    try {
      await handle.appendFile(SEGMENT_START);
      if (this.#options.sync) await handle.datasync();
      // The name of a new file is on disk only when its folder is synced.
      if (this.#options.sync) await syncFolder(this.#options.folder);
    } catch (error) {
      await handle.close().catch(() => undefined);
      await unlink(path).catch(() => undefined);
      throw error;
    }
    const active = { handle, path, bytes: SEGMENT_START.length, lastSequence: 0 };
    this.#active = active;
    return active;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
