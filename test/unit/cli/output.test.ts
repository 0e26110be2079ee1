/** Output of commands: stored names lose control characters on a terminal and stay unchanged in a pipe. */
import { afterEach, expect, it, vi } from 'vitest';
import { counted, printNotice, printResult } from '../../../cli/terminal/output.js';
import { startProgress } from '../../../cli/terminal/start-progress.js';

const { stdout, stderr } = process;
const wereTerminals = [stdout.isTTY, stderr.isTTY] as const;

afterEach(() => {
  vi.restoreAllMocks();
  [stdout.isTTY, stderr.isTTY] = wereTerminals;
});

it.each([
  [true, 'Acme [2J 5n\tInc.\n'],
  [false, 'Acme\u001b[2J\u009b5n\tInc.\n'],
])('show and tell remove control characters only on a terminal: %j', (isTerminal, shown) => {
  stdout.isTTY = stderr.isTTY = isTerminal;
  const results = vi.spyOn(stdout, 'write').mockReturnValue(true);
  const notices = vi.spyOn(stderr, 'write').mockReturnValue(true);
  const name = 'Acme\u001b[2J\u009b5n\tInc.';
  printResult(false, { name }, () => name);
  printNotice(name);
  printResult(true, { name }, () => name);
  expect(notices.mock.calls).toEqual([[shown]]);
  expect(results.mock.calls[0]?.[0]).toBe(shown);
  expect(String(results.mock.calls[1]).includes('\u009b')).toBe(!isTerminal);
});

it('startProgress replaces control characters in the name of a file', () => {
  const write = vi.spyOn(stderr, 'write').mockReturnValue(true);
  stderr.isTTY = true;
  startProgress('rounds\u001b]0;x\u0007.csv', 10).stop();
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join('');
  expect(text).toContain('rounds ]0;x .csv');
});

it.each([
  [0, '0 messages'],
  [1, '1 message'],
  [2, '2 messages'],
])('counted puts the noun after %d in its number', (count, text) => {
  expect(counted(count, 'message')).toBe(text);
});
