/**
 * Every number that pages of the console show must equal what the API returns and what SQL counts.
 * Needs Chromium.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { rowsOf } from '../helpers/cli.js';
import { type ConsoleTab, describeConsole, settled } from './browser.js';
import { OPERATOR_KEY } from './service.js';

const SINCE = '2024-01-01';
const COMPANY = 'zigzagdata.example';
const PERSON = 'wanda.dummyfield@zigzagdata.example';

/** Columns of the table of feeds, in order. */
const OUTCOMES = ['read', 'accepted', 'duplicates', 'ignored', 'rejected'];

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Counted = Readonly<Record<string, any>>;

interface Sources {
  /** Reads the numbers from the page at the path, once it is loaded. */
  page: (page: Page) => Promise<unknown>;
  api: () => Promise<unknown>;
  sql: () => Promise<unknown>;
}

describeConsole('Numbers in the console', (app) => {
  let tab: ConsoleTab;

  beforeAll(async () => {
    tab = await app.open('/favicon.ico', { asOperator: true });
  });

  /** Reads page, API and SQL until they agree, because other tests write meanwhile. */
  async function expectSame(
    { page, complaints }: ConsoleTab,
    path: string,
    { page: shown, api, sql }: Sources,
  ) {
    const read = async () => {
      await page.goto(app.service.url + path);
      await settled(page);
      return { page: await shown(page), api: await api(), sql: await sql() };
    };
    const isSame = (all: Record<string, unknown>) =>
      /[1-9]/.test(JSON.stringify(all.page)) &&
      isDeepStrictEqual(all.page, all.api) &&
      isDeepStrictEqual(all.api, all.sql);
    await expect.poll(read, { timeout: 60_000 }).toSatisfy(isSame);
    expect(complaints).toEqual([]);
  }

  async function ask(
    path: string,
    { body, key = app.key }: { body?: object; key?: string } = {},
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  ): Promise<any> {
    const answer = await fetch(app.service.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  }

  /** Writes directly to the database, for a closed billing period: none ends during a test. */
  async function write(sql: string): Promise<void> {
    const server = readPublishedGateway(app.folder.path);
    if (!server) throw new Error('the service serves its tables');
    const { user, password } = server.service;
    const answer = await fetch(`${server.url}/?database=signals`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${user}:${password}`)}` },
      body: sql,
    });
    expect(answer.status).toBe(200);
  }

  /** Returns the column `n` as numbers. */
  async function counts(sql: string): Promise<number[]> {
    return (await rowsOf(app.folder, sql)).map(({ n }) => Number(n));
  }

  const grouped = async (filters: object, by: string[], limit = 200): Promise<number[]> =>
    (await ask('/v1/signals/aggregate', { body: { ...filters, group_by: by, limit } })).groups.map(
      ({ count }: { count: number }) => count,
    );

  it('equal API and SQL on Explore: total, types, months', () =>
    expectSame(tab, `/explore?signal_types=news&detected_after=${SINCE}`, {
      page: async (page) => ({
        total: await totalOf(page, 'Results'),
        types: await barsOf(page, 'Filtered signals by type'),
        months: await volumesOf(page, 'Filtered signals per month'),
      }),
      api: async () => {
        const filters = { signal_types: ['news'], detected_after: SINCE };
        const { total } = await ask('/v1/signals/search', {
          body: { ...filters, count_only: true },
        });
        const types = await grouped(filters, ['signal_type', 'signal_subtype'], 12);
        return { total, types, months: await grouped(filters, ['month']) };
      },
      sql: async () => {
        const from = `FROM signals_current WHERE signal_type = 'news' AND detected_at > parseDateTimeBestEffort('${SINCE}')`;
        return {
          total: (await counts(`SELECT count() AS n ${from}`))[0],
          types: await counts(
            `SELECT count() AS n ${from} GROUP BY signal_subtype ORDER BY n DESC LIMIT 12`,
          ),
          months: await counts(
            `SELECT count() AS n ${from} GROUP BY toStartOfMonth(detected_at) AS m ORDER BY m`,
          ),
        };
      },
    }));

  it('equal API and SQL on Types and in the history of a type', async () => {
    const count = 'SELECT count() AS n FROM signals_current';
    await expectSame(tab, '/types', {
      page: async (page) => ({
        total: numbersIn(await page.locator('.lead').textContent())[0],
        types: await columnOf(page, 'Signal types', 2),
      }),
      api: async () => {
        const { total_signals, signal_types } = await ask('/v1/signals/types?include_counts=true');
        const types = signal_types.map((each: { count: number }) => each.count);
        return { total: total_signals, types: descending(types) };
      },
      sql: async () => ({
        total: (await counts(count))[0],
        types: descending([
          ...(await counts(`${count} GROUP BY signal_type`)),
          ...(await withoutSignals()),
        ]),
      }),
    });
    await expectSame(tab, '/types/news?interval=monthly', {
      page: (page) => volumesOf(page, 'News'),
      api: async () =>
        (await ask('/v1/signals/types/news/history?interval=monthly&months=24')).history
          .map((each: { count: number }) => each.count)
          .filter(Boolean),
      sql: () =>
        counts(
          `${count} WHERE signal_type = 'news' AND detected_at >= toStartOfMonth(now('UTC')) - INTERVAL 23 MONTH AND detected_at <= now64(3) GROUP BY toStartOfMonth(detected_at) AS m ORDER BY m`,
        ),
    });
  });

  /** Returns a zero for each type of the catalogue that no signal has. */
  async function withoutSignals(): Promise<number[]> {
    const { signal_types } = await ask('/v1/signals/types?include_counts=true');
    const used = await rowsOf(app.folder, 'SELECT DISTINCT signal_type FROM signals_current');
    const names = new Set(used.map(({ signal_type }) => signal_type));
    return signal_types.filter(({ type }: { type: string }) => !names.has(type)).map(() => 0);
  }

  it('equal API and SQL on Trending: total and types of the window', () =>
    expectSame(tab, '/trending?window=30d', {
      page: async (page) => ({
        total: await totalOf(page, 'Newest signals'),
        types: await barsOf(page, 'By type'),
      }),
      api: async () => {
        const { total, signal_summary } = await ask('/v1/signals/trending?time_window=30d');
        return { total, types: descending(Object.values(signal_summary)) };
      },
      sql: async () => {
        const from =
          'FROM signals_current WHERE detected_at > now64(3) - INTERVAL 30 DAY AND detected_at <= now64(3)';
        return {
          total: (await counts(`SELECT count() AS n ${from}`))[0],
          types: await counts(`SELECT count() AS n ${from} GROUP BY signal_type ORDER BY n DESC`),
        };
      },
    }));

  it.each([
    {
      who: 'a company',
      address: `/companies/${COMPANY}`,
      timeline: `/v1/companies/${COMPANY}/timeline?limit=1`,
      filters: { company_domain: COMPANY },
      where: `company_domain = '${COMPANY}'`,
    },
    {
      who: 'a person',
      address: `/people?contact_email=${encodeURIComponent(PERSON)}`,
      timeline: `/v1/contacts/timeline?contact_email=${encodeURIComponent(PERSON)}&limit=1`,
      filters: { contact_email: PERSON },
      where: `contact_email = '${PERSON}'`,
    },
  ])('equal API and SQL for $who: total, types, months', ({ address, timeline, filters, where }) =>
    expectSame(tab, address, {
      page: async (page) => ({
        total: await totalOf(page, 'Timeline'),
        types: await barsOf(page, 'Signals by type'),
        months: await volumesOf(page, 'Signals per month'),
      }),
      api: async () => ({
        total: (await ask(timeline)).total,
        types: await grouped(filters, ['signal_type']),
        months: await grouped({ ...filters, detected_after: monthsAgo(23) }, ['month']),
      }),
      sql: async () => {
        const from = `FROM signals_current WHERE ${where}`;
        return {
          total: (await counts(`SELECT count() AS n ${from}`))[0],
          types: await counts(`SELECT count() AS n ${from} GROUP BY signal_type ORDER BY n DESC`),
          months: await counts(
            `SELECT count() AS n ${from} AND detected_at >= toStartOfMonth(now('UTC')) - INTERVAL 23 MONTH
             GROUP BY toStartOfMonth(detected_at) AS m ORDER BY m`,
          ),
        };
      },
    }),
  );

  it('equal API and SQL on Usage: credits by day, endpoint and key, statements', async () => {
    const { key } = await app.createAccount('numbers', { monthlyLimit: 1_000 });
    for (const query of ['one', 'two']) await ask('/v1/signals/search', { key, body: { query } });
    await ask('/v1/companies/enrich', { key, body: { domain: COMPANY } });
    // Uses the month before this one: the service itself closes earlier months, every five minutes.
    const first = firstOfMonth(1).toISOString().slice(0, 10);
    await write(
      `INSERT INTO billing_statements (statement_id, account_id, period_start, period_end, credits_used, monthly_limit, unlimited, routes, adjustments, closed_at)
       SELECT generateUUIDv4(), 'numbers', toDateTime('${first}', 'UTC') AS start, start + INTERVAL 1 MONTH AS end, 41, 1000, 0, [('POST /v1/signals/search', 41, 41)], [], end + INTERVAL 1 HOUR`,
    );
    const ledger = `FROM credit_ledger_current WHERE account_id = 'numbers'`;
    const own = await app.open('/favicon.ico', { key });
    await expectSame(own, '/usage', {
      page: async (page) => {
        const stats = await page.locator('.stat-value').allTextContents();
        return {
          used: numbersIn(stats[0])[0],
          remaining: numbersIn(stats[2])[0],
          days: await volumesOf(page, 'Credits per day'),
          routes: await barsOf(page, 'Credits by endpoint'),
          keys: await barsOf(page, 'Credits by key'),
          statements: await columnOf(page, 'Statements', 0),
        };
      },
      api: async () => {
        const { used, remaining } = await ask('/v1/credits', { key });
        const { usage } = await ask('/v1/usage?interval=day', { key });
        const { statements } = await ask('/v1/statements', { key });
        return {
          used,
          remaining,
          days: creditsOf(usage),
          routes: descending(creditsOf(usage.flatMap((each: { routes: [] }) => each.routes))),
          keys: creditsOf(usage.flatMap((each: { keys: [] }) => each.keys)),
          statements: statements.map((each: { credits_total: number }) => each.credits_total),
        };
      },
      sql: async () => {
        const sums = (by: string) =>
          counts(`SELECT sum(credits) AS n ${ledger} GROUP BY ${by} ORDER BY n DESC`);
        const [used = 0] = await sums('account_id');
        return {
          used,
          remaining: 1_000 - used,
          days: await sums('toDate(charged_at)'),
          routes: await sums('route'),
          keys: await sums('api_key_id'),
          statements: await counts(
            "SELECT credits_used AS n FROM billing_statements_current WHERE account_id = 'numbers'",
          ),
        };
      },
    });
    const [file] = await Promise.all([
      own.page.waitForEvent('download'),
      own.page.getByRole('button', { name: `CSV of the period from ${dayInWords(first)}` }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`statement-${first}.csv`);
    const answer = await fetch(`${app.service.url}/v1/statements/${first}`, {
      headers: { 'x-api-key': key, accept: 'text/csv' },
    });
    const saved = readFileSync(await file.path(), 'utf8');
    expect(saved).toBe(await answer.text());
    expect(saved).toMatch(/POST \/v1\/signals\/search,.*41/);
  });

  it('equal API and SQL on Feeds: events by feed, outcome, day, file; rejected lines', () =>
    expectSame(tab, '/feeds', {
      page: async (page) => ({
        totals: (await page.locator('.stat-value').allTextContents()).map(
          (text) => numbersIn(text)[0],
        ),
        byFeed: await Promise.all(
          OUTCOMES.map((_, at) => columnOf(page, 'Outcomes by feed', at).then(descending)),
        ),
        days: await volumesOf(page, 'Events read per day'),
        files: descending(await columnOf(page, 'Files and topics', 1)),
        lines: numbersIn(await noteOf(page, 'Rejected events'))[0],
      }),
      api: async () => {
        const of = (path: string) => ask(`/v1/admin/ingest/${path}`, { key: OPERATOR_KEY });
        const { totals, outcomes } = await of('outcomes');
        const sums = (by: string, name: string): number[] => {
          const found = new Map<string, number>();
          for (const each of outcomes) {
            found.set(each[by], (found.get(each[by]) ?? 0) + each[name]);
          }
          return [...found.values()];
        };
        return {
          totals: [totals.read, totals.accepted, totals.duplicates, totals.rejected],
          byFeed: OUTCOMES.map((name) => descending(sums('feed', name))),
          days: sums('day', 'read').toReversed(),
          files: descending((await of('sources')).sources.map((each: Counted) => each.read)),
          lines: (await of('rejected')).total,
        };
      },
      sql: async () => {
        const rows = `SELECT each.feed AS feed, each.accepted AS accepted, each.duplicates AS duplicates,
            each.ignored AS ignored, each.rejected AS rejected, accepted + duplicates + ignored + rejected AS read,
            toDate(written_at) AS day, origin_name
          FROM (SELECT arrayJoin(feeds) AS each, written_at, origin_name FROM ingest_outcomes FINAL)`;
        const feeds = await rowsOf(
          app.folder,
          `SELECT feed, ${OUTCOMES.map((name) => `sum(${name}) AS all_${name}`)} FROM (${rows}) GROUP BY feed`,
        );
        const column = (name: string) => feeds.map((row) => Number(row[`all_${name}`]));
        const sum = (name: string) => column(name).reduce((all, each) => all + each, 0);
        const read = (by: string) =>
          counts(`SELECT sum(read) AS n FROM (${rows}) GROUP BY ${by} ORDER BY ${by}`);
        return {
          totals: ['read', 'accepted', 'duplicates', 'rejected'].map(sum),
          byFeed: OUTCOMES.map((name) => descending(column(name))),
          days: await read('day'),
          files: descending(await read('origin_name')),
          lines: (await counts('SELECT count() AS n FROM rejected_events FINAL'))[0],
        };
      },
    }));

  it('equal API and SQL on Operations: limits and anchor days of accounts, migrations', () =>
    expectSame(tab, '/operations', {
      page: async (page) => ({
        limits: descending(await columnOf(page, 'Accounts', 0)),
        rates: descending(await columnOf(page, 'Accounts', 1)),
        anchors: descending(await columnOf(page, 'Accounts', 3)),
        migrations: numbersIn(await page.locator('.stat-value').last().textContent())[0],
      }),
      api: async () => {
        const { accounts } = await ask('/v1/admin/accounts', { key: OPERATOR_KEY });
        const { versions } = await ask('/v1/admin/status', { key: OPERATOR_KEY });
        const of = (name: string) => descending(accounts.map((each: Counted) => each[name] ?? 0));
        return {
          limits: descending(
            accounts.map((each: Counted) => (each.unlimited ? 0 : each.monthly_limit)),
          ),
          rates: of('rate_limit'),
          anchors: of('billing_anchor_day'),
          migrations: versions.migrations,
        };
      },
      sql: async () => {
        const of = async (value: string) =>
          descending(await counts(`SELECT ${value} AS n FROM accounts_current`));
        return {
          limits: await of('if(unlimited, 0, monthly_limit)'),
          rates: await of('rate_limit'),
          anchors: await of('billing_anchor_day'),
          migrations: (await counts('SELECT count() AS n FROM schema_migrations FINAL'))[0],
        };
      },
    }));
});

const numbersIn = (text: string | null | undefined): number[] =>
  [...(text ?? '').matchAll(/\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', '')));

const firstOfMonth = (ago: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
};

/** Returns the last moment before the month that began `months` months ago. */
const monthsAgo = (months: number): string =>
  new Date(firstOfMonth(months).getTime() - 1).toISOString();

const descending = (numbers: number[]): number[] => numbers.toSorted((one, other) => other - one);

const creditsOf = (all: readonly { credits: number }[]): number[] =>
  all.map(({ credits }) => credits).filter(Boolean);

async function totalOf(page: Page, region: string): Promise<number | undefined> {
  const said = page.getByRole('region', { name: region }).getByRole('status').first();
  return numbersIn(await said.textContent())[0];
}

/** Returns the note below the title of a card. */
const noteOf = (page: Page, title: string) =>
  page
    .locator('.card-head', { has: page.getByRole('heading', { name: title }) })
    .locator('.note')
    .textContent();

const figure = (page: Page, caption: string) =>
  page.getByRole('figure').filter({ has: page.locator('figcaption', { hasText: caption }) });

/** Returns the numbers of the bars of a figure, without zeros. */
async function barsOf(page: Page, caption: string): Promise<number[]> {
  const shown = await figure(page, caption).locator('li > .num').allTextContents();
  return shown.flatMap(numbersIn).filter(Boolean);
}

/** Returns the numbers in the table of a chart, without zeros. */
async function volumesOf(page: Page, caption: string): Promise<number[]> {
  const shown = await figure(page, caption).first().locator('td').allTextContents();
  return shown.flatMap(numbersIn).filter(Boolean);
}

/** Returns a column of a table; `at` counts the cells after the heading of each row. */
async function columnOf(page: Page, label: string, at: number): Promise<number[]> {
  const rows = page
    .getByRole('table', { name: label })
    .or(page.getByRole('region', { name: label }))
    .locator('tbody tr');
  const texts = await rows.evaluateAll(
    (all, column) => all.map((row) => row.querySelectorAll('td')[column]?.textContent ?? ''),
    at,
  );
  return texts.map((text) => numbersIn(text)[0] ?? 0);
}

const dayInWords = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
