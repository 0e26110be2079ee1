/** Which failures of ClickHouse are retried, and which ones the caller gets. */
import { parseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { createClickHouse } from '../../../../../../shared/platform/clickhouse/client/clickhouse.js';
import type { Connection } from '../../../../../../shared/platform/clickhouse/client/connection.js';
import { failureOf } from '../../../../../../shared/platform/clickhouse/client/failures.js';

const exception = (code: number, type: string, message = 'x') =>
  parseError(`Code: ${code}. DB::Exception: ${message}. (${type}) (version 26.7.2.1)`);

/** Returns a store whose inserts fail in turn with these errors, then succeed. */
function failing(...errors: Error[]) {
  const seen = { inserts: 0, renewals: 0, waits: 0 };
  const insert = async () => {
    seen.inserts += 1;
    const error = errors.shift();
    if (error) throw error;
  };
  const clickhouse = createClickHouse({
    connection: () => ({ insert }) as unknown as Connection,
    async renew() {
      seen.renewals += 1;
      return true;
    },
    async wait() {
      seen.waits += 1;
    },
  });
  return { seen, store: () => clickhouse.insert('t', [{ a: 1 }]) };
}

describe('Failed ClickHouse request', () => {
  it('is retried while the server is busy, restarting or unreachable', async () => {
    const { store, seen } = failing(
      exception(252, 'TOO_MANY_PARTS'),
      exception(242, 'TABLE_IS_READ_ONLY'),
      exception(319, 'UNKNOWN_STATUS_OF_INSERT'),
      Object.assign(new Error('read'), { code: 'ECONNRESET' }),
      new Error('<h1>502 Bad Gateway</h1>'),
    );
    await store();
    expect(seen).toEqual({ inserts: 6, renewals: 2, waits: 3 });
  });

  it.each(['', '<h1>408 Request Time-out</h1>'])(
    'is retried if a proxy ended it with a timeout of its own: %j',
    async (body) => {
      const { store, seen } = failing(parseError(body));
      await store();
      expect(seen).toEqual({ inserts: 2, renewals: 1, waits: 0 });
    },
  );

  it('is given up after fewer than 20 attempts with a retriable error', async () => {
    const { store, seen } = failing(
      ...Array.from({ length: 50 }, () => exception(202, 'TOO_MANY_SIMULTANEOUS_QUERIES')),
    );
    await expect(store()).rejects.toMatchObject({ code: 'unavailable', retriable: true });
    expect(seen.inserts).toBeLessThan(20);
  });

  it('is not retried after a timeout of the server', async () => {
    const { store, seen } = failing(exception(159, 'TIMEOUT_EXCEEDED'));
    await expect(store()).rejects.toMatchObject({ code: 'unavailable' });
    expect(seen.inserts).toBe(1);
  });

  it('is not retried when the request itself is wrong', async () => {
    const { store, seen } = failing(exception(60, 'UNKNOWN_TABLE', 'connect ECONNREFUSED'));
    await expect(store()).rejects.toMatchObject({ code: '60' });
    expect(seen).toEqual({ inserts: 1, renewals: 0, waits: 0 });
  });

  it.each([
    exception(243, 'NOT_ENOUGH_SPACE', 'Cannot reserve 1.00 MiB, not enough space.'),
    exception(
      75,
      'CANNOT_WRITE_TO_FILE_DESCRIPTOR',
      'Cannot write to file /a/b.bin, errno: 28, strerror: No space left on device.',
    ),
    exception(
      1001,
      'STD_EXCEPTION',
      'std::__1::filesystem::filesystem_error: filesystem error: in create_directories: No space left on device ["/a"].',
    ),
  ])('is not retried while the disk is full: %s', async (full) => {
    const { store, seen } = failing(full);
    await expect(store()).rejects.toMatchObject({
      retriable: true,
      message: 'ClickHouse has no room to write: free some space on its disk',
    });
    expect(seen.inserts).toBe(1);
  });

  it.each([
    exception(76, 'CANNOT_OPEN_FILE', 'errno: 24, strerror: Too many open files'),
    exception(439, 'CANNOT_SCHEDULE_TASK'),
    exception(745, 'SERVER_OVERLOADED'),
  ])(
    'counts as busy if the server is short of file handles or threads, or overloaded: %s',
    (error) => {
      expect(failureOf(error)).toBe('busy');
    },
  );

  it('counts as a fault if a file is denied, or if only a value mentions disk space', () => {
    const denied = 'errno: 13, strerror: Permission denied';
    expect(failureOf(exception(76, 'CANNOT_OPEN_FILE', denied))).toBe('fault');
    const value = "Cannot parse 'No space left on device'";
    expect(failureOf(exception(6, 'CANNOT_PARSE_TEXT', value))).toBe('fault');
  });

  it('counts as busy if the server lacks memory, but not if the query needs too much', () => {
    const memory = (which: string) =>
      failureOf(exception(241, 'MEMORY_LIMIT_EXCEEDED', `Memory limit ${which} exceeded`));
    expect(memory('(total)')).toBe('busy');
    expect(memory('(for query)')).toBe('unavailable');
  });
});
