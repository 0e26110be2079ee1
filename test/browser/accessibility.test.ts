/**
 * The console for people who do not use a mouse, a wide window or colours of their own, or who
 * print a page: the focus stays near its place, and nothing is cut off. Needs Chromium.
 */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole, settled } from './browser.js';

/** Returns the accessible beginning of the focused element, or `body` if none has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'body';
    return element.getAttribute('aria-label') ?? element.textContent ?? element.tagName;
  });

describeConsole('Console by keyboard, on paper and in narrow windows', (app) => {
  it('keeps the focus on the page when what had it is gone', async () => {
    const { page } = await app.open('/explore');
    await page.getByRole('link', { name: 'data breach or cyberattack' }).press('Enter');
    await page.getByRole('article').first().waitFor();
    expect(await focused(page)).not.toBe('body');
    await page.getByRole('button', { name: 'Search again' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Results');
    await page.getByRole('article').first().waitFor();
    expect(await focused(page)).toBe('Results');
    const more = page.getByRole('button', { name: /^Show \d+ more/ });
    await more.press('Enter');
    await expect.poll(() => page.locator('.results-head').textContent()).toContain('200 shown');
    expect(await focused(page)).toMatch(/^Show \d+ more/);
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByLabel('API key').fill(app.key);
    await page.getByRole('button', { name: 'Sign in' }).press('Enter');
    await page.getByRole('navigation').waitFor();
    await expect.poll(() => focused(page)).not.toBe('body');
  });

  it('keeps the focus near a key that is dismissed', async () => {
    const { page } = await app.open('/keys', { asOperator: true });
    await page.getByLabel('Name of the new key').fill('By keyboard');
    await page.getByLabel('Name of the new key').press('Enter');
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect.poll(() => focused(page)).toContain('Issue a key');
  });

  it('is charged once for two clicks on "Search again" before the page is drawn', async () => {
    const { page } = await app.open('/explore?q=opened+a+plant');
    await page.getByRole('article').first().waitFor();
    let calls = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('"explain":true')) calls += 1;
    });
    await page.getByRole('button', { name: 'Search again' }).evaluate((button) => {
      if (button instanceof HTMLElement) for (let at = 0; at < 2; at += 1) button.click();
    });
    await settled(page);
    await page.getByRole('article').first().waitFor();
    expect(calls).toBe(1);
  });

  it('prints all signals that are shown, without what can be pressed', async () => {
    const { page } = await app.open('/explore?q=layoffs', { colorScheme: 'dark' });
    await page.getByRole('article').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect.poll(() => page.locator('.signal').count()).toBe(100);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    const colour = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(colour).toBe('rgb(26, 32, 48)');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('.signal').count()).toBeLessThan(100);
  });

  it.each(['/explore?q=x', '/trending', '/usage', '/keys', '/types'])(
    'is no wider than a window of 320 pixels, however long names are: %s',
    async (path) => {
      const { page } = await app.open('/favicon.ico', { viewport: { width: 320, height: 800 } });
      const long = 'Verylongnamewithoutspaces'.repeat(8);
      await page.route('**/v1/**', async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        const longer = text.replaceAll(
          /"(name|summary|account_id|domain|industry)":"[^"]+"/g,
          `"$1":"${long}"`,
        );
        await route.fulfill({ response, body: longer });
      });
      await page.goto(app.service.url + path.replace('=x', `=${long}`));
      await settled(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(320);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
});
