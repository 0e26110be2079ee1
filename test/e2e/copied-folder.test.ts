/** A data folder that is copied while a service runs on it. The copy must not lead to the original. */
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { createDataFolder, jsonOf, startService } from '../helpers/cli.js';

const original = createDataFolder();
const copy = createDataFolder({ isNew: true });
afterAll(() => {
  original.remove();
  copy.remove();
});

const accounts = async (folder: typeof original) =>
  (await jsonOf(folder, 'accounts', 'list')).accounts.map(
    (account: { account_id: string }) => account.account_id,
  );

it('commands on a copied data folder change the copy, and leave the running service alone', async () => {
  const service = await startService(original, '--no-demo');
  // Files that disappear meanwhile would end the copying.
  service.child.kill('SIGSTOP');
  cpSync(original.path, copy.path, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  });
  service.child.kill('SIGCONT');
  expect(readPublishedGateway(copy.path)).toBeNull();
  await jsonOf(copy, 'accounts', 'create', '--id', 'copied', '--name', 'Copied', '--unlimited');
  expect(await accounts(copy)).toEqual(['copied']);
  expect(await accounts(original)).toEqual([]);
  const { clickhouse } = await jsonOf(original, 'status');
  expect(clickhouse).toMatchObject({ role: 'guest', served_by: { pid: service.child.pid } });
  expect(await service.stop()).toBe(0);
});

it('commands find the service through a link to its data folder', async () => {
  const service = await startService(original, '--no-demo');
  const path = join(copy.path, 'link');
  symlinkSync(original.path, path);
  const linked = { ...original, env: { ...original.env, SIGNALS_DATA_DIR: path } };
  expect((await jsonOf(linked, 'status')).clickhouse.role).toBe('guest');
  expect(await service.stop()).toBe(0);
});
