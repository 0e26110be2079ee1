/** Contract of the signal writer. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { countByCompany } from '../../../shared/stores/signals/aggregate-signals.js';
import { createClickHouseSignalReader } from '../../../shared/stores/signals/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../../../shared/stores/signals/clickhouse-signal-writer.js';
import { RECORD } from '../../../shared/stores/signals/signal-record.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { signalRecord, versionOf } from '../../helpers/records.js';

describeContract('signal writer', (store) => {
  const writer = () => createClickHouseSignalWriter(store());
  const keyOf = async (id: string) => (await writer().locate([id])).get(id);

  it('returns a record as written, with a bit-identical vector', async () => {
    const contact = {
      key: 'email:ada@acme.example',
      name: 'Ada',
      email: 'ada@acme.example',
      networkUrl: null,
      title: 'CTO',
    };
    const records = [signalRecord({ summary: "It's odd \\ \n ü 😀" }), signalRecord({ contact })];
    await writer().write(records, [], []);
    const ids = records.map(({ draft }) => draft.signalId);
    const read = await writer().read([...ids, randomUUID()]);
    for (const record of records) {
      const found = read.find(({ draft }) => draft.signalId === record.draft.signalId);
      expect(found).toMatchObject({ ...record, draft: { data: record.draft.data } });
    }
    expect(read).toHaveLength(2);
    expect(await writer().read([])).toEqual([]);
  });

  it('makes records as the views do', async () => {
    const record = signalRecord({});
    const id = record.draft.signalId;
    await writer().write([record], [], []);
    const read = (sql: string) =>
      store().rows(`SELECT ${sql} FINAL WHERE signal_id = {id:UUID}`, { id });
    const made = await read(`${RECORD} AS record FROM signals`);
    expect(made).toHaveLength(1);
    expect(await read('record FROM signal_records')).toEqual(made);
    expect(await read('record FROM signals_by_company')).toEqual(made);
  });

  it('stores of a withdrawn signal only where it was', async () => {
    const record = signalRecord({});
    const id = record.draft.signalId;
    await writer().write([record], [], []);
    const key = await keyOf(id);
    if (!key) throw new Error('it was written');
    // Together with another one, whose row has all columns.
    await writer().write([signalRecord({})], [], [{ key, eventVersion: versionOf(2) }]);
    const rows = await store().rows(
      `SELECT company_key, signal_name, industries, employee_count_low, data, confidence
       FROM signals WHERE signal_id = {id:UUID} AND is_deleted = 1`,
      { id },
    );
    expect(rows).toEqual([
      {
        company_key: record.company.key,
        signal_name: '',
        industries: [],
        employee_count_low: null,
        data: '{}',
        confidence: 0,
      },
    ]);
  });

  it('ignores repeats and older versions', async () => {
    const id = randomUUID();
    const company = `${id}.example`;
    const write = (day: number, summary: string) =>
      writer().write([signalRecord({ id, company, summary, version: versionOf(day) })], [], []);
    await write(5, 'new');
    await write(4, 'old');
    await write(5, 'new');
    const [read, ...more] = await writer().read([id]);
    expect(more).toEqual([]);
    expect(read?.draft.data.summary).toBe('new');
    expect(await keyOf(id)).toMatchObject({ eventVersion: versionOf(5), withdrawn: false });
    expect(await createClickHouseSignalReader(store()).count({ companyKeys: [company] })).toBe(1);
  });

  it('returns the rows of a signal at positions that its key does not name', async () => {
    const id = randomUUID();
    const at = (company: string, day: number) =>
      signalRecord({ id, company: `${company}-${id}`, version: versionOf(day) });
    const misplacedAt = async () =>
      (await writer().misplacedRows([id, randomUUID()])).map(({ companyKey }) => companyKey).sort();
    await writer().write([at('a', 1)], [], []);
    const before = await keyOf(id);
    if (!before) throw new Error('it was written');
    expect(await misplacedAt()).toEqual([]);
    await writer().write([at('b', 2)], [], []);
    expect(await misplacedAt()).toEqual([`a-${id}`]);
    await writer().write([at('b', 2)], [before], []);
    expect(await misplacedAt()).toEqual([]);
    await writer().write([], [], [{ key: before, eventVersion: versionOf(3) }]);
    expect(await misplacedAt()).toEqual([`b-${id}`]);
    expect(await writer().misplacedRows([])).toEqual([]);
    expect(await writer().writtenLast()).toContain(id);
  });

  it('completes an insert of which a view has not stored its part', async () => {
    const id = randomUUID();
    await writer().write([signalRecord({ id, version: versionOf(1) })], [], []);
    await writer().completeLastInsert();
    const written = await keyOf(id);
    // On a cluster the rows are in other tables.
    const tables = await store().rows<{ table: string }>(
      `SELECT concat(database, '.', name) AS table FROM system.tables
       WHERE name IN ('signal_keys', 'signal_keys_local') AND engine LIKE '%MergeTree'`,
    );
    for (const { table } of tables) {
      await store().command(`DELETE FROM ${table} WHERE signal_id = {id:UUID}`, { id });
    }
    expect(await keyOf(id)).toBeUndefined();
    await writer().completeLastInsert();
    expect(await keyOf(id)).toEqual(written);
    const stored = () => store().rows('SELECT count() AS rows FROM signals');
    const before = await stored();
    await writer().completeLastInsert();
    expect(await stored()).toEqual(before);
  });

  it('counts a signal that moves to another company only there', async () => {
    const id = randomUUID();
    const type = `moving-${id}`;
    const reader = createClickHouseSignalReader(store());
    for (const [day, company] of [`a-${id}`, `b-${id}`, `c-${id}`, `a-${id}`].entries()) {
      const before = await keyOf(id);
      const moved = before ? [before] : [];
      await writer().write(
        [signalRecord({ id, company, type, version: versionOf(day + 1) })],
        moved,
        [],
      );
      expect((await keyOf(id))?.companyKey).toBe(company);
      expect(await reader.count({ signalTypes: [type] })).toBe(1);
      expect(await reader.count({ companyKeys: [`a-${id}`, `b-${id}`, `c-${id}`] })).toBe(1);
      expect((await reader.get(id))?.company.domain).toBe(company);
      const groups = { filter: { signalTypes: [type] }, groupBy: ['company' as const], limit: 9 };
      expect(await reader.aggregate(groups)).toEqual({
        total: 1,
        groups: [{ key: { company }, count: 1, companyKey: company }],
        groupCount: 1,
      });
      const each = await countByCompany(store(), [`a-${id}`, `b-${id}`, `c-${id}`]);
      expect(Object.fromEntries(each)).toEqual({ [company]: 1 });
    }
  });

  it('hides a withdrawn signal until a newer version is written', async () => {
    const id = randomUUID();
    const record = signalRecord({ id, company: `${id}.example` });
    await writer().write([record], [], []);
    const key = await keyOf(id);
    if (!key) throw new Error('no key');
    await writer().write([], [], [{ key, eventVersion: versionOf(2) }]);
    expect(await writer().read([id])).toEqual([]);
    expect(await keyOf(id)).toMatchObject({ withdrawn: true });
    const reader = createClickHouseSignalReader(store());
    const filter = { companyKeys: [`${id}.example`] };
    expect(await reader.aggregate({ filter, groupBy: ['day'], limit: 9 })).toEqual({
      total: 0,
      groups: [],
      groupCount: 0,
    });
    expect((await countByCompany(store(), filter.companyKeys)).size).toBe(0);
    const newer = signalRecord({ id, company: `${id}.example`, version: versionOf(3) });
    await writer().write([newer], [], []);
    expect(await writer().read([id])).toHaveLength(1);
  });

  it('paginates past many newer signals that were withdrawn', async () => {
    const type = `withdrawn-${randomUUID()}`;
    const filter = { signalTypes: [type] };
    const reader = createClickHouseSignalReader(store());
    const newer = Array.from({ length: 100 }, () =>
      signalRecord({ type, detectedAtMs: Date.UTC(2026, 0, 20) }),
    );
    const older = [3, 2, 1].map((day) =>
      signalRecord({ type, detectedAtMs: Date.UTC(2026, 0, day) }),
    );
    await writer().write([...newer, ...older], [], []);
    expect(await reader.count(filter)).toBe(103);
    const ids = newer.map(({ draft }) => draft.signalId);
    const keys = [...(await writer().locate(ids)).values()];
    const withdraw = (some: typeof keys) =>
      writer().write(
        [],
        [],
        some.map((key) => ({ key, eventVersion: versionOf(21) })),
      );
    // So many are withdrawn that reading only the newest rows does not find the remaining one.
    await withdraw(keys.slice(1));
    expect(await reader.count(filter)).toBe(4);
    const shown = async (limit: number) =>
      (await reader.list(filter, { limit })).map(({ signal_id: id }) => id);
    const [kept] = keys;
    const left = [kept?.signalId, ...older.map(({ draft }) => draft.signalId)];
    expect(await shown(2)).toEqual(left.slice(0, 2));
    expect(await shown(9)).toEqual(left);
    await withdraw(keys.slice(0, 1));
    expect(await shown(2)).toEqual(left.slice(1, 3));
    expect((await reader.list(filter, { limit: 2, offset: 2 })).length).toBe(1);
    expect(await reader.count(filter)).toBe(3);
  });

  it('paginates ids of signals whose events mention an identifier, each once', async () => {
    const company = `${randomUUID()}.example`;
    const records = Array.from({ length: 7 }, () => signalRecord({ company }));
    await writer().write(records, [], []);
    await writer().write(records.slice(0, 3), [], []);
    const identifiers = [`domain:${company}`, `name:${company.replaceAll(/\W/g, '')}`];
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await writer().referencing(identifiers, after, 3);
      seen.push(...page);
      if (page.length < 3) break;
      after = page.at(-1) ?? null;
    }
    expect(seen).toEqual(records.map(({ draft }) => draft.signalId).sort());
  });
});
