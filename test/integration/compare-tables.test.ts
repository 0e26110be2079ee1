/** Comparing the tables that answers are read from, on the embedded ClickHouse. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareTables } from '../../shared/stores/vector-sync/compare-tables.js';
import { signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

let service: TestService;

beforeEach(async () => {
  service = await startTestService();
});

afterEach(() => service.stop());

const person = (at: number) => ({
  association: 'contact',
  contact: { email: `p${at}@acme.example` },
});

const events = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...signalEvent(`number ${at}`, { domain: 'acme.example' }, at < 2 ? person(at) : {}),
    event_id: `event-${at}`,
  }));

const compare = (total = 100) => compareTables(service.clickhouse, total, () => undefined);

it('finds every table complete after loads of newer versions', async () => {
  const given = events(20);
  await service.load(given);
  const newer = given.slice(0, 5).map((event) => ({
    ...event,
    observed_at: '2027-05-02T00:00:00.000Z',
    payload: { ...event.payload, signal_name: 'other' },
  }));
  await service.load(newer);
  const found = await compare();
  expect(found.map(({ table, signals, missing }) => [table, signals, missing])).toEqual([
    ['signals', 20, 0],
    ['signals_by_time', 20, 0],
    ['signals_by_company', 20, 0],
    ['signals_by_contact', 2, 0],
    ['signal_records', 20, 0],
    ['signal_vectors', 20, 0],
  ]);
});

it('counts and names signals that a table has lost, or has in another version', async () => {
  await service.load(events(20));
  const rows = await service.clickhouse.rows<{ id: string }>(
    'SELECT toString(signal_id) AS id FROM signal_keys ORDER BY signal_id LIMIT 3',
  );
  const [vector = '', record = '', outdated = ''] = rows.map(({ id }) => id);
  await service.clickhouse.command(`DELETE FROM signal_vectors WHERE signal_id = '${vector}'`);
  await service.clickhouse.command(`DELETE FROM signal_records WHERE signal_id = '${record}'`);
  await service.clickhouse.command(
    `INSERT INTO signal_keys SELECT * REPLACE (version + 1 AS version) FROM signal_keys
     WHERE signal_id = '${outdated}'`,
  );
  const found = await compare();
  const missing = Object.fromEntries(found.map(({ table, examples }) => [table, examples.sort()]));
  expect(missing).toMatchObject({
    signals: [outdated],
    signal_records: [record, outdated].sort(),
    signal_vectors: [vector, outdated].sort(),
  });
});
