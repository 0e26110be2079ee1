/**
 * An append-only journal in a folder: what was appended is there after the process died, and, where
 * `sync` is asked for, after the power failed. Records wait until they are released; segments without
 * any left are deleted. After a failed write nothing is taken any more.
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
import {
  decodeSegment,
  encodeRecord,
  type JournalRecord,
  SEGMENT_START,
} from './journal-format.js';

interface JournalOptions {
  folder: string;
  /** Segments are `<name>-<number>.journal`. */
  name: string;
  /** True: a record is on disk before it counts as appended. */
  sync: boolean;
}

/** What could not be read at the start; a copy of the segment stays beside it. */
interface JournalDamage {
  file: string;
  fromByte: number;
  lostBytes: number;
}

interface OpenedJournal {
  journal: Journal;
  /** Records not yet released, oldest first. */
  records: JournalRecord[];
  damage: JournalDamage[];
}

interface Segment {
  path: string;
  lastSequence: number;
}

interface Waiting {
  bytes: Buffer;
  sequence: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

const SEGMENT_BYTES = 8_000_000;
const MAX_RECORDS_PER_WRITE = 1_000;

export async function openJournal(options: JournalOptions): Promise<OpenedJournal> {
  await mkdir(options.folder, { recursive: true });
  const files = (await readdir(options.folder)).filter((file) => numberOf(options, file) !== null);
  files.sort((a, b) => (numberOf(options, a) ?? 0) - (numberOf(options, b) ?? 0));
  const records: JournalRecord[] = [];
  const damage: JournalDamage[] = [];
  const segments: Segment[] = [];
  for (const file of files) {
    const path = join(options.folder, file);
    const bytes = await readFile(path);
    const segment = decodeSegment(bytes);
    const lostBytes = bytes.length - segment.goodBytes;
    if (lostBytes > 0) {
      await copyFile(path, `${path}.damaged`);
      damage.push({ file, fromByte: segment.goodBytes, lostBytes });
    }
    records.push(...segment.records);
    segments.push({ path, lastSequence: records.at(-1)?.sequence ?? 0 });
  }
  const nextNumber = (numberOf(options, files.at(-1) ?? '') ?? 0) + 1;
  const lastSequence = Math.max(0, ...segments.map((segment) => segment.lastSequence));
  return { journal: new Journal(options, segments, nextNumber, lastSequence), records, damage };
}

function numberOf({ name }: JournalOptions, file: string): number | null {
  const match = /^(.+)-(\d{8})\.journal$/.exec(file);
  return match?.[1] === name ? Number(match[2]) : null;
}

export class Journal {
  readonly #options: JournalOptions;
  readonly #full: Segment[];
  #number: number;
  #sequence: number;
  #released = 0;
  #active: { handle: FileHandle; path: string; bytes: number; lastSequence: number } | undefined;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(options: JournalOptions, full: Segment[], number: number, sequence: number) {
    this.#options = options;
    this.#full = full;
    this.#number = number;
    this.#sequence = sequence;
  }

  /** The error after which nothing is taken any more. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Sequences are given in the order of calls; `written` rejects when the record may be lost. */
  append(payload: Buffer): { sequence: number; written: Promise<void> } {
    const sequence = this.#sequence + 1;
    if (this.#failure) return { sequence, written: Promise.reject(this.#failure) };
    const bytes = encodeRecord({ sequence, payload });
    this.#sequence = sequence;
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ bytes, sequence, resolve, reject });
    });
    if (!this.#isWriting) this.#writing = this.#write();
    return { sequence, written };
  }

  /** Records up to this one are elsewhere by now. */
  async release(sequence: number): Promise<void> {
    this.#released = Math.max(this.#released, sequence);
    while (this.#full[0] && this.#full[0].lastSequence <= this.#released) {
      const [segment] = this.#full.splice(0, 1);
      if (segment) await unlink(segment.path);
    }
  }

  async close(): Promise<void> {
    await this.#writing;
    const active = this.#active;
    this.#active = undefined;
    this.#failure ??= new Error('the journal is closed');
    if (!active) return;
    await active.handle.close();
    if (active.lastSequence <= this.#released) await unlink(active.path);
  }

  /** Everything that waits goes out in one write and one sync; what comes meanwhile in the next. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      // What this turn of the event loop still appends goes along.
      await nextTurn();
      const batch = this.#waiting.splice(0, MAX_RECORDS_PER_WRITE);
      try {
        await this.#writeBatch(batch);
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        this.#failure = new Error('the journal cannot be written', { cause });
        // A disk that filled up took the first of the records that are refused now.
        await this.#active?.handle.truncate(this.#active.bytes).catch(() => undefined);
        for (const { reject } of [...batch, ...this.#waiting]) reject(this.#failure);
        this.#waiting = [];
      }
    }
    // In the same turn as the last look at what waits: nothing that comes now is left alone.
    this.#isWriting = false;
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const active = this.#active ?? (await this.#start());
    const bytes = Buffer.concat(batch.map((record) => record.bytes));
    for (let at = 0; at < bytes.length; ) {
      at += (await active.handle.write(bytes, at)).bytesWritten;
    }
    if (this.#options.sync) await active.handle.datasync();
    active.bytes += bytes.length;
    active.lastSequence = batch.at(-1)?.sequence ?? active.lastSequence;
    if (active.bytes < SEGMENT_BYTES) return;
    this.#active = undefined;
    this.#full.push({ path: active.path, lastSequence: active.lastSequence });
    await active.handle.close();
  }

  async #start() {
    const number = String(this.#number).padStart(8, '0');
    const path = join(this.#options.folder, `${this.#options.name}-${number}.journal`);
    this.#number += 1;
    const handle = await open(path, 'wx');
    await handle.appendFile(SEGMENT_START);
    // The name of a new file is on disk only when its folder is.
    if (this.#options.sync) await syncFolder(this.#options.folder);
    this.#active = { handle, path, bytes: SEGMENT_START.length, lastSequence: 0 };
    return this.#active;
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
