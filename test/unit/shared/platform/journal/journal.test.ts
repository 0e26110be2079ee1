/** The journal: what was acknowledged before any damage is there, and nothing is invented. */
import {
  appendFileSync,
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
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openJournal } from '../../../../../shared/platform/journal/journal.js';
import {
  decodeSegment,
  encodeRecord,
  SEGMENT_START,
} from '../../../../../shared/platform/journal/journal-format.js';

const root = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(root, `f${folders}`);
}
const open = (folder: string, sync = false) => openJournal({ folder, name: 'test', sync });

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

describe('a segment', () => {
  it('whose tail was cut or flipped gives every record before the damage and no other', () => {
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

describe('a journal', () => {
  it('gives back what was appended and not released, in order', async () => {
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
    expect(second.damage).toEqual([]);
    expect(second.records.map((record) => record.payload.toString())).toEqual(
      appended.map((_, index) => `row ${index}`),
    );
    const { sequence } = second.journal.append(Buffer.from('later'));
    expect(sequence).toBe((appended.at(-1) ?? 0) + 1);
    await second.journal.close();
    expect((await open(folder)).records).toHaveLength(51);
  });

  it('deletes what is released, and nothing else', async () => {
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

  it.each(['cut', 'garbage'])('reports a tail of %s, keeps a copy, and goes on', async (kind) => {
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
    expect(reopened.damage).toEqual([
      { file, fromByte: expect.any(Number), lostBytes: kind === 'cut' ? 16 : 37 },
    ]);
    expect(readdirSync(folder)).toContain(`${file}.damaged`);
    await reopened.journal.append(Buffer.from('d')).written;
    await reopened.journal.close();
  });

  it('takes nothing any more once a write has failed', async () => {
    const folder = newFolder();
    const { journal } = await open(folder);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    await expect(journal.append(Buffer.from('a')).written).rejects.toThrow('cannot be written');
    rmSync(folder);
    await expect(journal.append(Buffer.from('b')).written).rejects.toThrow('cannot be written');
    expect(journal.failure).toBeDefined();
  });

  it('gives back nothing that a full disk made it refuse', async () => {
    const folder = newFolder();
    const { journal } = await open(folder, true);
    await journal.append(Buffer.from('kept')).written;
    const record = encodeRecord({ sequence: 1, payload: Buffer.from('refused') });
    await fillDiskAfter(Math.floor(record.length * 1.5));
    const refused = [1, 2, 3].map(() => journal.append(Buffer.from('refused')).written);
    for (const { status } of await Promise.allSettled(refused)) expect(status).toBe('rejected');
    await journal.close();
    const { records, damage } = await open(folder);
    expect(records.map((each) => each.payload.toString())).toEqual(['kept']);
    expect(damage).toEqual([]);
  });
});

/** The disk takes so many bytes of the next write, and nothing of the one after it. */
async function fillDiskAfter(bytes: number): Promise<void> {
  const handle = await openFile(root);
  const files: { write(buffer: Buffer, at: number): Promise<object> } =
    Object.getPrototypeOf(handle);
  await handle.close();
  vi.spyOn(files, 'write')
    .mockImplementationOnce(async function (this: FileHandle, buffer, at) {
      return { bytesWritten: writeSync(this.fd, buffer, at, bytes) };
    })
    .mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
}
