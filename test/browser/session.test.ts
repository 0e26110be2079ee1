/**
 * The keys of a tab while pages are restored and answers come late: a signed-out tab stays signed
 * out, and a tab with a new key keeps it. Needs Chromium.
 */
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole, settled } from './browser.js';
import { OPERATOR_KEY } from './service.js';

const REFUSED = {
  status: 401,
  json: { error: 'unauthorized', message: 'No.', code: 401, details: [] },
};

describeConsole('Keys of a tab', (app) => {
  /** Tells a page that the browser shows it again as it was left. */
  async function restore(page: Page): Promise<void> {
    // A page that is loaded again may not answer.
    const restored = page.evaluate(async () => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await fetch('/openapi.json', { cache: 'no-store' });
    });
    await restored.catch(() => undefined);
  }

  /** Holds back the first call of the path that the page sends, and refuses its key at the end. */
  function holdBack(page: Page, path: string | RegExp) {
    const held = new Promise<Route>((resolve) => {
      void page.route(path, resolve, { times: 1 });
    });
    return {
      sent: () => held,
      async refuse(): Promise<void> {
        const request = (await held).request();
        const answered = page.waitForResponse((response) => response.request() === request);
        await (await held).fulfill(REFUSED);
        await (await answered).finished();
        // Its caller has read it before the page reads another answer.
        await page.evaluate(() =>
          fetch('/openapi.json', { cache: 'no-store' }).then(() => undefined),
        );
      },
    };
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

  it('stay if an earlier key is refused by a late answer', async () => {
    const { key } = app;
    const late = await app.createAccount('late', { unlimited: true });
    const { page } = await app.open('/favicon.ico', { key: late.key });
    const period = { period_start: '2026-01-01T00:00:00Z', period_end: '2026-02-01T00:00:00Z' };
    const statements = [{ ...period, credits_total: 1 }];
    await page.route('**/v1/statements?*', (route) =>
      route.fulfill({ json: { statements, next_cursor: null } }),
    );
    const held = holdBack(page, '**/v1/statements/2026-01-01');
    await page.goto(`${app.service.url}/usage`);
    await page.getByRole('button', { name: 'CSV' }).click();
    await held.sent();
    await page.route('**/v1/logs?*', (route) => route.fulfill(REFUSED), { times: 1 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').waitFor();
    await held.refuse();
    expect(await page.evaluate(() => sessionStorage.getItem('signals.key'))).toBe(key);
    expect(await page.getByRole('navigation').count()).toBe(1);
  });

  it('stay if an earlier key of the operator is refused by a late answer', async () => {
    const { page } = await app.open('/favicon.ico', { asOperator: true });
    // The service has one operator's key: here it accepts another one, too.
    const other = `${OPERATOR_KEY}-2`;
    await page.route('**/v1/admin/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-api-key': OPERATOR_KEY } }),
    );
    await page.goto(`${app.service.url}/keys`);
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .waitFor();
    const held = holdBack(page, /\/keys\/[^/]+$/);
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await held.sent();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.getByLabel('Operator’s key').fill(other);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('button', { name: 'Forget it' }).waitFor();
    await held.refuse();
    expect(await page.evaluate(() => sessionStorage.getItem('signals.operator-key'))).toBe(other);
    expect(await page.getByRole('button', { name: 'Forget it' }).count()).toBe(1);
  });

  it('take the question with them at a sign-out', async () => {
    const { page } = await app.open('/explore?q=layoffs');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(page.url()).toBe(`${app.service.url}/explore`);
    expect(await page.title()).not.toContain('layoffs');
  });

  it('are replaced by a sign-in link in the same tab only if the user agrees', async () => {
    const { page } = await app.open('/explore?q=layoffs');
    await page.getByRole('article').first().waitFor();
    const link = `${app.service.url}/explore?q=layoffs#key=sig_live_unknown`;
    const storedKey = () => page.evaluate(() => sessionStorage.getItem('signals.key'));
    await page.goto(link);
    await page.getByRole('button', { name: 'Keep it as it is' }).click();
    await page.getByRole('article').first().waitFor();
    expect([await storedKey(), page.url().includes('key=')]).toEqual([app.key, false]);
    await page.goto(link);
    await page.getByRole('button', { name: 'Use the key of the link' }).click();
    await page.getByText('does not accept the key').waitFor();
    expect(page.url()).not.toContain('key=');
  });

  it('stay without a question if a link has the same key, or is damaged', async () => {
    const { page } = await app.open('/types');
    await settled(page);
    for (const key of [app.key, '%zz']) {
      await page.goto(`${app.service.url}/types#key=${key}`);
      await page.waitForURL((url) => url.hash === '');
      await settled(page);
      expect(await page.getByRole('alertdialog').count()).toBe(0);
      expect(await page.evaluate(() => sessionStorage.getItem('signals.key'))).toBe(app.key);
    }
  });

  it('that were issued are gone when the operator’s key is forgotten', async () => {
    const { page } = await app.open('/keys', { asOperator: true });
    await page.getByLabel('Name of the new key').fill('Not for others');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await page.getByText('The new key “Not for others”').waitFor();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.getByLabel('Operator’s key').fill(OPERATOR_KEY);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('button', { name: 'Issue a key' }).waitFor();
    expect(await page.getByText('The new key “Not for others”').count()).toBe(0);
  });
});
