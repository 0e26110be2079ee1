/** A new installation: start, run the printed query, use commands while the service runs, stop, start again. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import {
  createDataFolder,
  jsonOf,
  type RunningService,
  runSignals,
  startService,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';

const folder = createDataFolder({ model: 'bundled', isNew: true });
let service: RunningService;

beforeAll(async () => {
  service = await startService(folder);
});

afterAll(async () => {
  await service.stop();
  folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function get(path: string, key = service.key): Promise<{ status: number; body: any }> {
  const response = await fetch(`${service.url}${path}`, { headers: { 'x-api-key': key ?? '' } });
  return { status: response.status, body: await response.json() };
}

/** Returns the numbers that a guide shows under that name in its answers. */
function shown(guide: string, name: string): number[] {
  const text = readFileSync(join(packageRoot(), guide), 'utf8');
  return [...text.matchAll(RegExp(`"${name}": ?([\\d.]+)`, 'g'))].map(([, value]) => Number(value));
}

describe('First start', () => {
  it('prints a key and a working query, and reports that it loads the demo', async () => {
    expect(service.welcome).toContain('X-Signals-Loading');
    const loading = async () =>
      (
        await fetch(`${service.url}/v1/account`, { headers: { 'x-api-key': service.key ?? '' } })
      ).headers.get('x-signals-loading');
    expect(await loading()).toBe('demo');
    expect((await get('/health/ready', null)).body.loading).toEqual(['demo']);
    await eventually(loading, (what) => what === null);
    expect((await get('/health/ready', null)).body.loading).toEqual([]);
    expect(service.output()).toContain('demo data: done');
    const { body: types } = await get('/v1/signals/types?include_counts=true');
    expect(types.total_signals).toBeGreaterThanOrEqual(2_500);
    const query = /^ {2}curl[\s\S]*?'$/m.exec(service.welcome)?.[0] ?? '';
    const answer = JSON.parse(execFileSync('sh', ['-c', query], { encoding: 'utf8' }));
    expect(answer.signals).toHaveLength(3);
    for (const signal of answer.signals) {
      expect(signal.data.summary).toMatch(
        /AI|artificial intelligence|machine learning|deep learning|GPU/,
      );
    }
    const [{ score, company }] = answer.signals;
    const { body: page } = await get(`/v1/companies/${company.domain}/timeline`);
    expect(shown('README.md', 'total')).toEqual([answer.total]);
    expect(shown('api/mcp/README.md', 'total')).toEqual([answer.total, page.total]);
    for (const guide of ['README.md', 'api/mcp/README.md']) {
      // Another processor may round differently.
      expect(shown(guide, 'score')[0], guide).toBeCloseTo(score, 3);
    }
  });

  it('provides signals of every type of the catalogue', async () => {
    const { body } = await eventually(
      () => get('/v1/signals/types?include_counts=true'),
      ({ body: types }) => types.signal_types.every((type: { count: number }) => type.count > 0),
    );
    expect(body.signal_types).toHaveLength(8);
  });

  it('serves health, metrics, the OpenAPI document and the docs without a key', async () => {
    expect((await get('/health/live', null)).body).toEqual({ status: 'ok' });
    const ready = await get('/health/ready', null);
    expect(ready.body.stores.clickhouse.status).toBe('ok');
    expect((await get('/openapi.json', null)).body.openapi).toMatch(/^3\.1/);
    for (const path of ['/metrics', '/docs', '/docs/swagger-ui-bundle.js']) {
      expect((await fetch(`${service.url}${path}`)).status, path).toBe(200);
    }
  });

  it('loads a file that is moved into the spool folder and stores its rejected lines', async () => {
    const event = {
      source: 'funding-rounds',
      event_id: 'spooled',
      observed_at: '2026-01-01T00:00:00.000Z',
      payload: { company_name: 'Spool Test Works', funded_at: '2025-12-30' },
    };
    const spool = join(folder.path, 'spool');
    writeFileSync(join(spool, '.draft'), `${JSON.stringify(event)}\nno json\n`);
    renameSync(join(spool, '.draft'), join(spool, 'rounds.ndjson'));
    await eventually(
      async () => readdirSync(join(spool, 'done')),
      (done) => done.includes('rounds.ndjson'),
    );
    expect(readdirSync(join(spool, 'rejected'))).toEqual(['rounds.ndjson.ndjson']);
    const found = await fetch(`${service.url}/v1/companies/enrich`, {
      method: 'POST',
      headers: { 'x-api-key': service.key ?? '' },
      body: JSON.stringify({ company_name: 'spool test works' }),
    });
    expect(await found.json()).toMatchObject({ signals: [{ signal_type: 'news' }] });
  });

  // The spool is watched only after the demo is loaded, so from here on the demo is complete.
  it.each([
    ['raised a funding round', ['fundingAnnouncement']],
    ['company is cutting jobs', ['layoff']],
    ['investing in artificial intelligence infrastructure', ['aiInvestment']],
    ['acquiring another company', ['acquisition', 'acquisitionCompleted']],
    ['cyberattack or data breach', ['cybersecurityIncident']],
  ])('explains intent by signals of the expected subtype: %s', async (query, subtypes) => {
    const response = await fetch(`${service.url}/v1/intent/companies`, {
      method: 'POST',
      headers: { 'x-api-key': service.key ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ query, limit: 1, min_signals: 1 }),
    });
    const { results } = (await response.json()) as { results: IntentResult[] };
    const strongest = results[0]?.signals[0];
    expect(subtypes).toContain(strongest?.signal_subtype);
    expect(results[0]?.explanation[0]?.signal_id).toBe(strongest?.signal_id);
    expect(results[0]?.explanation[0]?.contribution).toBeGreaterThan(0.5);
  });
});

interface IntentResult {
  signals: { signal_id: string; signal_subtype: string }[];
  explanation: { signal_id: string; contribution: number }[];
}

describe('Commands while the service runs', () => {
  it('read with SQL but cannot write', async () => {
    const { rows } = await jsonOf(folder, 'sql', 'SELECT count() AS n FROM companies_current');
    expect(rows[0].n).toBeGreaterThanOrEqual(120);
    const large = "SELECT toUInt64(18446744073709551615) AS n, 'a\\nb' AS text";
    expect((await runSignals(folder, 'sql', large, '--json')).stdout).toBe(
      '{"rows":[{"n":18446744073709551615,"text":"a\\nb"}]}\n',
    );
    const refused = await runSignals(folder, 'sql', 'TRUNCATE TABLE signals');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/readonly/i);
  });

  it('create accounts and keys that work immediately, and revoke keys', async () => {
    const limit = ['--monthly-limit', '1'];
    await jsonOf(folder, 'accounts', 'create', '--id', 'acme', '--name', 'Acme', ...limit);
    const { key, key_id: keyId } = await jsonOf(folder, 'keys', 'issue', '--account', 'acme');
    expect((await get('/v1/account', key)).body).toMatchObject({ customer_id: 'acme' });
    const search = () =>
      fetch(`${service.url}/v1/signals/search`, { method: 'POST', headers: { 'x-api-key': key } });
    expect((await search()).status).toBe(200);
    expect((await search()).status).toBe(402);
    const ledger = () =>
      jsonOf(
        folder,
        'sql',
        "SELECT sum(credits) AS n FROM credit_ledger_current WHERE account_id = 'acme'",
      );
    await eventually(ledger, ({ rows }) => Number(rows[0].n) === 1, 10_000);
    await jsonOf(folder, 'keys', 'revoke', '--key-id', keyId);
    await eventually(
      () => get('/v1/account', key),
      ({ status }) => status === 401,
      6_000,
    );
    const { rows } = await jsonOf(folder, 'sql', 'SELECT * FROM api_keys');
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('exit with code 2 for wrong usage, and with 1 for a missing file', async () => {
    for (const args of [
      ['load'],
      ['accounts', 'create', '--id', 'x'],
      ['keys', 'issue', '--account', 'nobody'],
      ['nonsense'],
    ]) {
      expect((await runSignals(folder, ...args)).code, args.join(' ')).toBe(2);
    }
    const missing = await runSignals(folder, 'load', '/no/such/file.ndjson');
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('/no/such/file.ndjson');
  });

  it('show in status how analysts connect', async () => {
    const status = await jsonOf(folder, 'status');
    expect(status.clickhouse).toMatchObject({ role: 'guest', analyst: { user: 'analyst' } });
    expect(status.counts.signals).toBeGreaterThanOrEqual(2_500);
  });
});

describe('Stop and second start', () => {
  it('exit with code 0 and keep all data', async () => {
    const key = service.key;
    const before = (await jsonOf(folder, 'status')).counts.signals;
    expect(await service.stop()).toBe(0);
    service = await startService(folder);
    expect(service.key).toBeNull();
    expect(service.welcome).toContain('keys issue --account');
    expect(service.welcome).not.toContain('X-Signals-Loading');
    service.key = key;
    expect((await get('/v1/signals/types')).body.total_signals).toBe(before);
  });
});
