/**
 * The service of all browser tests: one process on the demo data, started once for a run. Tests
 * change only their own accounts and files.
 */
import { existsSync } from 'node:fs';
import { createDataFolder, type DataFolder, startService } from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { isRequired } from '../helpers/required.js';

export interface Served extends Omit<DataFolder, 'remove'> {
  url: string;
  key: string;
  /** Output of the first start. */
  welcome: string;
}

/** The headless shell comes first, because it takes a fifth less processor time than the browser. */
const PATHS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
export const OPERATOR_KEY = 'operator-key-of-tests-0123456789abcdef';

export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...PATHS].find((path) => existsSync(path));
}

/** Returns why the suite is skipped, or null; with `REQUIRE=chromium` it throws instead. */
export function chromiumMissing(): string | null {
  if (chromiumPath() !== undefined) return null;
  const reason = 'Chromium is not installed; CHROMIUM_PATH can name it';
  if (isRequired('chromium')) throw new Error(reason);
  return reason;
}

export function served(): Served {
  return JSON.parse(process.env.CONSOLE_SERVED ?? '');
}

/** Waits until the demo data is loaded. */
export async function untilLoaded({ url }: Served): Promise<void> {
  await eventually(
    async () => (await (await fetch(`${url}/health/ready`)).json()) as { loading: string[] },
    ({ loading }) => loading.length === 0,
    180_000,
  );
}

/**
 * The runner's `globalSetup`: starts the service, which loads the demo data while other tests run.
 */
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
