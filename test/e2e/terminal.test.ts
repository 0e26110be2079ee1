/** Control characters in stored text are replaced on a terminal, which would execute them; a pipe gets all bytes. */
import { afterAll, expect, it } from 'vitest';
import { createDataFolder, runSignals } from '../helpers/cli.js';

const folder = createDataFolder();
afterAll(() => folder.remove());

const HOSTILE = 'Acme \u001b[31m\u0007\u009b5n é';
const LITERAL = `'Acme \\x1b[31m\\x07\\xc2\\x9b5n é'`;
const HARMLESS = 'Acme  [31m  5n é';
const CONTROLS = /[^\P{Cc}\n]/u;
const SET_TERMINAL = 'process.stdout.isTTY = process.stderr.isTTY = true';
const terminal = {
  ...folder,
  env: {
    ...folder.env,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SET_TERMINAL)}`,
  },
};

const TABLE = ['sql', `SELECT ${LITERAL} AS text`];
const DOCUMENT = [...TABLE, '--json'];

it('signals sql replaces control characters in results on a terminal', async () => {
  const [table, document] = [
    await runSignals(terminal, ...TABLE),
    await runSignals(terminal, ...DOCUMENT),
  ];
  expect(table.stdout).toContain(HARMLESS);
  for (const { stdout } of [table, document]) expect(stdout).not.toMatch(CONTROLS);
  const tabs = await runSignals(terminal, 'sql', 'SELECT 1, 2', '--format', 'TSV');
  expect(tabs.stdout).toBe('1\t2\n');
});

it('signals sql replaces control characters in errors on a terminal', async () => {
  const { code, stderr } = await runSignals(terminal, 'sql', `SELECT toInt8(${LITERAL})`);
  expect(code).toBe(1);
  expect(stderr).toContain(HARMLESS);
  expect(stderr).not.toMatch(CONTROLS);
});

it('signals verify shows how much of the files it has read on a terminal', async () => {
  const { code, stderr } = await runSignals(terminal, 'verify');
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/files .* 100% \| [1-9]\d* rows/);
  expect((await runSignals(folder, 'verify')).stderr).toBe('');
});

it('signals sql prints results unchanged into a pipe', async () => {
  expect((await runSignals(folder, ...TABLE)).stdout).toContain(HOSTILE);
  const { rows } = JSON.parse((await runSignals(folder, ...DOCUMENT)).stdout);
  expect(rows).toEqual([{ text: HOSTILE }]);
});

it.each([
  ['SELECT 1 FORMAT CSV', '1\n'],
  ['SELECT 1 AS format ORDER BY format DESC', '1\n'],
])('signals sql prints the format of the statement, or that of --format: %s', async (sql, text) => {
  expect((await runSignals(folder, 'sql', sql, '--format', 'TSV')).stdout).toBe(text);
});

it.each(['SELECT', 'SELECT 1 AS a, b FRM c', "SELECT 'open", 'SELECT count() FROM'])(
  'signals sql reports an error of a statement without a format that nobody wrote: %s',
  async (statement) => {
    for (const args of [[], ['--json']]) {
      const { code, stderr } = await runSignals(folder, 'sql', statement, ...args);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: .*Syntax error/);
      expect(stderr).not.toMatch(/PrettyCompact|JSONEachRow/);
    }
  },
);

it.each([
  [[''], 2, /The statement is empty/],
  [['-- no more than a comment'], 2, /The statement is empty/],
  [['SELECT 1', '--json', '--format', 'TSV'], 2, /cannot be used with option '--json'/],
  [['SELECT 1', '--format', 'C S'], 2, /Use the name of a format/],
  [['SELECT 1 FORMAT CSV', '--json'], 2, /Leave FORMAT out of the statement/],
  [['-- with a comment\nSELECT 1', '--format', 'TSV'], 0, /^$/],
  [['SELECT 1 -- the end', '--format', 'TSV'], 0, /^$/],
])('signals sql checks its arguments: %j', async (parts, code, message) => {
  const answer = await runSignals(folder, 'sql', ...parts);
  expect(answer.code).toBe(code);
  expect(answer.stderr).toMatch(message);
});
