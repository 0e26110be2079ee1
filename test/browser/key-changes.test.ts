/**
 * Changes of keys in the console: each is sent once, none is ignored because of another call, and
 * the lists show what a change did, also if its answer was lost. Needs Chromium.
 */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './browser.js';

describeConsole('Changes of keys', (app) => {
  /** Opens the keys of a new account, which has one, and collects what is sent to change them. */
  async function openKeysOf(account: string) {
    await app.createAccount(account, { unlimited: true, keyName: 'Main' });
    const { page } = await app.open('/keys', { asOperator: true });
    await page.getByLabel('Account', { exact: true }).selectOption(account);
    const rows = page.getByRole('region', { name: `Keys of ${account}` }).getByRole('row');
    await rows.filter({ hasText: 'Main' }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.method());
    });
    return { page, rows, sent };
  }

  async function issue(page: Page, name: string): Promise<void> {
    await page.getByLabel('Name of the new key').fill(name);
    await page.getByRole('button', { name: 'Issue a key' }).click();
  }

  it.each([
    { name: 'Rotate', method: 'POST' },
    { name: 'Revoke', method: 'DELETE' },
  ])('are sent once on a double click on the confirmation: $name', async ({ name, method }) => {
    const { page, rows, sent } = await openKeysOf(`twice-${name.toLowerCase()}`);
    await page.getByRole('button', { name: `${name} Main` }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name });
    // On a slow machine the second click comes before the dialog is closed.
    await confirm.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await rows.filter({ hasText: name === 'Rotate' ? 'until' : 'revoked' }).waitFor();
    expect(sent).toEqual([method]);
    if (name === 'Revoke') return;
    // The same dialog confirms another time.
    await page.getByRole('button', { name: 'Rotate Main' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name }).click();
    await expect.poll(() => sent).toEqual([method, method]);
  });

  it('are listed if their answer was lost', async () => {
    const { page, rows } = await openKeysOf('lost');
    const losing = /\/v1\/admin\/accounts\/lost\/keys(\/.*)?$/;
    await page.route(losing, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await issue(page, 'Unseen');
    await rows.filter({ hasText: 'Unseen' }).waitFor();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('cannot be reached');
    await page.getByRole('button', { name: 'Revoke Unseen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await rows.filter({ hasText: /Unseen.*revoked/ }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('are sent while another call of the console runs, and wait for one another', async () => {
    const { page, rows, sent } = await openKeysOf('busy');
    const period = { period_start: '2026-01-01T00:00:00Z', period_end: '2026-02-01T00:00:00Z' };
    const statements = [{ ...period, credits_total: 1 }];
    await page.route('**/v1/statements?*', (route) =>
      route.fulfill({ json: { statements, next_cursor: null } }),
    );
    let download = (): void => undefined;
    await page.route('**/v1/statements/2026-01-01', (route) => {
      download = () => void route.abort();
    });
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    const started = page.waitForRequest('**/v1/statements/2026-01-01');
    await page.getByRole('button', { name: 'CSV' }).click();
    await started;
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByLabel('Account', { exact: true }).selectOption('busy');
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/admin/accounts/busy/keys', async (route) => {
      if (route.request().method() !== 'GET') await answered;
      await route.continue();
    });
    await issue(page, 'Meanwhile');
    await expect.poll(() => sent).toEqual(['POST']);
    // The change is under way, also for a page that was left and is opened again.
    await page.getByRole('link', { name: 'Types', exact: true }).click();
    await page.getByRole('heading', { name: 'Types', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByLabel('Account', { exact: true }).selectOption('busy');
    await page.getByLabel('Name of the new key').fill('Next');
    const next = page.getByRole('button', { name: 'Issue a key' });
    expect(await next.isDisabled()).toBe(true);
    answer();
    await rows.filter({ hasText: 'Meanwhile' }).waitFor();
    await expect.poll(() => next.isEnabled()).toBe(true);
    download();
  });
});
