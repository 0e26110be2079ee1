/** Lookups with long lists through a proxy with the limits of a server must return the same in few queries. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { splitLongLists } from '../../shared/platform/clickhouse/client/long-lists.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { createClickHouseIdentityGraph } from '../../shared/stores/identity/clickhouse-identity-graph.js';
import { createClickHouseIdentityStore } from '../../shared/stores/identity/clickhouse-identity-store.js';
import { createClickHouseEventRegistry } from '../../shared/stores/ingest/clickhouse-event-registry.js';
import { createClickHouseSnapshotStore } from '../../shared/stores/ingest/clickhouse-snapshot-store.js';
import { createClickHouseStoryStore } from '../../shared/stores/ingest/clickhouse-story-store.js';
import { createClickHouseSignalReader } from '../../shared/stores/signals/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { openGatewayClient, SCHEMA_FOLDER } from '../helpers/clickhouse-adapters.js';
import { type LimitingProxy, startLimitingProxy } from '../helpers/limiting-proxy.js';
import {
  companyRecord,
  companyReference,
  contactRecord,
  signalRecord,
  versionOf,
} from '../helpers/records.js';

const EVENTS = 4_000;
const numbers = Array.from({ length: EVENTS }, (_, index) => index);
/** Half of the requested rows are stored. */
const stored = numbers.filter((index) => index % 2 === 0);
const long = (index: number) => `${index}-it's-${'long-'.repeat(15)}ü.example`;
const ids = numbers.map(() => randomUUID());
const idOf = (index: number) => ids[index] ?? '';
const email = (index: number) => `${index}-${'x'.repeat(60)}@acme.example`;
const keyAt = (index: number) => ({ source: 'feed', eventId: long(index), takenAtMs: index });
const record = (index: number) => signalRecord({ id: idOf(index), company: long(index) });

let adapter: Awaited<ReturnType<typeof openGatewayClient>>;
let proxy: LimitingProxy;

beforeAll(async () => {
  adapter = await openGatewayClient(async (url) => {
    proxy = await startLimitingProxy(url);
    return proxy.url;
  });
  await migrate(adapter.direct, SCHEMA_FOLDER);
  await fill(adapter.clickhouse);
});

afterAll(async () => {
  await adapter.close();
  await proxy.close();
});

async function fill(clickhouse: ClickHouse): Promise<void> {
  await createClickHouseEventRegistry(clickhouse).put(
    stored.map((index) => ({
      source: 'feed',
      eventId: long(index),
      kind: 'signal',
      observedAtMs: index,
      payloadHash: '',
      signalIds: [idOf(index)],
      decision: '',
      eventVersion: versionOf(1),
    })),
  );
  const employer = companyReference('Acme', { domain: 'acme.example' });
  const identity = createClickHouseIdentityStore(clickhouse);
  await identity.putCompanies(stored.map((index) => companyRecord(long(index))));
  await identity.putContacts(stored.map((index) => contactRecord(email(index), { employer })));
  await createClickHouseSignalWriter(clickhouse).write(stored.map(record), [], []);
  await createClickHouseSnapshotStore(clickhouse).put(
    stored.map((index) => ({
      ...keyAt(index),
      observedAtMs: index,
      eventVersion: versionOf(1),
      evidence: {
        kind: 'contact' as const,
        evidence: 'profile' as const,
        atMs: index,
        facts: { name: 'Ada', email: email(index), networkUrl: null, title: null, employer },
      },
    })),
  );
  await createClickHouseStoryStore(clickhouse).put(
    stored.map((index) => ({
      record: record(index),
      groupId: idOf(index),
      subtypeKey: 'general',
      titleKey: long(index),
      clusterKey: long(index),
      arrival: index,
    })),
  );
}

const placeOfStory = (index: number) => ({ companyKey: long(index), subtypeKey: 'general' });

/** Every lookup of the stores that accepts a list. */
const LOOKUPS: Readonly<Record<string, (clickhouse: ClickHouse) => Promise<unknown>>> = {
  'events that arrive again': (clickhouse) =>
    createClickHouseEventRegistry(clickhouse).stored(numbers.map(keyAt)),
  'companies by key': (clickhouse) =>
    createClickHouseIdentityStore(clickhouse).companies(numbers.map(long), []),
  'companies by identifier': (clickhouse) =>
    createClickHouseIdentityStore(clickhouse).companies(
      [],
      numbers.map((index) => `domain:${long(index)}`),
    ),
  'people by key': (clickhouse) =>
    createClickHouseIdentityStore(clickhouse).contacts(
      numbers.map((index) => `email:${email(index)}`),
      [],
    ),
  'people by address': (clickhouse) =>
    createClickHouseIdentityStore(clickhouse).contacts(
      [],
      numbers.map((index) => `email:${email(index)}`),
    ),
  'companies for the API': (clickhouse) =>
    createClickHouseIdentityGraph(clickhouse).companies(numbers.map(long)),
  'people for the API': (clickhouse) =>
    createClickHouseIdentityGraph(clickhouse).contacts(
      numbers.map((index) => ({ email: email(index) })),
    ),
  'keys of signals': (clickhouse) => createClickHouseSignalWriter(clickhouse).locate(ids),
  signals: (clickhouse) => createClickHouseSignalWriter(clickhouse).read(ids),
  'signals that a profile may claim': (clickhouse) =>
    createClickHouseSignalWriter(clickhouse).referencing(
      numbers.map((index) => `domain:${long(index)}`),
      null,
      500,
    ),
  'signals of companies, a page': (clickhouse) =>
    createClickHouseSignalReader(clickhouse).list(
      { companyKeys: numbers.map(long) },
      { limit: 50, offset: 100 },
    ),
  'signals of companies, counted': (clickhouse) =>
    createClickHouseSignalReader(clickhouse).count({ companyKeys: numbers.map(long) }),
  'snapshots by key': (clickhouse) =>
    createClickHouseSnapshotStore(clickhouse).read({
      keys: numbers.map(keyAt),
      identifiers: [],
      jobsOf: [],
    }),
  'snapshots of people': (clickhouse) =>
    createClickHouseSnapshotStore(clickhouse).read({
      keys: [],
      identifiers: numbers.map((index) => `email:${email(index)}`),
      jobsOf: [],
    }),
  'stories by id': (clickhouse) => createClickHouseStoryStore(clickhouse).read(ids),
  'stories nearby': (clickhouse) =>
    createClickHouseStoryStore(clickhouse).clusters(
      [],
      numbers.map((index) => ({ ...placeOfStory(index), fromMs: 0, untilMs: 1 })),
      numbers.map(long),
    ),
  'stories of clusters': (clickhouse) =>
    createClickHouseStoryStore(clickhouse).clusters(
      numbers.map((index) => ({ ...placeOfStory(index), clusterKey: long(index) })),
      [],
      [],
    ),
};

describe('Long lists through the limits of a server', () => {
  for (const [name, lookup] of Object.entries(LOOKUPS)) {
    it(`return ${name} like the engine, in at most five queries`, async () => {
      const before = proxy.queries;
      const limited = inOrder(await lookup(adapter.clickhouse));
      expect(proxy.queries - before).toBeLessThanOrEqual(5);
      expect(limited).toEqual(inOrder(await lookup(adapter.direct)));
      expect(JSON.stringify(limited).length).toBeGreaterThan(3);
    });
  }

  it('are sent in parts, and inserts are compressed', () => {
    expect([...proxy.fields].filter((name) => name.endsWith('_part1')).length).toBeGreaterThan(5);
    expect(proxy.compressedRequests).toBeGreaterThan(5);
  });

  it('use the primary key if a list is sent in parts', async () => {
    const whole =
      'EXPLAIN indexes = 1 SELECT 1 FROM signal_keys WHERE signal_id IN {ids:Array(UUID)}';
    const [sql, params] = splitLongLists(whole, { ids: ids.slice(0, 40) }, 500);
    expect(Object.keys(params).length).toBeGreaterThan(2);
    const plan = await adapter.direct.rows<{ explain: string }>(sql, params);
    expect(plan.map(({ explain }) => explain).join('\n')).toMatch(/PrimaryKey\s+Keys:\s+signal_id/);
  });
});

/** Sorts the rows, because equal ones may come in any order. */
function inOrder(found: unknown): unknown {
  const list = found instanceof Map ? [...found] : found;
  if (!Array.isArray(list)) return list;
  const text = (value: unknown) =>
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each));
  return list.map(text).sort();
}
