/**
 * The keys of a tab when pages are restored: a signed-out tab stays signed out. Needs Chromium.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Console, openConsole, settled } from './browser.js';
import { chromiumMissing } from './service.js';

const missing = chromiumMissing();

describe.skipIf(missing)(`Keys of a tab${missing ? ` (${missing})` : ''}`, () => {
  let app: Console;

  beforeAll(async () => {
    app = await openConsole();
  });

  afterEach(() => app.closeTabs());
  afterAll(() => app.close());

  /** Tells a page that the browser shows it again as it was left. */
  async function restore(page: Page): Promise<void> {
    // A page that is loaded again may not answer.
    const restored = page.evaluate(async () => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await fetch('/openapi.json', { cache: 'no-store' });
    });
    await restored.catch(() => undefined);
  }

  it.each(['/explore', '/docs'])('are gone from %s, restored after a sign-out', async (path) => {
    const { page } = await app.open(path);
    await settled(page);
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url());
    });
    await restore(page);
    expect(loads).toEqual([]);
    await page.evaluate(() => sessionStorage.clear());
    const loaded = page.waitForEvent('load');
    await restore(page);
    await loaded;
    if (path === '/explore') await page.getByLabel('API key').waitFor();
  });

  it('are gone from a restored page if only the operator’s key was forgotten', async () => {
    const { page } = await app.open('/keys', { asOperator: true });
    await settled(page);
    await page.evaluate(() => sessionStorage.removeItem('signals.operator-key'));
    await restore(page);
    await page.getByLabel('Operator’s key').waitFor();
  });
});
