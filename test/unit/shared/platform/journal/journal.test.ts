/** The journal on disk returns exactly the acknowledged records after damage, full disks and crashes. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../../../../shared/domain/ports/logger.js';
import { openJournal } from '../../../../../shared/platform/journal/journal.js';
import {
  decodeSegment,
  encodeRecord,
  SEGMENT_START,
} from '../../../../../shared/platform/journal/journal-format.js';
import { createRandom } from '../../../../helpers/random.js';

const root = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(root, `f${folders}`);
}
const LONG = process.env.LONG !== undefined;
const RETRY_MS = 20;
const WAIT = { timeout: 10_000, interval: 5 };
/** Opens a journal. `logged` has the events that it has logged, with their fields. */
async function open(folder: string, sync = false) {
  const logged: [event: string, fields: object][] = [];
  const log = (fields: object, event: string) => void logged.push([event, fields]);
  const logger = { error: log, info: log } as Pick<Logger, 'error' | 'info'>;
  const options = { folder, name: 'test', sync, retryMs: RETRY_MS, logger };
  return { ...(await openJournal(options)), logged };
}

const payloads = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 30 });

function segmentOf(parts: readonly Uint8Array[]): { bytes: Buffer; ends: number[] } {
  const ends: number[] = [];
  const pieces: Buffer[] = [SEGMENT_START];
  let end = SEGMENT_START.length;
  for (const [index, part] of parts.entries()) {
    const record = encodeRecord({ sequence: index + 1, payload: Buffer.from(part) });
    pieces.push(record);
    end += record.length;
    ends.push(end);
  }
  return { bytes: Buffer.concat(pieces), ends };
}

describe('decodeSegment', () => {
  it('returns exactly the records before a cut or a flipped bit', () => {
    fc.assert(
      fc.property(
        payloads,
        fc.nat(),
        fc.option(fc.integer({ min: 0, max: 7 }), { nil: null }),
        (parts, where, bit) => {
          const { bytes, ends } = segmentOf(parts);
          const at = where % bytes.length;
          const damaged = bit === null ? bytes.subarray(0, at) : Buffer.from(bytes);
          if (bit !== null) damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
          const { records, goodBytes } = decodeSegment(damaged);
          const intact = at < SEGMENT_START.length ? [] : ends.filter((end) => end <= at);
          expect(records.map((record) => record.sequence)).toEqual(intact.map((_, i) => i + 1));
          for (const [index, record] of records.entries()) {
            expect(record.payload.equals(Buffer.from(parts[index] ?? []))).toBe(true);
          }
          expect(goodBytes).toBe(intact.at(-1) ?? (at < SEGMENT_START.length ? 0 : 8));
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

describe('Journal', () => {
  it('returns all appended records in order when it is opened again', async () => {
    const folder = newFolder();
    const first = await open(folder, true);
    const appended = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const { sequence, written } = first.journal.append(Buffer.from(`row ${index}`));
        await written;
        return sequence;
      }),
    );
    await first.journal.close();
    const second = await open(folder, true);
    expect(second.logged).toEqual([]);
    expect(second.records.map((record) => record.payload.toString())).toEqual(
      appended.map((_, index) => `row ${index}`),
    );
    const { sequence } = second.journal.append(Buffer.from('later'));
    expect(sequence).toBe((appended.at(-1) ?? 0) + 1);
    await second.journal.close();
    expect((await open(folder)).records).toHaveLength(51);
  });

  it('deletes files whose records are all released, and no others', async () => {
    const folder = newFolder();
    const first = await open(folder);
    await first.journal.append(Buffer.from('a')).written;
    await first.journal.close();
    const second = await open(folder);
    const { sequence, written } = second.journal.append(Buffer.from('b'));
    await written;
    await second.journal.release(sequence - 1);
    expect(readdirSync(folder)).toHaveLength(1);
    await second.journal.release(sequence);
    await second.journal.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['cut', 'garbage'])('reports, copies and skips a damaged end (%s)', async (kind) => {
    const folder = newFolder();
    const { journal } = await open(folder);
    for (const text of ['a', 'b', 'c']) await journal.append(Buffer.from(text)).written;
    await journal.close();
    const [file = ''] = readdirSync(folder);
    const path = join(folder, file);
    const size = readFileSync(path).length;
    if (kind === 'cut') truncateSync(path, size - 1);
    else appendFileSync(path, Buffer.alloc(37, 0xab));
    const reopened = await open(folder);
    const kept = kind === 'cut' ? ['a', 'b'] : ['a', 'b', 'c'];
    expect(reopened.records.map((record) => record.payload.toString())).toEqual(kept);
    const damage = { file, from_byte: expect.any(Number), lost_bytes: kind === 'cut' ? 16 : 37 };
    expect(reopened.logged).toEqual([['journal_damaged', damage]]);
    expect(readdirSync(folder)).toContain(`${file}.damaged`);
    await reopened.journal.append(Buffer.from('d')).written;
    await reopened.journal.close();
  });

  it('rejects records while it cannot write, reports this once and recovers later', async () => {
    const folder = newFolder();
    const { journal, logged } = await open(folder);
    const events = () => logged.map(([event]) => event);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    await expect(journal.append(Buffer.from('a')).written).rejects.toThrow('cannot be written');
    await expect(journal.append(Buffer.from('b')).written).rejects.toThrow('cannot be written');
    await sleep(2 * RETRY_MS);
    expect(journal.failure).toBeDefined();
    expect(events()).toEqual(['journal_not_written']);
    rmSync(folder);
    mkdirSync(folder);
    await vi.waitUntil(() => journal.failure === undefined, WAIT);
    await journal.append(Buffer.from('c')).written;
    expect(events()).toEqual(['journal_not_written', 'journal_written_again']);
    await journal.close();
    expect(await textsIn(folder)).toEqual(['c']);
  });

  it('returns no record that it rejected on a full disk, and all that it accepted later', async () => {
    const folder = newFolder();
    const { journal } = await open(folder, true);
    await journal.append(Buffer.from('kept')).written;
    const record = encodeRecord({ sequence: 1, payload: Buffer.from('refused') });
    await fillDiskAfter(Math.floor(record.length * 1.5));
    const refused = [1, 2, 3].map(() => journal.append(Buffer.from('refused')).written);
    for (const { status } of await Promise.allSettled(refused)) expect(status).toBe('rejected');
    expect(await textsIn(folder)).toEqual(['kept']);
    await vi.waitUntil(() => journal.failure === undefined, WAIT);
    const taken = [1, 2, 3].map((at) => journal.append(Buffer.from(`later ${at}`)).written);
    await Promise.all(taken);
    expect(await textsIn(folder)).toEqual(['kept', 'later 1', 'later 2', 'later 3']);
    await journal.close();
  });

  it('returns no record that it could not sync', async () => {
    const folder = newFolder();
    const { journal } = await open(folder, true);
    await journal.append(Buffer.from('kept')).written;
    const files = await fileHandles();
    vi.spyOn(files, 'datasync').mockRejectedValueOnce(new Error('EIO: i/o error, fdatasync'));
    await expect(journal.append(Buffer.from('refused')).written).rejects.toThrow('written');
    await vi.waitUntil(() => journal.failure === undefined, WAIT);
    await journal.append(Buffer.from('later')).written;
    expect(await textsIn(folder)).toEqual(['kept', 'later']);
    await journal.close();
  });

  it('accepts no records until the rejected ones are removed from the disk', async () => {
    const folder = newFolder();
    const { journal } = await open(folder, true);
    await journal.append(Buffer.from('kept')).written;
    const files = await fileHandles();
    vi.spyOn(files, 'datasync').mockRejectedValueOnce(new Error('EIO: i/o error, fdatasync'));
    const cut = vi.spyOn(files, 'truncate').mockRejectedValue(new Error('EIO: i/o error'));
    await expect(journal.append(Buffer.from('refused')).written).rejects.toThrow('written');
    await vi.waitUntil(() => cut.mock.calls.length > 2, WAIT);
    expect(journal.failure).toBeDefined();
    cut.mockRestore();
    await vi.waitUntil(() => journal.failure === undefined, WAIT);
    await journal.append(Buffer.from('later')).written;
    expect(await textsIn(folder)).toEqual(['kept', 'later']);
    await journal.close();
  });

  it('leaves no files on a full disk, neither of failed attempts nor of released records', async () => {
    const folder = newFolder();
    const { journal } = await open(folder, true);
    const { sequence, written } = journal.append(Buffer.from('released'));
    await written;
    const files = await fileHandles();
    const full = new Error('ENOSPC: no space left on device');
    const write = vi.spyOn(files, 'write').mockRejectedValue(full);
    const start = vi.spyOn(files, 'appendFile').mockRejectedValue(full);
    await expect(journal.append(Buffer.from('refused')).written).rejects.toThrow('written');
    await vi.waitUntil(() => start.mock.calls.length > 2, WAIT);
    // During an attempt its file exists for a moment.
    await vi.waitUntil(() => readdirSync(folder).length === 1, WAIT);
    await journal.release(sequence);
    await vi.waitUntil(() => readdirSync(folder).length === 0, WAIT);
    write.mockRestore();
    start.mockRestore();
    await vi.waitUntil(() => journal.failure === undefined, WAIT);
    await journal.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(LONG ? [1, 2, 3, 4, 5, 6] : [1])(
    'holds exactly the accepted records through full disks, failed syncs and crashes (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      let folder = newFolder();
      const files = await fileHandles();
      const taken: string[] = [];
      const refused: string[] = [];
      let number = 0;
      let { journal } = await open(folder, true);
      for (let round = 0; round < 40; round += 1) {
        const fault = random.next();
        const spies =
          fault < 0.3
            ? [await fillDiskAfter(Math.floor(random.next() * 400))]
            : fault < 0.6
              ? [vi.spyOn(files, 'datasync').mockRejectedValueOnce(new Error('EIO'))]
              : [];
        const calls = Array.from({ length: 1 + Math.floor(random.next() * 20) }, async () => {
          number += 1;
          const text = `record ${number} ${'x'.repeat(Math.floor(random.next() * 60))}`;
          await sleep(Math.floor(random.next() * 3));
          await journal.append(Buffer.from(text)).written.then(
            () => taken.push(text),
            () => refused.push(text),
          );
        });
        await Promise.all(calls);
        for (const spy of spies) spy.mockRestore();
        expect((await textsIn(folder)).sort()).toEqual([...taken].sort());
        if (random.next() < 0.3) {
          // A crash: the next process finds the files of this moment.
          const killed = folder;
          folder = newFolder();
          cpSync(killed, folder, { recursive: true });
          await journal.close();
          ({ journal } = await open(folder, true));
        } else if (random.next() < 0.5)
          await vi.waitUntil(() => journal.failure === undefined, WAIT);
      }
      await journal.close();
      expect(refused.length).toBeGreaterThan(10);
      expect(taken.length).toBeGreaterThan(50);
    },
    60_000,
  );
});

async function textsIn(folder: string): Promise<string[]> {
  const { records, logged } = await open(folder);
  expect(logged).toEqual([]);
  return records.map((record) => record.payload.toString());
}

interface FileCalls {
  write(buffer: Buffer, at: number): Promise<object>;
  appendFile(bytes: Buffer): Promise<void>;
  datasync(): Promise<void>;
  truncate(bytes: number): Promise<void>;
}

/** Returns the prototype of all open files. */
async function fileHandles(): Promise<FileCalls> {
  const handle = await openFile(root);
  const files: FileCalls = Object.getPrototypeOf(handle);
  await handle.close();
  return files;
}

/** Makes the next write end after so many bytes, and the one after it fail. */
async function fillDiskAfter(bytes: number) {
  return vi
    .spyOn(await fileHandles(), 'write')
    .mockImplementationOnce(async function (this: FileHandle, buffer, at) {
      return { bytesWritten: writeSync(this.fd, buffer, at, Math.min(bytes, buffer.length - at)) };
    })
    .mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
}
