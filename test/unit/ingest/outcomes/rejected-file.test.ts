/** The file of rejected lines on disk, and the limits of reasons and of gzip. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rejection } from '../../../../ingest/outcomes/outcome.js';
import {
  appendFileReason,
  openRejectedFile,
  type RejectedLine,
  rejectedEvent,
} from '../../../../ingest/outcomes/rejected-file.js';
import { unzip } from '../../../../ingest/sources/detect-format.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signals-rejected-'));
  path = join(folder, 'rejected', 'a.ndjson');
});

afterEach(() => rmSync(folder, { recursive: true }));

const REASON = { code: 'malformed_json', message: 'no', field: '' } as const;
const lines = (from: number, to: number): RejectedLine[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    line: from + at,
    reason: REASON,
    event: 'x'.repeat(50),
  }));
const written = () => readFileSync(path, 'utf8');

describe('File of rejected lines', () => {
  it.each([1_000_000, 1_000])('is the same after interruptions (limit of %i bytes)', (maxBytes) => {
    const whole = openRejectedFile(path, {}, maxBytes);
    whole.append(lines(1, 40));
    whole.end('a');
    const expected = written();
    const first = openRejectedFile(path, {}, maxBytes);
    first.append(lines(1, 5));
    const checkpoint = first.state();
    first.append(lines(6, 20));
    const second = openRejectedFile(path, { ...checkpoint, rejected: 5 }, maxBytes);
    second.append(lines(6, 20));
    const next = second.state();
    second.append(lines(21, 22));
    const third = openRejectedFile(path, { ...next, rejected: 20 }, maxBytes);
    third.append(lines(21, 40));
    third.end('a');
    expect(written()).toBe(expected);
    expect(Buffer.byteLength(expected)).toBeLessThan(maxBytes + 500);
  });

  it('resumes from a checkpoint that has only the number of lines', () => {
    openRejectedFile(path, {}, 1_000_000).append(lines(1, 9));
    openRejectedFile(path, { read: 5, rejected: 5 }, 1_000_000).append(lines(6, 9));
    expect(written().trim().split('\n')).toHaveLength(9);
  });

  it.runIf(existsSync('/dev/full'))('accepts all lines when a full disk has room again', () => {
    const expected = openRejectedFile(join(folder, 'whole'), {}, 500);
    expected.append(lines(1, 9));
    path = join(dirname(path), 'full');
    const file = openRejectedFile(path, {}, 500);
    symlinkSync('/dev', dirname(path));
    for (let tried = 0; tried < 3; tried += 1) {
      expect(() => file.append(lines(1, 9))).toThrow(
        expect.objectContaining({ code: 'unavailable', message: expect.stringContaining(path) }),
      );
    }
    rmSync(dirname(path));
    file.append(lines(1, 9));
    expect(written()).toBe(readFileSync(join(folder, 'whole'), 'utf8'));
    expect(file.state()).toEqual(expected.state());
  });

  it('is not written, cut or read through a link', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'kept\n');
    mkdirSync(dirname(path));
    const file = openRejectedFile(path, {}, 500);
    symlinkSync(victim, path);
    const refused = expect.objectContaining({
      code: 'unavailable',
      message: expect.stringContaining(`${path} must be a file, not a link. Remove it`),
    });
    expect(() => file.append(lines(1, 1))).toThrow(refused);
    expect(() => appendFileReason(path, 'unreadable')).toThrow(refused);
    for (const rejected of [0, 1]) {
      expect(() => openRejectedFile(path, { rejected }, 500)).toThrow(refused);
    }
    expect(readFileSync(victim, 'utf8')).toBe('kept\n');
    rmSync(path);
    file.append(lines(1, 1));
    expect(written()).toContain('"line":1');
  });

  it('stores the start of a line that is nested too deeply to be written as JSON', () => {
    const deep = Buffer.from(`${'['.repeat(7_900)}${']'.repeat(7_900)}`);
    const reason = { code: 'too_deep', message: 'deep', field: '' } as const;
    const event = rejectedEvent(deep, reason);
    openRejectedFile(path, {}, 1_000_000).append([{ line: 1, reason, event }]);
    expect(JSON.parse(written()).event).toBe('['.repeat(2_000));
  });
});

describe('Reason of a rejection', () => {
  it('is short although its field and message are long', () => {
    const { reason } = new Rejection('invalid_name', 'f'.repeat(1e6), 'm'.repeat(1e6));
    expect(JSON.stringify(reason).length).toBeLessThan(1_500);
  });
});

describe('unzip', () => {
  const sizeOf = async (bytes: Buffer, freeBytes: number): Promise<number> => {
    let size = 0;
    for await (const chunk of unzip(Readable.from([bytes], { objectMode: false }), freeBytes)) {
      size += chunk.length;
    }
    return size;
  };

  it('rejects data above the free bytes that is more than 200 times its packed size', async () => {
    const bomb = gzipSync(Buffer.alloc(8_000_000));
    await expect(sizeOf(bomb, 1_000_000)).rejects.toThrow('unpacked data is more than 200 times');
    expect(await sizeOf(bomb, 10_000_000)).toBe(8_000_000);
  });

  it('reads events that are very similar', async () => {
    const events = Array.from({ length: 50_000 }, (_, at) =>
      JSON.stringify({ source: 'signal', event_id: `e-${at}`, payload: { text: 'x'.repeat(100) } }),
    ).join('\n');
    expect(await sizeOf(gzipSync(events), 1_000_000)).toBe(events.length);
  });
});
