/** The journal queue on disk, with more rows and bytes than one insert or the queue can hold. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../../../../shared/domain/ports/logger.js';
import {
  type JournalQueue,
  openJournalQueue,
  type Room,
} from '../../../../../shared/platform/journal/journal-queue.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';
import { createGate } from '../../../../helpers/gate.js';

const MEGABYTE = 'x'.repeat(900_000);

let folder: string;
/** Rows of each insert. */
let inserts: string[][];
let isAway: boolean;
let whileInserting: () => Promise<void>;
let logger: Logger;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signals-queue-'));
  inserts = [];
  isAway = false;
  whileInserting = async () => undefined;
  logger = createLogger('silent');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (room?: Room): Promise<JournalQueue<string>> =>
  openJournalQueue<string>({
    folder,
    name: 'rows',
    sync: false,
    async insert(rows) {
      if (isAway) throw new Error('away');
      inserts.push([...rows]);
      await whileInserting();
    },
    logger,
    ...(room ? { room } : {}),
  });

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `row ${String(at).padStart(2, '0')}`);

describe('Journal queue', () => {
  it('inserts rows that are added concurrently once each and in order', async () => {
    const queue = await open();
    const rows = rowsOf(25_000);
    await Promise.all(rows.map((row) => queue.add(row)));
    await queue.drain();
    expect(inserts.flat()).toEqual(rows);
    expect(Math.max(...inserts.map((each) => each.length))).toBeLessThanOrEqual(5_000);
    await queue.close();
  });

  it('inserts rows that arrive during an insert together with the next one, before it closes', async () => {
    const queue = await open();
    const begin = createGate();
    const end = createGate();
    whileInserting = () => {
      begin.open();
      return end.opened;
    };
    await queue.add('first');
    const flushed = queue.flush();
    await begin.opened;
    for (const row of ['second', 'third']) await queue.add(row);
    const closed = queue.close();
    end.open();
    await Promise.all([flushed, closed]);
    expect(inserts).toEqual([['first'], ['second', 'third']]);
    expect(queue.depth).toBe(0);
  });

  it('combines rows that arrive one after the other into few inserts', async () => {
    const queue = await open();
    whileInserting = () => sleep(1);
    const end = performance.now() + 600;
    let rows = 0;
    for (; performance.now() < end; rows += 1) await queue.add(`row ${rows}`);
    await queue.drain();
    expect(inserts.flat()).toHaveLength(rows);
    expect(inserts.length).toBeLessThan(rows / 10);
    await queue.close();
  });

  it('limits the bytes of one insert, also after a restart', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at} ${MEGABYTE}`);
    const inserted = () => inserts.flat().map((row) => Number.parseInt(row, 10));
    const largest = () => Math.max(...inserts.map((each) => each.join('').length));
    isAway = true;
    const queue = await open();
    await Promise.all(rows.map((row) => queue.add(row)));
    await queue.close();
    isAway = false;
    const again = await open();
    expect(inserted()).toEqual(rows.map((_, at) => at));
    expect(largest()).toBeLessThan(20_000_000);
    inserts.length = 0;
    await Promise.all(rows.map((row) => again.add(row)));
    await again.drain();
    expect(inserted()).toEqual(rows.map((_, at) => at));
    expect(largest()).toBeLessThan(20_000_000);
    await again.close();
  });

  it('logs once that the journal cannot be written, and once that it can again', async () => {
    const lines: string[] = [];
    for (const level of ['error', 'info'] as const) {
      vi.spyOn(logger, level).mockImplementation((_fields, event) => {
        lines.push(`${level} ${event}`);
      });
    }
    const queue = await open();
    rmSync(folder, { recursive: true });
    for (const row of rowsOf(3)) {
      await expect(queue.add(row)).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(queue.failure).toBeDefined();
    mkdirSync(folder);
    await vi.waitUntil(() => queue.failure === undefined, 5_000);
    await queue.add('later');
    await queue.drain();
    expect(inserts).toEqual([['later']]);
    expect(queue.depth).toBe(0);
    expect(lines).toEqual(['error journal_not_written', 'info journal_written_again']);
    await queue.close();
  });

  it.each([
    ['rows', { rows: 50, bytes: 1e9 }],
    ['bytes', { rows: 1e9, bytes: 400 }],
  ])(
    'rejects rows above its limit of %s while the store is unavailable, but not later',
    async (_, limits) => {
      isAway = true;
      const queue = await open({ ...limits, waitMs: 50 });
      const add = async (row: string): Promise<boolean> => {
        try {
          await queue.makeRoom();
        } catch (error) {
          expect(error).toMatchObject({ retriable: true });
          return false;
        }
        await queue.add(row);
        return true;
      };
      const taken: string[] = [];
      for (const row of rowsOf(70)) if (await add(row)) taken.push(row);
      expect(taken).toEqual(rowsOf(50));
      isAway = false;
      await queue.flush();
      expect(await Promise.all(rowsOf(70).map(add))).not.toContain(false);
      await queue.drain();
      expect(inserts.flat()).toEqual([...taken, ...rowsOf(70)]);
      await queue.close();
    },
  );
});
