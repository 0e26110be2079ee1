/**
 * The service of all browser tests: one process on the demo data, started once for a run. Tests change only
 * accounts and files of their own.
 */
import { existsSync } from 'node:fs';
import { createDataFolder, type DataFolder, startService } from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { isRequired } from '../helpers/required.js';

export interface Served extends Omit<DataFolder, 'remove'> {
  url: string;
  key: string;
  /** What the first start printed. */
  welcome: string;
}

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const OPERATOR_KEY = 'operator-key-of-tests-0123456789abcdef';

export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...PATHS].find((path) => existsSync(path));
}

/** Why the suite does not run here; `REQUIRE=chromium` makes that a failure. */
export function chromiumMissing(): string | null {
  if (chromiumPath() !== undefined) return null;
  const reason = 'Chromium is not installed; CHROMIUM_PATH can name it';
  if (isRequired('chromium')) throw new Error(reason);
  return reason;
}

export function served(): Served {
  return JSON.parse(process.env.CONSOLE_SERVED ?? '');
}

/** Resolves once the demo data is whole. */
export async function untilLoaded({ url }: Served): Promise<void> {
  await eventually(
    async () => (await (await fetch(`${url}/health/ready`)).json()) as { loading: string[] },
    ({ loading }) => loading.length === 0,
    180_000,
  );
}

/** The runner's `globalSetup`. The demo data is loaded while other tests run. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (chromiumPath() === undefined) return undefined;
  const folder = createDataFolder({ isNew: true });
  folder.env.SIGNALS_ADMIN_KEY = OPERATOR_KEY;
  const { url, key, welcome, stop } = await startService(folder);
  if (key === null) throw new Error('the first start shows a key');
  const { path, env } = folder;
  process.env.CONSOLE_SERVED = JSON.stringify({ url, key, welcome, path, env } satisfies Served);
  return async () => {
    await stop();
    folder.remove();
  };
}
