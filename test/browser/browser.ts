/**
 * Opens the console in Chromium on the running service of all browser tests. Collects what a page
 * complains about: console errors and warnings, uncaught exceptions, violations of its content
 * security policy and requests to other hosts.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, type DataFolder, type NewAccount } from '../helpers/cli.js';
import {
  chromiumMissing,
  chromiumPath,
  OPERATOR_KEY,
  type Served,
  served,
  untilLoaded,
} from './service.js';

export interface Console {
  folder: DataFolder;
  service: Served;
  key: string;
  /** Opens a new tab, signed in unless `signedIn` is false. */
  open(path?: string, options?: OpenOptions): Promise<ConsoleTab>;
  /** Creates an account with this id and name, and issues a key for it. */
  createAccount(id: string, settings: NewAccount): Promise<{ key: string; key_id: string }>;
}

export interface ConsoleTab {
  page: Page;
  /** Errors, warnings and requests to other hosts so far. */
  complaints: string[];
}

interface OpenOptions extends BrowserContextOptions {
  /** Key of another account than the demo's. */
  key?: string;
  signedIn?: boolean;
  asOperator?: boolean;
}

/**
 * Describes the console, in one browser for all tests. After each test its tabs are closed, which
 * would continue to call the service; tabs that were open before it stay.
 */
export function describeConsole(name: string, tests: (app: Console) => void): void {
  const missing = chromiumMissing();
  if (missing) {
    it.skip(`${name} (${missing})`);
    return;
  }
  describe(name, () => {
    let browser: Browser;
    let kept: BrowserContext[];
    beforeAll(async () => {
      await untilLoaded(served());
      browser = await launch();
    });
    beforeEach(() => {
      kept = browser.contexts();
    });
    afterEach(async () => {
      const opened = browser.contexts().filter((context) => !kept.includes(context));
      await Promise.all(opened.map((context) => context.close()));
    });
    afterAll(() => browser.close());
    tests(consoleIn(() => browser));
  });
}

function consoleIn(browser: () => Browser): Console {
  const service = served();
  const { url, key } = service;
  const folder = { ...service, remove: () => undefined };
  return {
    folder,
    service,
    key,
    async open(
      path = '/',
      { key: own = key, signedIn = true, asOperator = false, ...options } = {},
    ) {
      const context = await browser().newContext({ locale: 'en-US', ...options });
      const page = await context.newPage();
      const complaints = listen(page);
      if (signedIn) {
        // Opens a small file with the headers of pages: without them the pages would not share its
        // storage.
        await page.goto(`${url}/favicon.ico`);
        const keys = {
          'signals.key': own,
          ...(asOperator && { 'signals.operator-key': OPERATOR_KEY }),
        };
        await page.evaluate((all) => Object.assign(sessionStorage, all), keys);
      }
      await page.goto(url + path);
      return { page, complaints };
    },
    createAccount: (...account) => createAccount(folder, ...account),
  };
}

function launch(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('no Chromium');
  // As root (in containers) Chromium starts only without its sandbox.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== '127.0.0.1') complaints.push(`asked another host: ${request.url()}`);
  });
  return complaints;
}

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Expects no violation by axe, which runs outside of the page's policy: of any rule but those in
 * `except`.
 */
export function expectAccessible(page: Page, except: readonly string[] = []): Promise<void> {
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  return expectNoViolation(page, { rules });
}

/** Expects enough contrast, on a page whose other rules were checked in another theme. */
export function expectContrast(page: Page): Promise<void> {
  return expectNoViolation(page, { runOnly: ['color-contrast'] });
}

async function expectNoViolation(page: Page, options: object): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(readFileSync(AXE, 'utf8'));
  }
  const violations = await page.evaluate(
    async (given) => {
      // @ts-expect-error: added to the page by axe
      const { violations: found } = await window.axe.run(document, given);
      return found as Violation[];
    },
    // Describes only elements that break a rule, which are few.
    { ...options, reporter: 'no-passes', selectors: false },
  );
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
  ).toEqual([]);
}

/** Waits until nothing on the page is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('.skeleton').count(), { timeout: 30_000 }).toBe(0);
}
