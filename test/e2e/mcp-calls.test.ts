/** Calls of `signals mcp` that are cancelled, or still running when its input ends. */
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../shared/platform/process/listen.js';
import { createDataFolder, finish, startSignals } from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { linesOf, OPENING } from '../helpers/mcp-lines.js';

const folder = createDataFolder();
/** The calls that the service has not answered. */
const waiting = new Set<ServerResponse>();
const service = createServer((_request, response) => {
  waiting.add(response);
  response.once('close', () => waiting.delete(response));
});

beforeAll(async () => {
  const port = await listen(service, { host: '127.0.0.1', port: 0, setting: 'none' });
  folder.env.SIGNALS_API_URL = `http://127.0.0.1:${port}`;
  folder.env.SIGNALS_API_KEY = 'sig_live_x';
});

afterAll(() => {
  service.close();
  folder.remove();
});

/** Far less than the time after which a call ends by itself. */
const SOON_MS = 20_000;

const untilWaiting = (count: number) =>
  eventually(
    async () => waiting.size,
    (size) => size === count,
    SOON_MS,
  );

it('a call that runs when the input ends is answered before the process ends', async () => {
  const child = startSignals(folder, 'mcp');
  const finished = finish(child);
  child.stdin?.end(linesOf(OPENING));
  await untilWaiting(1);
  const result = { content: [{ type: 'text', text: 'late' }], structuredContent: {} };
  for (const response of waiting) response.end(JSON.stringify({ result }));
  const { code, stdout } = await finished;
  expect(code).toBe(0);
  expect(stdout).toContain('"id":2');
  expect(stdout).toContain('late');
});

it('a cancelled call is cancelled in the service, and is not waited for', async () => {
  const child = startSignals(folder, 'mcp');
  const finished = finish(child);
  child.stdin?.write(linesOf(OPENING));
  await untilWaiting(1);
  const params = { requestId: 2, reason: 'enough' };
  child.stdin?.write(linesOf([{ method: 'notifications/cancelled', params }]));
  await untilWaiting(0);
  child.stdin?.end();
  const { code, stdout } = await finished;
  expect(code).toBe(0);
  expect(stdout).not.toContain('"id":2');
});
