/** Where a person remains after newer versions of all events about them. SECURITY.md lists the tables. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import { compareTables } from '../../shared/stores/vector-sync/compare-tables.js';
import { envelope, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const SECURITY = join(packageRoot(), 'SECURITY.md');
const LATER = { observed_at: '2026-05-02T00:00:00.000Z' };
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

/** Returns the tables in which a row has the name of the person. */
async function tablesWithPerson(): Promise<string[]> {
  const { clickhouse } = service;
  const tables = await clickhouse.rows<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    await clickhouse.command(`OPTIMIZE TABLE ${name} FINAL`);
    const [row] = await clickhouse.rows<{ rows: number }>(
      `SELECT countIf(positionCaseInsensitive(toString(tuple(*)), 'zebulon') > 0) AS rows FROM ${name}`,
    );
    if (row?.rows) found.push(name);
  }
  return found;
}

it('a person remains only in the tables that SECURITY.md names, until its statements run', async () => {
  const company = { domain: 'acme.example' };
  const email = 'zebulon@acme.example';
  const network_url = 'network.example/in/zebulon';
  const contact = { email, network_url, name: 'Zebulon Marker' };
  const signal = signalEvent('Zebulon joins', company, { association: 'contact', contact });
  const profile = envelope('contact-profiles', { ...contact, title: 'CEO' });
  const byEmail = envelope('contact-profiles', { email, name: 'Zebulon Marker', title: 'CEO' });
  await service.load([signal, byEmail]);
  await service.load([profile]);
  const before = await tablesWithPerson();
  const other = { email: 'other@acme.example', name: 'Other Person', title: 'CEO' };
  const newer = { ...signal, ...LATER, payload: signalEvent('Someone joins', company).payload };
  await service.load([newer, { ...profile, ...LATER, payload: other }]);
  const after = await tablesWithPerson();
  expect(listed('Replaced by')).toEqual(before.filter((name) => !after.includes(name)));
  expect(listed('Kept even then')).toEqual(after);

  for (const statement of statements(email, network_url)) {
    await service.clickhouse.command(`${statement} SETTINGS mutations_sync = 2`);
  }
  expect(await tablesWithPerson()).toEqual([]);
  const [row] = await service.clickhouse.rows<{ names: string[] }>(
    'SELECT groupArray(name) AS names FROM contacts_current',
  );
  expect(row?.names).toEqual(['Other Person']);
  const damaged = await compareTables(service.clickhouse, {
    total: 1,
    onProgress: () => undefined,
  });
  expect(damaged.flatMap(({ missing, extra }) => [missing, extra]).every((n) => n === 0)).toBe(
    true,
  );
});

it('the command in SECURITY.md sends each of its statements as it is written', () => {
  const [, quoted = ''] = /--data-binary (.+)/.exec(readFileSync(SECURITY, 'utf8')) ?? [];
  for (const statement of statements('a@acme.example', 'network.example/in/a')) {
    const argument = quoted.replace(/ALTER TABLE .*…/, () => statement);
    expect(execFileSync('sh', ['-c', `printf %s ${argument}`], { encoding: 'utf8' })).toBe(
      statement,
    );
  }
});

/** Returns the statements of SECURITY.md for a person. */
function statements(email: string, networkUrl: string): string[] {
  const [, block = ''] = readFileSync(SECURITY, 'utf8').split(/```(?:sql)?\n/);
  return block
    .replaceAll('ann@acme.example', email)
    .replaceAll('network.example/in/ann', networkUrl)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Returns the names of tables in the item of the list that begins so, sorted. */
function listed(beginning: string): string[] {
  const [, item = ''] = readFileSync(SECURITY, 'utf8').split(`- **${beginning}`);
  const [text = ''] = item.split('\n- ');
  return [...text.matchAll(/`((?:signal|contact|snapshot)\w+)`/g)]
    .map(([, name = '']) => name)
    .sort();
}
