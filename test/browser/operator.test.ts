/**
 * An operator issues, rotates and revokes keys and has a broken line corrected and loaded again; an
 * API consumer finds charges and requests. Needs Chromium.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { jsonOf, rowsOf } from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { describeConsole } from './browser.js';
import { OPERATOR_KEY } from './service.js';

describeConsole('Operator in the console', (app) => {
  async function unlock(page: Page): Promise<void> {
    await page.getByLabel('Operator’s key').fill(OPERATOR_KEY);
    await page.getByRole('button', { name: 'Unlock' }).click();
  }

  it('issues a key that works, rotates it, and revokes the old one', async () => {
    const { page, complaints } = await app.open('/keys');
    await page.getByText('this one').waitFor();
    await unlock(page);
    await page.getByLabel('Account', { exact: true }).selectOption('demo');
    await page.getByLabel('Name of the new key').fill('Batch jobs');
    await page.getByLabel('Credits a month, at most').fill('500');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    const shown = page.getByLabel('The new key', { exact: true });
    const key = (await shown.textContent()) ?? '';
    const ask = async (own = key) =>
      (await fetch(`${app.service.url}/v1/account`, { headers: { 'x-api-key': own } })).status;
    expect(await ask()).toBe(200);
    const rows = page
      .getByRole('region', { name: 'Keys of demo' })
      .getByRole('row', { name: /Batch jobs/ });
    const own = page
      .getByRole('region', { name: 'Keys of this account' })
      .getByRole('row', { name: /Batch jobs/ });
    // The new row moves the page, which would make a click miss its button.
    await expect.poll(() => own.count()).toBe(1);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => shown.count()).toBe(0);
    const row = rows.last();
    expect(await row.textContent()).toContain('500');
    await row.getByRole('button', { name: 'Rotate Batch jobs' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
    const next = (await shown.textContent()) ?? '';
    expect(next).not.toBe(key);
    // Both keys work for another day, then only the new one.
    expect([await ask(), await ask(next)]).toEqual([200, 200]);
    const old = rows.filter({ hasText: 'until' });
    await expect.poll(() => old.count()).toBe(1);
    await old.getByRole('button', { name: 'Revoke Batch jobs' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => rows.filter({ hasText: 'revoked' }).count()).toBe(1);
    await expect.poll(() => own.filter({ hasText: 'revoked' }).count()).toBe(1);
    await eventually(
      () => ask(),
      (status) => status === 401,
      10_000,
    );
    expect(await ask(next)).toBe(200);
    expect(complaints).toEqual([]);
  });

  it('sees new keys until they are dismissed, also after another change or account', async () => {
    const { folder } = app;
    await jsonOf(folder, 'accounts', 'create', '--id', 'other', '--name', 'Other', '--unlimited');
    const { page } = await app.open('/keys', { asOperator: true });
    const account = page.getByLabel('Account', { exact: true });
    const issue = async (name: string): Promise<void> => {
      await page.getByLabel('Name of the new key').fill(name);
      await page.getByRole('button', { name: 'Issue a key' }).click();
      await page.getByRole('row', { name }).first().waitFor();
    };
    await account.selectOption('demo');
    await issue('Kept one');
    const shown = page.getByLabel('The new key', { exact: true });
    const key = await shown.textContent();
    await account.selectOption('other');
    await issue('Kept two');
    await page.getByRole('button', { name: 'Revoke Kept two' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /Kept two.*revoked/ }).waitFor();
    expect(await shown.count()).toBe(2);
    const first = page.getByRole('status').filter({ hasText: 'Kept one' });
    expect(await first.textContent()).toContain('demo');
    expect(await first.textContent()).toContain(key);
    await first.getByRole('button', { name: 'Dismiss' }).click();
    expect(await shown.count()).toBe(1);
    expect(await shown.textContent()).not.toBe(key);
  });

  it('lists a key that is issued while the list is read for the first time', async () => {
    await jsonOf(
      app.folder,
      'accounts',
      'create',
      '--id',
      'early',
      '--name',
      'Early',
      '--unlimited',
    );
    const { page } = await app.open('/keys', { asOperator: true });
    const issued = new Promise<void>((resolve) => {
      page.on('response', (response) => {
        if (response.request().method() === 'POST') resolve();
      });
    });
    let readings = 0;
    await page.route('**/v1/admin/accounts/early/keys', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      readings += 1;
      if (readings > 1) return route.continue();
      const before = await route.fetch();
      await issued;
      await sleep(100);
      // The page may have stopped this request.
      await route.fulfill({ response: before }).catch(() => undefined);
    });
    await page.getByLabel('Account', { exact: true }).selectOption('early');
    await page.getByLabel('Name of the new key').fill('First one');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await page.getByRole('row', { name: 'First one' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('issues one key on a double click, which outlives the page and has no cap of the last', async () => {
    const { page } = await app.open('/keys', { asOperator: true });
    const issue = page.getByRole('button', { name: 'Issue a key' });
    const issued: unknown[] = [];
    await page.route('**/v1/admin/accounts/*/keys', async (route) => {
      if (route.request().method() === 'POST') issued.push(route.request().postDataJSON());
      await route.continue();
    });
    await page.getByLabel('Account', { exact: true }).selectOption('demo');
    await page.getByLabel('Name of the new key').fill('Once');
    await page.getByLabel('Credits a month, at most').fill('7');
    await issue.dblclick();
    const shown = page.getByLabel('The new key', { exact: true });
    const key = await shown.textContent();
    expect(issued).toEqual([{ name: 'Once', monthly_credit_cap: 7 }]);
    await expect.poll(() => page.getByLabel('Credits a month, at most').inputValue()).toBe('');
    await page.getByRole('link', { name: 'Types', exact: true }).click();
    await page.getByRole('heading', { name: 'Types', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    expect(await shown.textContent()).toBe(key);
    const stored = await page.evaluate(() =>
      JSON.stringify({ ...sessionStorage, ...localStorage }),
    );
    expect(stored).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke Once' }).click();
    const dialog = page.getByRole('alertdialog');
    const keep = dialog.getByRole('button', { name: 'Keep it as it is' });
    await expect.poll(() => keep.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await dialog.textContent()).not.toContain('the key of this tab');
  });

  it('keeps the reason of rejected lines in the address until another feed is chosen', async () => {
    const { page } = await app.open('/feeds?reason=invalid_json', { asOperator: true });
    const reason = page.getByLabel('Reason');
    await expect.poll(() => reason.inputValue()).toBe('invalid_json');
    await reason.selectOption('');
    await page.waitForURL(/\/feeds(\?reason=)?$/);
    await page.goto(`${app.service.url}/feeds?reason=unheard_of`);
    await page.getByText('No line was rejected for this reason.').waitFor();
    const feeds = page.getByRole('region', { name: 'Outcomes by feed' });
    await feeds.getByRole('link').first().click();
    await expect.poll(() => page.url()).toMatch(/\/feeds\?feed=[^&]+$/);
    expect(await reason.inputValue()).toBe('');
  });

  it('sees that a wrong operator’s key is not accepted', async () => {
    const { page } = await app.open('/feeds');
    await page.getByLabel('Operator’s key').fill('wrong');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('not accepted');
  });

  it('sees a rejected line with its reason, corrects it, and finds it loaded', async () => {
    const spool = join(app.folder.path, 'spool');
    const drop = async (name: string, line: string): Promise<void> => {
      writeFileSync(join(spool, `.${name}`), `${line}\n`);
      renameSync(join(spool, `.${name}`), join(spool, name));
      await eventually(
        async () => readdirSync(join(spool, 'done')),
        (done) => done.includes(name),
      );
    };
    const event = {
      source: 'funding-rounds',
      event_id: 'mended-line',
      observed_at: '2026-01-01T00:00:00.000Z',
      payload: { company_name: 'Mended Line Works', funded_at: '1201-12-30' },
    };
    await drop('broken.ndjson', JSON.stringify(event));
    const { page, complaints } = await app.open('/feeds', { asOperator: true });
    const rejected = page.getByRole('listitem').filter({ hasText: 'mended-line' });
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Refresh' }).click();
          return rejected.count();
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toBe(1);
    // The same button refreshes the totals above the list.
    const total = page.locator('.stat').filter({ hasText: 'see below' });
    await expect.poll(() => total.locator('.stat-value').textContent()).not.toBe('0');
    expect(await rejected.textContent()).toContain('invalid_date');
    expect(await rejected.textContent()).toContain('broken.ndjson');
    const line = (await rejected.locator('pre').textContent()) ?? '';
    expect(JSON.parse(line)).toEqual(event);
    await drop('mended.ndjson', line.replace('1201-12-30', '2025-12-30'));
    await page.goto(`${app.service.url}/explore?company_name=Mended+Line+Works`);
    await expect
      .poll(() => page.getByRole('article').first().textContent(), { timeout: 20_000 })
      .toContain('Mended Line Works');
    expect(complaints).toEqual([]);
  });

  it('sees every run of a file once, also after a refresh', async () => {
    const { page } = await app.open('/favicon.ico', { asOperator: true });
    const run = (name: string, first_read_at: string) => ({
      origin: { kind: 'file', name, partition: null },
      first_read_at,
      last_read_at: first_read_at,
      ...{ read: 1, accepted: 1, duplicates: 0, ignored: 0, rejected: 0 },
      ...{ next_position: 2, lag: null },
    });
    const sources = [
      run('daily.ndjson', '2026-01-02T00:00:00.000Z'),
      run('daily.ndjson', '2026-01-01T00:00:00.000Z'),
    ];
    await page.route('**/v1/admin/ingest/sources?*', (route) =>
      route.fulfill({ json: { sources } }),
    );
    await page.goto(`${app.service.url}/feeds`);
    const rows = page.getByRole('region', { name: 'Files and topics' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    sources.unshift(run('later.ndjson', '2026-01-03T00:00:00.000Z'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await rows.filter({ hasText: 'later.ndjson' }).waitFor();
    expect(await rows.count()).toBe(3);
  });

  it('sees every rejected line once, also lines of equal content and after a refresh', async () => {
    const { page } = await app.open('/favicon.ico', { asOperator: true });
    const line = (position: number) => ({
      rejected_at: '2026-01-01T00:00:00.000Z',
      feed: null,
      origin: { kind: 'file', name: 'twice.ndjson', partition: null },
      position,
      reason: { code: 'invalid_json', message: 'It is not JSON.', field: null },
      line: 'the same',
      line_bytes: 8,
      line_cut: false,
    });
    const rejected = [line(1), line(2)];
    await page.route('**/v1/admin/ingest/rejected?*', (route) =>
      route.fulfill({ json: { total: rejected.length, reasons: [], rejected, next_cursor: null } }),
    );
    await page.goto(`${app.service.url}/feeds`);
    const lines = page.locator('.rejected > li');
    await expect.poll(() => lines.count()).toBe(2);
    rejected.unshift({ ...line(3), line: 'another' });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await lines.filter({ hasText: 'another' }).waitFor();
    expect(await lines.count()).toBe(3);
  });

  it('finds a working SQL command on Connect, which does not show the password', async () => {
    const { page } = await app.open('/connect', { asOperator: true });
    const { url, analyst } = readPublishedGateway(app.folder.path) ?? {};
    const card = page
      .locator('section, .card')
      .filter({ hasText: 'For analysts, read-only' })
      .last();
    await expect.poll(() => card.textContent()).toContain(`${url}, user ${analyst?.user}`);
    await page.getByRole('tab', { name: 'A ClickHouse client' }).click();
    const client = page.getByRole('region', { name: 'A ClickHouse client' });
    const shown = (await client.locator('pre').textContent()) ?? '';
    expect(shown).not.toContain(analyst?.password);
    const command =
      shown
        .split('\n')
        .at(-1)
        ?.replace('PASSWORD', analyst?.password ?? '') ?? '';
    expect(Number(execFileSync('sh', ['-c', command], { encoding: 'utf8' }))).toBeGreaterThan(
      1_000,
    );
  });

  it('sees the health of the stores, and the accounts', async () => {
    const { page } = await app.open('/operations', { asOperator: true });
    const store = page.getByRole('row', { name: /^clickhouse/ });
    expect(await store.textContent()).toContain('ok');
    await page.getByRole('row', { name: /^Demo/ }).waitFor();
  });
});

describeConsole('API consumer in the console', (app) => {
  it('finds charges by endpoint and key, and a failed request in the log', async () => {
    const { key } = await app.createAccount('meter', { unlimited: true, keyName: 'nightly' });
    const search = (body: object) =>
      fetch(`${app.service.url}/v1/signals/search`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'user-agent': 'consumer-test' },
        body: JSON.stringify(body),
      });
    for (const query of ['one', 'two', 'three']) expect((await search({ query })).status).toBe(200);
    const refused = await search({ query: '' });
    expect(refused.status).toBe(400);
    await eventually(
      () => rowsOf(app.folder, ledgerOf('meter')),
      ([row]) => Number(row.n) === 3,
      10_000,
    );
    const { page, complaints } = await app.open('/usage', { key });
    await expect.poll(() => page.locator('.stat-value').first().textContent()).toBe('3');
    const byEndpoint = page.getByRole('figure').filter({ hasText: 'Credits by endpoint' });
    const first = byEndpoint.getByRole('listitem').first();
    await expect.poll(() => first.textContent()).toMatch(/POST \/v1\/signals\/search.*3$/);
    const byKey = page.getByRole('figure').filter({ hasText: 'Credits by key' });
    await expect.poll(() => byKey.textContent()).toContain('nightly');
    await page.getByLabel('Status').selectOption('client');
    const entry = page
      .getByRole('row')
      .filter({ hasText: '400' })
      .getByRole('button', { name: 'POST /v1/signals/search' });
    await expect.poll(() => entry.count()).toBe(1);
    await entry.click();
    const dialog = page.getByRole('dialog');
    const facts = await dialog.textContent();
    expect(facts).toContain('400 invalid_request');
    expect(facts).toContain('consumer-test');
    expect(facts).toContain(refused.headers.get('x-request-id'));
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('edits the middle of a path and types a date in the filters of the log', async () => {
    const { page } = await app.open('/usage');
    const path = page.getByLabel('Path begins with');
    await path.fill('/v1/sls');
    for (const _ of 'ls') await path.press('ArrowLeft');
    await path.pressSequentially('igna', { delay: 30 });
    expect(await path.inputValue()).toBe('/v1/signals');
    const since = page.getByLabel('Since');
    await since.focus();
    await page.keyboard.type('03012026', { delay: 30 });
    expect(await since.inputValue()).toBe('2026-03-01');
    await page.waitForURL(/\?path=%2Fv1%2Fsignals&since=2026-03-01$/);
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await expect.poll(() => path.inputValue()).toBe('');
  });

  it.each([
    [35, '1 day ago'],
    [46, '1 day ago'],
    [530 * 24, '17 months ago'],
    [740 * 24, '2 years ago'],
    [1.7, '2 hours ago'],
  ])('sees how long ago a key was used: %s hours as “%s”', async (hours, words) => {
    const { page } = await app.open('/favicon.ico');
    await page.route('**/v1/keys', async (route) => {
      const response = await route.fetch();
      const { keys } = await response.json();
      const last_used_at = new Date(Date.now() - hours * 3_600_000).toISOString();
      await route.fulfill({ response, json: { keys: [{ ...keys[0], last_used_at }] } });
    });
    await page.goto(`${app.service.url}/keys`);
    const row = page.getByRole('region', { name: 'Keys of this account' }).locator('tbody tr');
    await expect.poll(() => row.locator('td').nth(3).textContent()).toBe(words);
  });
});

const ledgerOf = (account: string): string =>
  `SELECT sum(credits) AS n FROM credit_ledger_current WHERE account_id = '${account}'`;
