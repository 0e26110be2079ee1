/**
 * A new user's first steps: from the link of the first start to a search, a company and a copied
 * request that runs in a shell. Needs Chromium, a shell and Python.
 */
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Console, describeConsole, settled } from './browser.js';

const QUESTION = 'companies investing in artificial intelligence infrastructure';

describeConsole('New user of the console', (app) => {
  it('is signed in by the link of the first start, which leaves no key in the address', async () => {
    const link = /http:\S+\/#key=\S+/.exec(app.service.welcome)?.[0] ?? '';
    const { page, complaints } = await app.open('/', { signedIn: false });
    await page.goto('about:blank');
    await page.goto(link);
    const navigation = page.getByRole('navigation');
    for (const name of [
      'Explore',
      'Trending',
      'Types',
      'Intent',
      'Usage',
      'Keys',
      'Feeds',
      'Connect',
    ]) {
      await navigation.getByRole('link', { name, exact: true }).waitFor();
    }
    expect(page.url()).toBe(`${app.service.url}/explore`);
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(4);
    await page.goBack();
    expect(page.url()).not.toContain('sig_live_');
    await page.goto(`${app.service.url}/usage#key=${app.key}`);
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    expect(page.url()).toBe(`${app.service.url}/usage`);
    expect(complaints).toEqual([]);
  });

  it('signs in by typing a key, sees that a wrong one is not accepted, and signs out', async () => {
    const { page } = await app.open('/usage', { signedIn: false });
    await page.getByLabel('API key').fill('sig_live_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('not accepted');
    await page.getByLabel('API key').fill(app.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(app.key);
  });

  it('searches, runs the copied request in a shell, and opens a company', async () => {
    const { page, complaints } = await app.open('/explore', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('searchbox').fill(QUESTION);
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/\/explore\?q=/);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const shown = await page.getByLabel('The request as curl').textContent();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(shown).toBe(copied);
    const answer = JSON.parse(execFileSync('sh', ['-c', copied], { encoding: 'utf8' }));
    expect(answer.signals).toHaveLength(20);
    const first = page.getByRole('article').first().getByRole('link').first();
    expect(await first.textContent()).toBe(answer.signals[0].company.name);
    await first.click();
    await page.waitForURL(/\/companies\//);
    await page.getByRole('heading', { name: answer.signals[0].company.name, level: 1 }).waitFor();
    await page.getByRole('figure').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(['curl', 'JavaScript', 'Python', 'MCP'])(
    'gets a request in %s that runs and returns signals',
    async (name) => {
      const { page } = await app.open(`/explore?q=it%27s+%22quoted%22&signal_types=news`);
      await page.getByRole('button', { name: /^Show as curl/ }).click();
      await page.getByRole('tab', { name }).click();
      const code = (await page.getByLabel(`The request as ${name}`).textContent()) ?? '';
      const [program, ...args] = {
        curl: ['sh', '-c', code],
        JavaScript: [process.execPath, '--input-type=module', '-e', code],
        Python: ['python3', '-c', code],
        MCP: ['sh', '-c', code],
      }[name] ?? ['false'];
      const said = execFileSync(program ?? 'false', args, { encoding: 'utf8' });
      expect(said).toContain('signal_id');
    },
  );

  it('sees the same results, free of charge, after going back and after a reload', async () => {
    const { key } = await app.createAccount('again', { unlimited: true });
    const { page } = await app.open(`/explore?q=${encodeURIComponent(QUESTION)}`, { key });
    await page.getByRole('article').first().waitFor();
    const used = () => creditsOf(app, key);
    await page.getByRole('button', { name: 'Show 100 more' }).press('Enter');
    await page.getByText('200 shown').waitFor();
    const before = await used();
    await page.evaluate(() => window.scrollTo(0, 6_000));
    await page.waitForTimeout(500);
    const seen = await visibleCompany(page);
    // This card is in view: scrolling to it would change the position.
    await page.getByRole('article').nth(4).getByRole('link').first().click();
    await page.waitForURL(/\/companies\//);
    await page.getByRole('region', { name: 'Timeline' }).getByRole('article').first().waitFor();
    const paidForCompany = await used();
    await page.goBack();
    await expect.poll(() => visibleCompany(page)).toBe(seen);
    await page.reload();
    await page.getByText('200 shown').waitFor();
    await page.getByText('shown again, free').waitFor();
    // Neither going back nor the reload was charged.
    expect(await used()).toBe(paidForCompany);
    expect(paidForCompany).toBe(before + 2);
  });

  it('is charged for one page with another account, and not for a page that failed', async () => {
    const { key } = await app.createAccount('payer', { unlimited: true });
    const { key: next } = await app.createAccount('heir', { unlimited: true });
    const address = `/explore?q=${encodeURIComponent(QUESTION)}`;
    const { page } = await app.open(address, { key });
    const more = page.getByRole('button', { name: 'Show 100 more' });
    // Uses the keyboard: cards that are being measured move the button from under a pointer.
    await more.press('Enter');
    await page.getByText('200 shown').waitFor();
    await page.goto(`${app.service.url}/favicon.ico`);
    await page.goto(`${app.service.url}${address}#key=${next}`);
    await page.getByRole('button', { name: 'Use the key of the link' }).click();
    await page.getByRole('article').first().waitFor();
    await settled(page);
    expect(await creditsOf(app, next)).toBe(1);
    await page.reload();
    await page.getByText('shown again, free').waitFor();
    await page.route('**/v1/signals/search', (route) => route.abort());
    await more.press('Enter');
    await page.getByRole('region', { name: 'Results' }).getByRole('alert').waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByText('shown again, free').waitFor();
    await settled(page);
    await page.getByText('100 shown').waitFor();
    expect(await creditsOf(app, next)).toBe(1);
    expect(await creditsOf(app, key)).toBe(2);
  });

  it('filters by suggested values, sees how many signals match, and changes the order', async () => {
    const { page, complaints } = await app.open('/explore');
    await page.locator('.filters > summary').click();
    await page.getByLabel('Company domain').fill('zigzagd');
    await page.getByRole('option', { name: /^Zigzag Data/ }).click();
    await page.getByLabel('Signal types').fill('8-k');
    await page.getByRole('option', { name: 'SEC 8-K' }).click();
    await page.getByRole('button', { name: 'Remove SEC 8-K' }).waitFor();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.waitForURL(/company_domain=zigzagdata\.example/);
    expect(new URL(page.url()).searchParams.get('signal_types')).toBe('sec-8k');
    const found = page.getByRole('region', { name: 'Results' }).getByRole('status').first();
    await expect.poll(() => found.textContent()).toMatch(/^\d+ signals/);
    const total = Number.parseInt((await found.textContent()) ?? '', 10);
    const counted = page.locator('.filters').getByRole('status');
    await expect.poll(() => counted.textContent()).toBe(`${total} signals match`);
    for (const card of await page.getByRole('article').all()) {
      expect(await card.getByRole('link').first().textContent()).toBe('Zigzag Data');
    }
    await page.getByLabel('Order').selectOption('oldest');
    const times = await page
      .locator('article time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
    expect(times).toEqual(times.toSorted());
    expect(page.url()).toContain('sort=oldest');
    expect(complaints).toEqual([]);
  });

  it('has only the cards near the window in the page when 1,000 are shown', async () => {
    // Uses its own account: other files use up the rate limit of the demo's.
    const { key } = await app.createAccount('many', { unlimited: true, rateLimit: 100_000 });
    const { page } = await app.open('/explore?association=company', { key });
    for (let shown = 200; shown <= 1_000; shown += 100) {
      // Uses the keyboard: cards above are measured while the button comes into view, and move it
      // from under a pointer.
      await page.getByRole('button', { name: 'Show 100 more' }).press('Enter');
      await page.getByText(`${shown.toLocaleString('en-US')} shown`).waitFor();
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(5);
    expect(await page.getByRole('article').count()).toBeLessThan(60);
  });
});

async function creditsOf({ service }: Console, key: string): Promise<number> {
  const answer = await fetch(`${service.url}/v1/credits`, { headers: { 'x-api-key': key } });
  return ((await answer.json()) as { used: number }).used;
}

/** Returns the summary of the first card whose upper edge is in the window. */
function visibleCompany(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll('article')];
    const card = cards.find((each) => each.getBoundingClientRect().top >= 0);
    return card?.querySelector('.summary')?.textContent ?? null;
  });
}
