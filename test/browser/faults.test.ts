/**
 * How the console shows errors and what to do about them: no credits, too many requests, a revoked
 * key, a failed call, no service. Needs Chromium.
 */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { jsonOf, type NewAccount } from '../helpers/cli.js';
import { describeConsole, settled } from './browser.js';

describeConsole('Console on errors', (app) => {
  async function signInAs(account: string, settings: NewAccount) {
    const { key, key_id: keyId } = await app.createAccount(account, settings);
    const { page } = await app.open('/', { signedIn: false });
    await page.goto('about:blank');
    await page.goto(`${app.service.url}/#key=${key}`);
    await page.getByRole('navigation').waitFor();
    return { page, keyId };
  }

  /** Presses "Try again" until this is shown: the browser takes a moment to be online again. */
  async function tryAgainUntil(alert: Locator, wanted: Locator): Promise<void> {
    const again = alert.getByRole('button', { name: 'Try again' });
    const shown = async () => {
      if (await again.isVisible()) await again.click();
      return wanted.count();
    };
    await expect.poll(shown).toBeGreaterThan(0);
  }

  it('says when new credits arrive, and links to Usage, when credits are used up', async () => {
    const { page } = await signInAs('small', { monthlyLimit: 1 });
    const search = async (text: string): Promise<void> => {
      await page.getByRole('searchbox').fill(text);
      await page.getByRole('searchbox').press('Enter');
    };
    const balance = page.locator('.balance');
    await expect.poll(() => balance.textContent()).toContain('1 credit left');
    await search('first');
    await page.getByRole('article').first().waitFor();
    await search('second');
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain('credits are used up');
    expect(await alert.textContent()).toContain('New credits arrive on');
    await alert.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await expect.poll(() => page.locator('.stat-value').first().textContent()).toBe('1');
  });

  it('shows the credits used, although a reading from before the charge is still under way', async () => {
    const { page } = await signInAs('early-usage', { monthlyLimit: 1_000 });
    let readings = 0;
    const pending: (() => void)[] = [];
    await page.route('**/v1/account', async (route) => {
      readings += 1;
      if (readings > 1) return route.continue();
      const before = await route.fetch();
      await new Promise<void>((resolve) => pending.push(resolve));
      // The page may have stopped this request.
      await route.fulfill({ response: before }).catch(() => undefined);
    });
    await page.goto(`${app.service.url}/explore`);
    await expect.poll(() => pending.length).toBe(1);
    await page.getByRole('searchbox').fill('layoffs');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    for (const release of pending) release();
    await expect.poll(() => page.locator('.stat-value').first().textContent()).toBe('1');
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('says how many seconds to wait when the rate limit is reached', async () => {
    const { page } = await signInAs('slow', { unlimited: true, rateLimit: 1 });
    const alert = page.getByRole('alert').first();
    await expect.poll(() => alert.textContent()).toContain('Too many requests');
    expect(await alert.textContent()).toMatch(/Try again in \d+ seconds?/);
  });

  it('returns to the sign-in page and says why when the key was revoked', async () => {
    const { page, keyId } = await signInAs('left', { unlimited: true });
    await jsonOf(app.folder, 'keys', 'revoke', '--key-id', keyId);
    await expect
      .poll(
        async () => {
          await page.goto(`${app.service.url}/types`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          return page.getByLabel('API key').count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
    expect(await page.getByRole('status').first().textContent()).toContain('does not accept');
  });

  it('opens the sign-in page on a sign-in link that is damaged', async () => {
    const { page, complaints } = await app.open('/#key=%', { signedIn: false });
    const message = page.getByRole('status').first();
    await expect.poll(() => message.textContent()).toContain('does not accept the key');
    expect(await page.getByLabel('API key').count()).toBe(1);
    expect(page.url()).not.toContain('key=');
    expect(complaints).toEqual([]);
  });

  it('says on Intent that the account has no early access', async () => {
    const { page } = await signInAs('plain', { unlimited: true });
    await page.goto(`${app.service.url}/intent?q=servers`);
    await page.getByText('no early access to intent').waitFor();
  });

  it('is charged for Intent only on Rank, not on the choice of who is ranked', async () => {
    const { page } = await app.open('/favicon.ico');
    const paid: string[] = [];
    await page.route('**/v1/intent/*', (route) => {
      paid.push(new URL(route.request().url()).pathname);
      const json = { error: 'not_found', message: 'Closed.', code: 404, details: [] };
      return route.fulfill({ status: 404, json });
    });
    await page.goto(`${app.service.url}/intent?q=servers`);
    await page.getByText('no early access to intent').waitFor();
    await page.getByRole('button', { name: 'People' }).click();
    await page.getByLabel('What you sell').fill('processors');
    await page.getByRole('button', { name: 'Companies' }).click();
    await page.getByRole('button', { name: 'People' }).click();
    await page.waitForTimeout(300);
    expect(paid).toEqual(['/v1/intent/companies']);
    await page.getByRole('button', { name: 'Rank' }).click();
    await page.waitForURL(/q=processors&who=contacts$/);
    await expect.poll(() => paid).toEqual(['/v1/intent/companies', '/v1/intent/contacts']);
  });

  it('stays in the console when a page not opened before cannot be read', async () => {
    const { page } = await app.open('/types');
    await settled(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain('cannot be reached');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.waitForTimeout(300);
    expect(page.url()).toContain('/usage');
    expect(await page.getByRole('navigation').count()).toBe(1);
    await page.context().setOffline(false);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  });

  it('says that the service cannot be reached, and searches again on "Try again"', async () => {
    const { page } = await app.open('/explore');
    await page.getByRole('searchbox').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('layoffs');
    await page.getByRole('searchbox').press('Enter');
    const alert = page.getByRole('region', { name: 'Results' }).getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain('cannot be reached');
    await page.context().setOffline(false);
    await tryAgainUntil(alert, page.getByRole('article'));
  });

  it('keeps a question that is being typed when its filters cannot be loaded', async () => {
    const { page } = await app.open('/explore');
    await settled(page);
    await page.getByRole('searchbox').fill('a long question');
    await page.context().setOffline(true);
    await page.getByText('Filters', { exact: false }).first().click();
    const alert = page.getByRole('alert').filter({ hasText: 'cannot be reached' }).first();
    await alert.waitFor();
    await page.context().setOffline(false);
    await tryAgainUntil(alert, page.getByLabel('Signal types'));
    expect(await page.getByLabel('Signal types').count()).toBe(1);
    expect(await page.getByRole('searchbox').inputValue()).toBe('a long question');
  });

  it('says that a list of choices could not be read, and reads it when it is opened again', async () => {
    const { page } = await app.open('/favicon.ico');
    const error = { error: 'internal_error', message: 'It broke.', code: 500, details: [] };
    await page.route('**/v1/signals/types?*', (route) =>
      route.fulfill({ status: 500, json: error }),
    );
    await page.goto(`${app.service.url}/explore`);
    await page.getByText('Filters', { exact: false }).first().click();
    const types = page.getByLabel('Signal types');
    await types.fill('new');
    await page.getByText('The list could not be read').waitFor();
    await types.press('Enter');
    expect(await types.inputValue()).toBe('new');
    await page.unrouteAll();
    await types.press('Escape');
    await types.fill('new');
    await page.getByRole('option', { name: 'News' }).waitFor();
    await types.press('Enter');
    await page.getByRole('button', { name: 'Remove News' }).waitFor();
  });

  it('says that an answer ended too early, and reads it again', async () => {
    const { page } = await app.open('/favicon.ico');
    await page.route('**/v1/signals/search', async (route) => {
      if (!route.request().postData()?.includes('explain')) return route.continue();
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).slice(0, 1000) });
    });
    await page.goto(`${app.service.url}/explore?q=layoffs`);
    const alert = page.getByRole('region', { name: 'Results' }).getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain('ended too early');
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').first().waitFor();
    expect(await page.locator('.results-head').textContent()).toContain('shown again, free');
  });

  it('works without storage, which a browser can forbid', async () => {
    const { page } = await app.open('/favicon.ico', { signedIn: false });
    await page.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, { get });
      }
    });
    await page.goto(`${app.service.url}/explore?q=layoffs#key=${app.key}`);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: /^Use the (dark|light) theme$/ }).click();
    await page.getByRole('link', { name: 'Types', exact: true }).click();
    await page.getByRole('heading', { name: 'Types', level: 1 }).waitFor();
  });

  it.each([
    { path: '/explore?signal_types=news', call: '**/v1/signals/aggregate' },
    { path: '/types', call: '**/v1/signals/types?*' },
    { path: '/types/news', call: '**/v1/signals/aggregate' },
    { path: '/trending', call: '**/v1/signals/aggregate' },
    { path: '/trending', call: '**/v1/signals/trending?*' },
    { path: '/companies/zigzagdata.example', call: '**/v1/signals/aggregate' },
    {
      path: '/people?contact_email=wanda.dummyfield%40zigzagdata.example',
      call: '**/v1/signals/aggregate',
    },
    { path: '/usage', call: '**/v1/account' },
    { path: '/usage', call: '**/v1/usage?*' },
  ])(
    'shows the error of a failed call and never an empty result: $call on $path',
    async ({ path, call }) => {
      const { page } = await app.open('/favicon.ico');
      let answer = (): void => undefined;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(call, async (route) => {
        await answered;
        await route.fulfill({
          status: 500,
          json: { error: 'internal_error', message: 'It broke.', details: [] },
        });
      });
      await page.goto(app.service.url + path);
      await page.locator('.skeleton').first().waitFor();
      const claims = page.getByText(/Nothing to count|No call in this period/);
      await page.waitForTimeout(300);
      expect(await claims.count()).toBe(0);
      answer();
      await page.getByRole('alert').filter({ hasText: 'It broke.' }).first().waitFor();
      await settled(page);
      expect(await claims.count()).toBe(0);
      expect(await page.getByRole('region', { name: 'Signal types' }).count()).toBe(0);
    },
  );

  it.each([
    { path: '/usage', call: '/v1/logs', name: 'Show 25 more' },
    { path: '/usage', call: '/v1/statements', name: 'Show 12 more' },
    { path: '/feeds', call: '/v1/admin/ingest/rejected', name: 'Show 20 more' },
  ])(
    'shows the error of a further page at its button, and asks for that page again: $call',
    async ({ path, call, name }) => {
      const { page } = await app.open('/favicon.ico', { asOperator: true });
      const error = { error: 'internal_error', message: 'It broke.', details: [] };
      await page.route(`**${call}?*`, async (route) => {
        if (/cursor=./.test(route.request().url())) {
          await route.fulfill({ status: 500, json: error });
          return;
        }
        const response = await route.fetch();
        const json = { ...(await response.json()), next_cursor: 'further' };
        await route.fulfill({ response, json });
      });
      await page.goto(app.service.url + path);
      await page.getByRole('button', { name }).click();
      const alert = page.locator(`[role="alert"]:has(+ button:text("${name}"))`);
      await expect.poll(() => alert.textContent()).toContain('It broke.');
      const again = page.waitForRequest((request) => request.url().includes('cursor=further'));
      await alert.getByRole('button', { name: 'Try again' }).click();
      await again;
      expect(await page.getByRole('alert').count()).toBe(1);
    },
  );

  it('blames the filters for a failed count only if they are invalid', async () => {
    const { page } = await app.open('/explore?employee_count_min=5&employee_count_max=1');
    const counted = page.locator('.filters').getByRole('status');
    await expect.poll(() => counted.textContent()).toBe('These filters have a mistake');
    await page.route('**/v1/signals/search', (route) => route.abort());
    await page.getByLabel('Employees, at most').fill('9');
    await expect.poll(() => counted.textContent()).toBe('These filters could not be counted');
  });
});
