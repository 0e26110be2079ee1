/** `signals api` beside and without a running service: who counts the credits, and who takes over. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDataFolder,
  type DataFolder,
  jsonOf,
  type RunningService,
  runSignals,
  startServer,
  startService,
} from '../helpers/cli.js';

let folder: DataFolder;
let running: RunningService[];

beforeEach(() => {
  folder = createDataFolder();
  running = [];
});

afterEach(async () => {
  const alive = running.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  for (const each of alive) await each.stop('SIGKILL');
  folder.remove();
});

async function start(...args: string[]): Promise<RunningService> {
  const server = await startServer(folder, ...args);
  running.push(server);
  return server;
}

async function keyOf(account: string, ...limits: string[]): Promise<string> {
  await jsonOf(folder, 'accounts', 'create', '--id', account, '--name', account, ...limits);
  return (await jsonOf(folder, 'keys', 'issue', '--account', account)).key;
}

const search = (server: RunningService, key: string) =>
  fetch(`${server.url}/v1/signals/search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{}',
  });

describe('the API alone', () => {
  it('refuses to count credits beside a service, but may serve unlimited accounts', async () => {
    const service = await startService(folder, '--no-demo');
    running.push(service);
    const limited = await keyOf('capped', '--monthly-limit', '10');
    const unlimited = await keyOf('free', '--unlimited');
    const refused = await runSignals(folder, 'api');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`signals serve on`);
    expect(refused.stderr).toContain('--unsafe-local-credits');
    const second = await start('api', '--unsafe-local-credits');
    expect((await search(second, unlimited)).status).toBe(200);
    // Another process behind the balancer can say what is left; this one cannot.
    expect((await search(second, limited)).status).toBe(503);
    expect((await search(service, limited)).status).toBe(200);
    // The service ends: the other one goes on, on the folder it takes over.
    expect(await service.stop()).toBe(0);
    expect((await search(second, unlimited)).status).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  it('takes the place of a process that was killed, at once, and of nobody who lives', async () => {
    const first = await start('api');
    const key = await keyOf('capped', '--monthly-limit', '10');
    expect((await search(first, key)).status).toBe(200);
    expect((await runSignals(folder, 'api')).code).toBe(1);
    await first.stop('SIGKILL');
    const second = await start('api');
    expect((await search(second, key)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    const third = await start('api');
    expect(await third.stop()).toBe(0);
  });
});
