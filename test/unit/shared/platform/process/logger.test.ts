/** Log lines: names in snake_case, and only safe fields of an error. Reads the source files. */
import fs, { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { AppError, NoRoomError } from '../../../../../shared/domain/errors.js';
import { packageRoot } from '../../../../../shared/domain/package-root.js';
import { createLogger, describeError } from '../../../../../shared/platform/process/logger.js';

const CALL =
  /\b(?:logger|log)(?:\??\.(?:trace|debug|info|warn|error|fatal)|\[[^\]]+\])\(\s*(?:\{([^{}]*)\}|(\w+)),\s*'([^']*)'/gi;
/** Any call, however it is written. */
const ANY_CALL = /\blog(?:ger)?\??(?:\.(?:trace|debug|info|warn|error|fatal)|\[[^\]]+\])\(/gi;
const SNAKE = /^[a-z0-9]+(_[a-z0-9]+)*$/;

interface LogCall {
  place: string;
  event: string;
  fields: string[];
}

function logCalls(): LogCall[] {
  return ['api', 'cli', 'ingest', 'shared'].flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => callsIn(join(folder, file))),
  );
}

function callsIn(place: string): LogCall[] {
  const source = readFileSync(join(packageRoot(), place), 'utf8');
  const calls = [...source.matchAll(CALL)];
  // A call that is written in another way would go unchecked.
  expect([place, calls.length]).toEqual([place, [...source.matchAll(ANY_CALL)].length]);
  return calls.map(([, written, variable, event = '']) => {
    const made = new RegExp(`const ${variable} = \\{([^{}]*)\\};`).exec(source)?.[1];
    return { place, event, fields: namesIn(written ?? made ?? '') };
  });
}

/** Returns the names in an object literal, without those that are spread into it. */
function namesIn(literal: string): string[] {
  return literal
    .split(',')
    .map((part) => part.trim().split(':')[0] ?? '')
    .filter((name) => name !== '' && !name.startsWith('...'));
}

describe('Log lines', () => {
  it('have events and fields in snake_case', () => {
    const calls = logCalls();
    expect(calls.length).toBeGreaterThan(25);
    for (const { place, event, fields } of calls) {
      for (const name of [event, ...fields])
        expect([place, name]).toEqual([place, expect.stringMatching(SNAKE)]);
    }
  });

  it('contain only type, code, stack and message of an error, with the message of its cause', () => {
    const details = [{ field: 'q', location: 'query', code: 'x', message: 'y', meta: {} }] as const;
    const cause = Object.assign(new Error('connection lost'), { brokerId: 3, request: 'a secret' });
    const error = new AppError('unavailable', 'no store', { cause, details });
    const described = describeError(error);
    expect(Object.keys(described).sort()).toEqual(['code', 'message', 'stack', 'type']);
    expect(described).toMatchObject({ code: 'unavailable', message: 'no store: connection lost' });
    expect(JSON.stringify(described)).not.toMatch(/secret|brokerId|retriable/);
    expect(describeError('odd')).toEqual({ message: 'odd' });
  });

  it.each([
    ['info', ['no_room', 'other']],
    ['error', ['no_room']],
    ['silent', []],
  ])('report lack of room as one error a minute, at level %s', (level, events) => {
    const lines: string[] = [];
    const write = vi.spyOn(fs, 'writeSync').mockImplementation((_file, line) => {
      lines.push(String(line));
      return Buffer.byteLength(String(line));
    });
    const logger = createLogger(level);
    for (const part of ['rows', 'lease']) {
      logger.warn({ err: new NoRoomError(new Error('243')), part }, 'not_written');
    }
    logger.warn({}, 'other');
    write.mockRestore();
    const said = lines.map((line) => JSON.parse(line));
    expect(said.map(({ msg }) => msg)).toEqual(events);
    const reason = expect.stringContaining('free some space');
    if (events.length > 0) expect(said[0]).toMatchObject({ level: 'error', reason });
  });
});
