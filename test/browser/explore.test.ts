/**
 * The page Explore: what it requests for an address, and what its cards, charts and form show.
 * Needs Chromium.
 */
import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeConsole } from './browser.js';

const INDUSTRY = 'Oil, Gas & Consumable Fuels';

describeConsole('Explore page', (app) => {
  let key: string;

  beforeAll(async () => {
    // Uses its own account: other files use up the rate limit of the demo's.
    ({ key } = await app.createAccount('explorer', { unlimited: true, rateLimit: 100_000 }));
  });

  const open = (path: string, options = {}) => app.open(path, { key, ...options });

  it('searches for an industry with commas as one value', async () => {
    const { page, complaints } = await open('/explore');
    await page.route('**/v1/signals/aggregate', async (route) => {
      if (!isGroupedBy(route.request().postDataJSON(), 'industry')) return route.continue();
      const groups = [{ key: { industry: INDUSTRY }, count: 3 }];
      return route.fulfill({ json: { total: 3, groups, has_more: false, group_count: 1 } });
    });
    await page.locator('.filters > summary').click();
    await page.getByLabel('Industries').fill('oil');
    await page.getByRole('option', { name: INDUSTRY }).click();
    const remove = page.getByRole('button', { name: /^Remove / });
    await expect.poll(() => remove.count()).toBe(1);
    const asked = searchOf(page);
    const answered = page.waitForResponse((answer) => isSearch(answer.request()));
    await page.getByRole('button', { name: 'Apply filters' }).click();
    expect((await asked).company_industries).toEqual([INDUSTRY]);
    await (await answered).finished();
    await page.reload();
    await page.getByRole('button', { name: `Remove ${INDUSTRY}` }).waitFor();
    expect(await remove.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('repeats a search that is answered 409 because it is still running, as after a reload', async () => {
    const { page } = await open('/favicon.ico');
    let conflicts = 0;
    await page.route('**/v1/signals/search', (route) => {
      if (conflicts === 2) return route.continue();
      conflicts += 1;
      return route.fulfill({
        status: 409,
        json: { error: 'conflict', message: 'A request is still running.', details: [] },
      });
    });
    await page.goto(`${app.service.url}/explore?q=layoffs`);
    await page.getByRole('article').first().waitFor();
    expect(conflicts).toBe(2);
  });

  it('shows a signal once that is on two pages, because others were loaded meanwhile', async () => {
    const { page } = await open('/favicon.ico');
    let firstPage: { signals: { signal_id: string }[] } = { signals: [] };
    await page.route('**/v1/signals/search', async (route) => {
      const { offset = 0, count_only: isCount = false } = route.request().postDataJSON();
      if (isCount) return route.continue();
      const isNext = offset > 0;
      const response = await route.fetch();
      const body = await response.json();
      if (!isNext) firstPage = body;
      const moved = isNext ? firstPage.signals.slice(-3) : [];
      const signals = [...moved, ...body.signals].slice(0, body.signals.length);
      return route.fulfill({ response, json: { ...body, signals } });
    });
    await page.goto(`${app.service.url}/explore?q=layoffs`);
    const shown = page.getByRole('region', { name: 'Results' }).getByRole('status').first();
    await expect.poll(() => shown.textContent()).toContain(' shown');
    const before = Number(/(\d+) shown/.exec((await shown.textContent()) ?? '')?.[1]);
    await page.getByRole('button', { name: /^Show \d+ more/ }).click();
    await expect.poll(() => shown.textContent()).toContain(`${2 * before - 3} shown`);
  });

  it('suggests no company for what was typed before', async () => {
    const { page } = await open('/explore');
    await page.locator('.filters > summary').click();
    const field = page.getByLabel('Company domain');
    await field.fill('zig');
    const suggested = page.locator('.option');
    await suggested.first().waitFor();
    await page.route('**/v1/companies/suggest**', () => undefined);
    await field.fill('');
    await expect.poll(() => suggested.count()).toBe(0);
    await field.fill('bras');
    expect(await suggested.count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('reads a timeline once for several arrow keys on its type', async () => {
    const { page } = await open('/companies/zigzagdata.example');
    const type = page.getByLabel('Type', { exact: true });
    await expect.poll(() => type.locator('option').count()).toBeGreaterThan(3);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/timeline')) asked.push(request.url());
    });
    await type.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
    const chosen = await type.inputValue();
    await page.waitForURL((url) => url.searchParams.get('signal_types') === chosen);
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]).toContain(`signal_types=${chosen}`);
  });

  it('splits a list in the address at its commas, but not at escaped ones', async () => {
    const { page } = await open('/favicon.ico');
    const asked = searchOf(page);
    await page.goto(`${app.service.url}/explore?company_industries=Banks,Oil%252C+Gas`);
    expect((await asked).company_industries).toEqual(['Banks', 'Oil, Gas']);
  });

  it('sends no company domain without a dot, and says what to type', async () => {
    const { page } = await open('/explore');
    await page.locator('.filters > summary').click();
    const field = page.getByLabel('Company domain');
    await field.fill('zigzag');
    await field.press('Enter');
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    expect(await field.getAttribute('title')).toContain('acme.example');
    expect(new URL(page.url()).search).toBe('');
    const asked = searchOf(page);
    await field.fill('zigzagdata.example');
    await field.press('Enter');
    expect((await asked).company_domain).toBe('zigzagdata.example');
  });

  it('names a mistake of the filters once, and the question in the title of the tab', async () => {
    const { page } = await open('/explore?q=layoffs&company_domain=zigzag');
    await page.getByRole('alert').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([
      expect.stringMatching(/^The request is invalid\.\s+company_domain must be a domain/),
    ]);
    expect(await page.title()).toBe('layoffs · Explore · Signals');
  });

  it('shows a time of the address in the field of a day', async () => {
    const { page } = await open('/explore?detected_after=2026-03-01T05:30:00Z');
    const field = page.getByLabel('Detected after');
    expect(await field.inputValue()).toBe('2026-03-01T05:30:00Z');
    await field.fill('');
    expect(await field.getAttribute('type')).toBe('date');
  });

  it('shows a date without a time as that day in any time zone, and a time in local time', async () => {
    const { page } = await open('/favicon.ico', { timezoneId: 'America/Los_Angeles' });
    await page.route('**/v1/signals/search', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const [day, moment] = answer.signals ?? [];
      if (day) day.detected_at = '2026-03-01T00:00:00.000Z';
      if (moment) moment.detected_at = '2026-03-01T05:30:00.000Z';
      await route.fulfill({ response, json: answer });
    });
    await page.goto(`${app.service.url}/explore?signal_types=news`);
    const [day, moment] = [
      page.locator('article time').first(),
      page.locator('article time').nth(1),
    ];
    await moment.waitFor();
    expect(await day.textContent()).toContain('Mar 1, 2026');
    expect(await day.getAttribute('title')).toBe('Mar 1, 2026');
    expect(await moment.textContent()).toContain('Feb 28, 2026');
    expect(await moment.getAttribute('title')).toMatch(/^Feb 28, 2026, 9:30:00/);
  });

  it.each([
    { address: 'signal_types=news', after: monthBegun(23), span: 'last 24 months' },
    { address: 'detected_after=1996-01-01', after: monthBegun(199), span: untilToday(199) },
    { address: 'detected_before=2100-01-01', after: monthBegun(23), span: untilToday(23) },
    {
      address: 'detected_before=2015-01-01',
      after: '2012-12-31T23:59:59.999Z',
      span: 'Jan 1, 2013 – Dec 31, 2014',
    },
  ])('counts the months that the caption names: $address', async ({ address, after, span }) => {
    const { page } = await open('/favicon.ico');
    const asked = page.waitForRequest((request) => isGroupedBy(request.postDataJSON(), 'month'));
    await page.goto(`${app.service.url}/explore?${address}`);
    expect((await asked).postDataJSON().detected_after).toBe(after);
    const caption = page.locator('figcaption').filter({ hasText: 'Filtered signals per month' });
    const said = caption.locator('span').first();
    // The dash has thin spaces around it.
    await expect
      .poll(async () => (await said.textContent())?.replaceAll(/\s/g, ' '))
      .toBe(`Filtered signals per month, ${span}`);
  });

  it('shows months up to the current one if detected_before is in the future', async () => {
    const { page } = await open('/explore?detected_before=2100-01-01');
    const rows = page
      .getByRole('figure')
      .filter({ hasText: 'Filtered signals per month' })
      .locator('tbody tr');
    const month = new Date().toLocaleDateString('en-US', {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    await expect.poll(() => rows.last().locator('th').textContent()).toBe(month);
  });

  it('keeps keyboard focus and unsubmitted text when the order is changed', async () => {
    const { page } = await open('/explore?signal_types=news');
    const order = page.getByLabel('Order');
    await order.waitFor();
    await page.getByRole('searchbox').fill('not submitted yet');
    await order.focus();
    await order.selectOption('oldest');
    await page.waitForURL(/sort=oldest/);
    const times = page.locator('article time');
    await expect
      .poll(() =>
        times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? '')),
      )
      .toSatisfy((all: string[]) => all.length > 1 && `${all}` === `${all.toSorted()}`);
    expect(await order.evaluate((select) => select === document.activeElement)).toBe(true);
    expect(await page.getByRole('searchbox').inputValue()).toBe('not submitted yet');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/q=not\+submitted\+yet.*sort=oldest/);
  });
});

/** Returns the body of the next search that is not a count. */
async function searchOf(page: Page) {
  return (await page.waitForRequest(isSearch)).postDataJSON();
}

/** True if the request is a search that is not a count. */
function isSearch(request: Request): boolean {
  return request.url().endsWith('/v1/signals/search') && !request.postDataJSON().count_only;
}

function isGroupedBy(body: { group_by?: string[] } | null, by: string): boolean {
  return body?.group_by?.[0] === by;
}

const monthStart = (ago: number): number => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1);
};

/** Returns the last moment before the month that began `ago` months ago. */
function monthBegun(ago: number): string {
  return new Date(monthStart(ago) - 1).toISOString();
}

function untilToday(monthsAgo: number): string {
  const day = (at: number): string =>
    new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  return `${day(monthStart(monthsAgo))} – ${day(Date.now())}`;
}
