/** Where a person remains after newer versions of all events about them. SECURITY.md lists the tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import { envelope, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

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

it('a person remains only in the tables that SECURITY.md names', async () => {
  const company = { domain: 'acme.example' };
  const contact = { email: 'zebulon@acme.example', name: 'Zebulon Marker' };
  const signal = signalEvent('Zebulon joins', company, { association: 'contact', contact });
  const profile = envelope('contact-profiles', { ...contact, title: 'CEO' });
  await service.load([signal, profile]);
  const before = await tablesWithPerson();
  const other = { email: 'other@acme.example', name: 'Other Person', title: 'CEO' };
  await service.load([
    { ...signal, ...LATER, payload: signalEvent('Someone joins', company).payload },
    { ...profile, ...LATER, payload: other },
  ]);
  const after = await tablesWithPerson();
  expect(listed('Replaced by')).toEqual(before.filter((name) => !after.includes(name)));
  expect(listed('Kept even then')).toEqual(after);
});

/** Returns the names of tables in the item of the list that begins so, sorted. */
function listed(beginning: string): string[] {
  const [, item = ''] = readFileSync(join(packageRoot(), 'SECURITY.md'), 'utf8').split(
    `- **${beginning}`,
  );
  const [text = ''] = item.split('\n- ');
  return [...text.matchAll(/`((?:signal|contact|snapshot)\w+)`/g)]
    .map(([, name = '']) => name)
    .sort();
}
