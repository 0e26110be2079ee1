/**
 * Managing accounts and keys from the command line and the admin API while two API processes run:
 * every change must take effect in both processes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDataFolder,
  jsonOf,
  type RunningService,
  runSignals,
  startServer,
  startService,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';

const ADMIN_KEY = 'an-admin-key-of-forty-characters-exactly';
const NOTICED_MS = 6_000;

const folder = createDataFolder();
folder.env.SIGNALS_ADMIN_KEY = ADMIN_KEY;
folder.env.LOG_LEVEL = 'info';
let servers: RunningService[] = [];

beforeAll(async () => {
  servers = [await startService(folder, '--no-demo')];
  servers.push(await startServer(folder, 'api', '--unsafe-local-credits'));
});

afterAll(async () => {
  for (const server of servers.reverse()) await server.stop();
  folder.remove();
});

/** Returns the status that each process responds with for the key. */
const statuses = (key: string) =>
  Promise.all(
    servers.map(async ({ url }) => {
      const answer = await fetch(`${url}/v1/signals/types`, { headers: { 'x-api-key': key } });
      return answer.status;
    }),
  );
const becomes = (key: string, status: number) =>
  eventually(
    () => statuses(key),
    (all) => all.every((each) => each === status),
    NOTICED_MS,
  );
const account = (command: string, id: string, ...rest: string[]) =>
  jsonOf(folder, 'accounts', command, '--id', id, ...rest);
const refused = async (...args: string[]) => {
  const { code, stderr } = await runSignals(folder, ...args);
  expect(code, stderr).toBe(2);
  return stderr;
};

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function admin(server: number, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${servers[server]?.url}/v1/admin${path}`, {
    method,
    headers: { 'x-api-key': ADMIN_KEY },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as object;
  return { status: response.status, ...answer };
}

describe('Commands accounts and keys', () => {
  it('set the credit cap of a key, keep it on rotation, and remove it', async () => {
    await account('create', 'capped', '--name', 'Capped', '--unlimited');
    const key = await jsonOf(
      folder,
      ...['keys', 'issue', '--account', 'capped', '--monthly-credit-cap', '5'],
    );
    expect(key.monthly_credit_cap).toBe(5);
    const next = await jsonOf(folder, 'keys', 'rotate', '--key-id', key.key_id, '--grace', '1h');
    expect(next).toMatchObject({ monthly_credit_cap: 5, name: 'default' });
    const cap = ['keys', 'update', '--key-id', next.key_id, '--monthly-credit-cap'];
    expect((await jsonOf(folder, ...cap, '7')).monthly_credit_cap).toBe(7);
    const listed = await jsonOf(folder, 'keys', 'list', '--account', 'capped');
    expect(listed.keys).toMatchObject([
      { key_id: key.key_id, monthly_credit_cap: 5 },
      { key_id: next.key_id, monthly_credit_cap: 7 },
    ]);
    expect(JSON.stringify(listed)).not.toContain(next.key);
    expect((await jsonOf(folder, ...cap, 'none')).monthly_credit_cap).toBeNull();
    expect(await refused(...cap, 'some')).toContain('--monthly-credit-cap');
    expect(await refused('keys', 'update', '--key-id', next.key_id)).toContain(
      'There is nothing to change',
    );
    expect(await statuses(next.key)).toEqual([200, 200]);
  });

  it('delete an account permanently in every process', async () => {
    await account('create', 'gone', '--name', 'Gone', '--unlimited');
    const { key, key_id: keyId } = await jsonOf(folder, 'keys', 'issue', '--account', 'gone');
    expect(await statuses(key)).toEqual([200, 200]);
    const { counts } = await jsonOf(folder, 'status');
    expect((await account('delete', 'gone')).deleted_at).not.toBeNull();
    expect((await jsonOf(folder, 'status')).counts.accounts).toBe(counts.accounts - 1);
    await becomes(key, 401);
    const ids = async (...rest: string[]) =>
      (await jsonOf(folder, 'accounts', 'list', ...rest)).accounts.map(
        ({ account_id: id }: { account_id: string }) => id,
      );
    expect(await ids()).not.toContain('gone');
    expect(await ids('--all')).toContain('gone');
    const never = /gone was deleted .* cannot be used again/;
    expect(await refused('accounts', 'create', '--id', 'gone', '--name', 'x')).toMatch(never);
    expect(await refused('accounts', 'update', '--id', 'gone')).toContain('Name a setting of gone');
    expect(await refused('accounts', 'update', '--id', 'gone', '--unlimited')).toMatch(never);
    expect(await refused('keys', 'issue', '--account', 'gone')).toMatch(never);
    expect(await refused('keys', 'rotate', '--key-id', keyId)).toMatch(never);
    expect(await refused('accounts', 'delete', '--id', 'nobody')).toContain(
      'Account nobody does not exist',
    );
  });

  it('change the rate limit of an account in every process', async () => {
    await account('create', 'slowed', '--name', 'Slowed', '--unlimited', '--rate-limit', '600');
    const { key } = await jsonOf(folder, 'keys', 'issue', '--account', 'slowed');
    expect(await statuses(key)).toEqual([200, 200]);
    expect(await account('update', 'slowed', '--early-access')).toMatchObject({
      early_access: true,
    });
    const later = await account('update', 'slowed', '--no-early-access', '--rate-limit', '1');
    expect(later).toMatchObject({ early_access: false });
    await becomes(key, 429);
    await account('update', 'slowed', '--rate-limit', '600');
    await becomes(key, 200);
  });
});

describe('Admin API', () => {
  it('creates accounts and keys that work immediately in every process, and revokes keys in all', async () => {
    const made = await admin(0, 'POST', '/accounts', {
      account_id: 'remote',
      name: 'Remote',
      unlimited: true,
    });
    expect(made.status).toBe(201);
    expect((await admin(1, 'POST', '/accounts', { account_id: 'remote', name: 'x' })).status).toBe(
      409,
    );
    const issued = await admin(1, 'POST', '/accounts/remote/keys', {});
    expect(await statuses(issued.key)).toEqual([200, 200]);
    await admin(0, 'DELETE', `/accounts/remote/keys/${issued.key_id}`);
    await becomes(issued.key, 401);
    const listed = await jsonOf(folder, 'keys', 'list', '--account', 'remote');
    const shown = await admin(1, 'GET', '/accounts/remote/keys');
    expect(shown.keys).toEqual(listed.keys);
    const logs = servers.map((server) => server.output()).join('');
    expect(logs).toContain('"msg":"admin_call"');
    expect(logs).not.toContain(ADMIN_KEY);
    expect(logs).not.toContain(issued.key.slice(12));
  });

  it('prevents the start if its key is weak, without printing the key', async () => {
    const env = { ...folder.env, SIGNALS_ADMIN_KEY: 'weak-but-secret' };
    const { code, stderr } = await runSignals({ ...folder, env }, 'api');
    expect([code, stderr.includes('weak-but-secret')]).toEqual([2, false]);
    expect(stderr).toContain('SIGNALS_ADMIN_KEY');
  });
});
