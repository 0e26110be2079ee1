/** What goes wrong is said in words with a way out: no credits, too fast, a revoked key, no service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf } from '../helpers/cli.js';
import { type Console, openConsole } from './browser.js';
import { chromiumMissing } from './service.js';

const missing = chromiumMissing();

describe.skipIf(missing)(`faults${missing ? ` (${missing})` : ''}`, () => {
  let app: Console;

  beforeAll(async () => {
    app = await openConsole();
  });

  afterAll(() => app.close());

  async function signInAs(account: string, ...options: string[]) {
    const { folder, service } = app;
    await jsonOf(folder, 'accounts', 'create', '--id', account, '--name', account, ...options);
    const issued = await jsonOf(folder, 'keys', 'issue', '--account', account);
    const { page } = await app.open('/', { signedIn: false });
    await page.goto('about:blank');
    await page.goto(`${service.url}/#key=${issued.key}`);
    await page.getByRole('navigation').waitFor();
    return { page, keyId: String(issued.key_id) };
  }

  it('credits that are used up: when new ones come, and where to look', async () => {
    const { page } = await signInAs('small', '--monthly-limit', '1');
    const search = async (text: string): Promise<void> => {
      await page.getByRole('searchbox').fill(text);
      await page.getByRole('searchbox').press('Enter');
    };
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

  it('too many requests: how long to wait', async () => {
    const { page } = await signInAs('slow', '--unlimited', '--rate-limit', '1');
    const alert = page.getByRole('alert').first();
    await expect.poll(() => alert.textContent()).toContain('Too many requests');
    expect(await alert.textContent()).toMatch(/Try again in \d+ seconds?/);
  });

  it('a revoked key: back to the sign-in page, which says why', async () => {
    const { page, keyId } = await signInAs('left', '--unlimited');
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
    expect(await page.getByRole('status').first().textContent()).toContain('no longer accepts');
  });

  it('an account without early access: who can switch intent on', async () => {
    const { page } = await signInAs('plain', '--unlimited');
    await page.goto(`${app.service.url}/intent?q=servers`);
    await page.getByText('no early access to intent').waitFor();
  });

  it('an unreachable service: what to check, and trying again works', async () => {
    const { page } = await app.open('/explore');
    await page.getByRole('searchbox').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('layoffs');
    await page.getByRole('searchbox').press('Enter');
    const alert = page.getByRole('region', { name: 'Results' }).getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain('cannot be reached');
    await page.context().setOffline(false);
    // The browser takes a moment to be online again.
    const again = alert.getByRole('button', { name: 'Try again' });
    const shown = async () => {
      if (await again.isVisible()) await again.click();
      return page.getByRole('article').count();
    };
    await expect.poll(shown).toBeGreaterThan(0);
  });
});
