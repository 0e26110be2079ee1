/**
 * Every page of the console: accessible by axe in both themes, without errors, no wider than a
 * telephone, and within its size limit; and how the service serves pages. Needs Chromium.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import {
  type ConsoleTab,
  describeConsole,
  expectAccessible,
  expectContrast,
  settled,
} from './browser.js';

const PAGES = [
  '/explore',
  '/explore?q=layoffs&signal_types=news',
  '/trending?window=30d',
  '/types',
  '/types/news',
  '/companies/zigzagdata.example',
  '/people?contact_email=wanda.dummyfield%40zigzagdata.example',
  '/intent?q=servers+for+training+models',
  '/usage',
  '/keys',
  '/feeds',
  '/operations',
  '/connect',
  '/docs',
];
/** Rules that the markup of Swagger UI breaks. */
const OF_SWAGGER_UI = ['heading-order', 'landmark-main-is-top-level', 'nested-interactive'];
const FIRST_VIEW_BYTES = 200_000;
const ALL_BYTES = 450_000;

describeConsole('Console pages', (app) => {
  /** All pages share a tab, whose cache has what they have in common. */
  let tab: ConsoleTab;
  beforeAll(async () => {
    tab = await app.open('/favicon.ico', { asOperator: true });
  });

  it.each(PAGES)(
    'are accessible in both themes, log no error and fit a telephone: %s',
    async (path) => {
      const { page, complaints } = tab;
      complaints.length = 0;
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(app.service.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      expect(await page.getByRole('alert').count()).toBe(0);
      const except = path === '/docs' ? OF_SWAGGER_UI : [];
      await expectAccessibleInBoth(page, except);
      await page.setViewportSize({ width: 360, height: 740 });
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(overflow, { timeout: 2_000 }).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  it('run a call in the API reference with the key of the tab, and lead back to the console', async () => {
    const { page, complaints } = tab;
    complaints.length = 0;
    await page.setViewportSize({ width: 1440, height: 900 });
    // Leaves the reference first: from within it, only the fragment would change.
    await page.goto(`${app.service.url}/favicon.ico`);
    await page.goto(`${app.service.url}/docs#/Account/readCredits`);
    const operation = page.locator('.opblock.is-open');
    await expect.poll(() => operation.textContent()).toContain('Response headers: X-Request-Id');
    for (const words of ['Free of charge', '401 unauthorized', 'Pages:']) {
      expect(await operation.textContent()).toContain(words);
    }
    // The example of the answer.
    await expect.poll(() => operation.textContent()).toContain('"remaining": 942');
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const status = operation.locator('.live-responses-table .response-col_status').last();
    await expect.poll(() => status.textContent()).toContain('200');
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  /** Checks what a tab shows in the light theme, then its contrast in the dark one. */
  async function expectAccessibleInBoth(page: Page, except: readonly string[] = []) {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expectAccessible(page, except);
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ground).not.toBe(light);
    await expectContrast(page);
  }

  it('have an accessible key dialog in the API reference in both themes', async () => {
    const { page } = await app.open('/docs', { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByRole('button', { name: 'Close' }).first().waitFor();
    await expectAccessibleInBoth(page, OF_SWAGGER_UI);
  });

  it('have an accessible sign-in form in both themes', async () => {
    const { page } = await app.open('/', { colorScheme: 'light', signedIn: false });
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessibleInBoth(page);
  });

  it('are usable by keyboard: skip link, navigation and a visible focus', async () => {
    const { page } = await app.open('/explore');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    const link = page.getByRole('link', { name: 'Types', exact: true });
    await link.focus();
    expect(await link.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Types', level: 1 }).waitFor();
    // The next Tab goes to the new page, and a screen reader reads it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('name the signal that others resemble by its summary, also after a reload', async () => {
    const { page } = await app.open('/explore?q=layoffs');
    await settled(page);
    await page
      .getByRole('link', { name: /^Similar signals/ })
      .first()
      .click();
    const note = page.getByText('Showing signals like');
    await note.waitFor();
    expect(await note.textContent()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    const summary = await note.locator('q').textContent();
    expect(summary?.length).toBeGreaterThan(10);
    await page.reload();
    await settled(page);
    expect(await page.getByText('Showing signals like').locator('q').textContent()).toBe(summary);
  });

  it('keep their scripts below the size limits of the first view and of all pages', async () => {
    const { page } = await app.open('/explore?q=layoffs');
    await settled(page);
    await page.getByRole('figure').first().locator('svg').first().waitFor();
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.endsWith('.js'))
        .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
    );
    expect(scripts.length).toBeGreaterThan(3);
    expect(Math.min(...scripts)).toBeGreaterThan(0);
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(FIRST_VIEW_BYTES);
    const assets = join(packageRoot(), 'dist/console/assets');
    const zipped = readdirSync(assets).filter((name) => name.endsWith('.js.gz'));
    const all = zipped.reduce((sum, name) => sum + statSync(join(assets, name)).size, 0);
    expect(all).toBeLessThan(ALL_BYTES);
  });

  it('have cache headers: no-cache for pages, a day for the icon, a year for hashed scripts', async () => {
    const { url } = app.service;
    const index = await fetch(`${url}/usage`, { headers: { 'accept-encoding': 'br' } });
    expect(index.headers.get('cache-control')).toBe('no-cache');
    expect(index.headers.get('content-encoding')).toBe('br');
    expect(index.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await index.text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/);
    const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? '';
    const icon = await fetch(`${url}/favicon.ico`);
    expect(icon.headers.get('content-type')).toBe('image/svg+xml');
    expect(icon.headers.get('cache-control')).toBe('max-age=86400');
    const asset = await fetch(url + script, { headers: { 'accept-encoding': 'gzip' } });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    expect(asset.headers.get('content-type')).toMatch(/javascript/);
  });

  it('exist at the paths of pages only; other unknown paths get a JSON error', async () => {
    const { url } = app.service;
    for (const path of [
      '/nowhere',
      '/explore/',
      '/companies',
      '/assets/nothing.js',
      '/v1/nowhere',
    ]) {
      const answer = await fetch(url + path);
      expect([path, answer.headers.get('content-type')]).toEqual([
        path,
        'application/json; charset=utf-8',
      ]);
    }
    expect((await fetch(`${url}/explore`, { method: 'POST' })).status).toBe(405);
  });

  it('say to browsers that a page does not exist, and drop a slash at the end', async () => {
    const { url } = app.service;
    const headers = { accept: 'text/html,*/*;q=0.8' };
    for (const path of ['/nowhere', '/types/', '/companies', '/companies/%zz', '/v1/nowhere']) {
      const answer = await fetch(url + path, { headers, redirect: 'manual' });
      const type = answer.headers.get('content-type')?.split(';')[0];
      const expected = { '/types/': [308, undefined], '/v1/nowhere': [401, 'application/json'] };
      expect([path, answer.status, path === '/types/' ? undefined : type]).toEqual([
        path,
        ...(expected[path as keyof typeof expected] ?? [404, 'text/html']),
      ]);
    }
    const moved = await fetch(`${url}/explore/?q=a`, { headers, redirect: 'manual' });
    expect(moved.headers.get('location')).toBe('/explore?q=a');
    for (const path of ['/nowhere', '/companies/%zz']) {
      const { page } = await app.open(path);
      await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
      await page.context().close();
    }
  });

  it('show the balance and the way to the API reference on a telephone', async () => {
    const { page } = await app.open('/types', { viewport: { width: 380, height: 740 } });
    await page.getByText(/credits? (left|used)/).waitFor();
    await page.getByRole('link', { name: 'API reference' }).waitFor();
  });
});
