/** The API key of `signals mcp` comes from a file or the environment and must not be visible to other users. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../shared/platform/process/listen.js';
import { createDataFolder, finish, runSignals, startSignals } from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { linesOf, OPENING } from '../helpers/mcp-lines.js';

const folder = createDataFolder();
const keys: (string | undefined)[] = [];
const service = createServer((request, response) => {
  keys.push(request.headers['x-api-key']?.toString());
  response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
});

beforeAll(async () => {
  const port = await listen(service, { host: '127.0.0.1', port: 0, setting: 'none' });
  folder.env.SIGNALS_API_URL = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  service.close();
  folder.remove();
});

it('signals mcp reads the key from a file or the old option and hides it from the process list', async () => {
  const file = join(folder.path, 'key');
  writeFileSync(file, 'sig_live_from_file\n');
  for (const [args, key] of [
    [['--key-file', file], 'sig_live_from_file'],
    [['--key', 'sig_live_shown'], 'sig_live_shown'],
  ] as const) {
    const child = startSignals(folder, 'mcp', ...args);
    child.stdin?.write(linesOf(OPENING));
    await eventually(
      async () => keys.at(-1),
      (last) => last === key,
    );
    if (process.platform === 'linux') {
      expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain('sig_live_');
    }
    child.stdin?.end();
  }
});

it('signals mcp answers a batch and what is not a message', async () => {
  const child = startSignals(folder, 'mcp', '--key', 'sig_live_x');
  child.stdin?.end('[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n{"id":7}\n');
  const { stdout, stderr } = await finish(child);
  const answers = answersIn(stdout);
  const error = { code: -32_600, message: expect.stringContaining('one JSON-RPC 2.0 message') };
  expect(answers).toEqual([1, 2].map(() => ({ jsonrpc: '2.0', id: null, error })));
  expect(stderr).toMatch(/^Warning: --key .*\n$/);
});

it('signals mcp requires a key and recommends --key-file instead of --key', async () => {
  const { code, stderr } = await runSignals(folder, 'mcp');
  expect(code).toBe(2);
  expect(stderr).toContain('--key-file');
  writeFileSync(join(folder.path, 'empty'), '\n');
  expect((await runSignals(folder, 'mcp', '--key-file', join(folder.path, 'empty'))).code).toBe(2);
  for (const name of ['missing', '.']) {
    const refused = await runSignals(folder, 'mcp', '--key-file', join(folder.path, name));
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: --key-file /),
    });
  }
  writeFileSync(join(folder.path, 'lines'), 'sig_live_x\nsig_live_y\n');
  for (const wrong of [
    ['--key-file', join(folder.path, 'lines')],
    ['--key', 'sig_live_é'],
  ]) {
    const { code, stderr } = await runSignals(folder, 'mcp', ...wrong);
    expect([code, stderr]).toEqual([2, expect.stringContaining('ASCII characters without blanks')]);
    expect(stderr).not.toContain('sig_live_');
  }
  const { stdout } = await runSignals(folder, 'mcp', '--help');
  expect(stdout).not.toMatch(/--key /);
});

it('signals mcp rejects a URL of another kind, or with a password, without printing the password', async () => {
  const url = 'http://bob:s3cret@127.0.0.1:8080';
  const key = { SIGNALS_API_KEY: 'sig_live_x' };
  const bySetting = { ...folder, env: { ...folder.env, ...key, SIGNALS_API_URL: url } };
  const byOption = { ...folder, env: { ...folder.env, ...key } };
  const port = url.replace('8080', '99999');
  for (const [place, args] of [
    [bySetting, []],
    [byOption, ['--url', url]],
    [byOption, ['--url', port]],
    [byOption, ['--url', 'localhost:8622']],
  ] as const) {
    const { code, stdout, stderr } = await runSignals(place, 'mcp', ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: .*(SIGNALS_API_URL|--url)/s);
    expect(stdout + stderr).not.toContain('s3cret');
  }
});

it('signals mcp answers a line that is not JSON, and the messages after it', async () => {
  const child = startSignals(folder, 'mcp', '--key', 'sig_live_x');
  child.stdin?.write('garbage\n\n{"jsonrpc":"2.0",\r\n');
  for (const call of OPENING.slice(0, 2))
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...call })}\r\n`);
  let stdout = '';
  for await (const chunk of child.stdout ?? []) {
    stdout += chunk;
    if (stdout.includes('"id":1')) child.stdin?.end();
  }
  const refused = { code: -32_700, message: expect.stringContaining('not valid JSON') };
  const answers = answersIn(stdout);
  expect(answers.slice(0, 2)).toEqual(
    [1, 2].map(() => ({ jsonrpc: '2.0', id: null, error: refused })),
  );
  expect(answers.slice(2)).toMatchObject([{ id: 1, result: { serverInfo: { name: 'signals' } } }]);
});

function answersIn(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
