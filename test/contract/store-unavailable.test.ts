/** Every port must fail with a retriable error while ClickHouse is unavailable. Needs no engine. */
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { createClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { httpConnection } from '../../shared/platform/clickhouse/client/connection.js';
import { openClickHouse } from '../../shared/platform/clickhouse/client/open-clickhouse.js';
import { createClickHouseAccountStore } from '../../shared/stores/accounts/clickhouse-account-store.js';
import { createClickHouseIdentityGraph } from '../../shared/stores/identity/clickhouse-identity-graph.js';
import { createClickHouseIdentityStore } from '../../shared/stores/identity/clickhouse-identity-store.js';
import { createClickHouseEventRegistry } from '../../shared/stores/ingest/clickhouse-event-registry.js';
import { createClickHouseProgressStore } from '../../shared/stores/ingest/clickhouse-progress-store.js';
import { createClickHouseSnapshotStore } from '../../shared/stores/ingest/clickhouse-snapshot-store.js';
import { createClickHouseStoryStore } from '../../shared/stores/ingest/clickhouse-story-store.js';
import { createClickHouseLeaseStore } from '../../shared/stores/leases/clickhouse-lease-store.js';
import { createClickHouseUsageStore } from '../../shared/stores/logs/clickhouse-usage-store.js';
import { createClickHouseSignalReader } from '../../shared/stores/signals/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { ANALYST_LIMITS } from '../helpers/clickhouse-adapters.js';
import { freePort } from '../helpers/free-port.js';
import { signalRecord } from '../helpers/records.js';

const UNAVAILABLE = { code: 'unavailable', retriable: true };

/** Returns a URL at which nothing listens. */
const deadUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

describe('Unavailable ClickHouse', () => {
  it('causes a retriable error at every port', async () => {
    const client = createClient({
      url: await deadUrl(),
      log: { level: ClickHouseLogLevel.OFF },
    });
    const clickhouse = createClickHouse({
      connection: () => httpConnection(client),
      renew: async () => false,
      wait: async () => undefined,
    });
    const id = '0b8f1f4e-9a3e-4bb0-8f0e-2c3c2b1a0d11';
    const asked: Readonly<Record<string, Promise<unknown>>> = {
      accounts: createClickHouseAccountStore(clickhouse).accounts(),
      events: createClickHouseEventRegistry(clickhouse).stored([{ source: 's', eventId: 'e' }]),
      graph: createClickHouseIdentityGraph(clickhouse).companies(['a.example']),
      suggestions: createClickHouseIdentityGraph(clickhouse).suggest('a', 10),
      identity: createClickHouseIdentityStore(clickhouse).companies(['a.example'], []),
      leases: createClickHouseLeaseStore(clickhouse).lease('credits'),
      progress: createClickHouseProgressStore(clickhouse).progress('file'),
      reader: createClickHouseSignalReader(clickhouse).count({}),
      writer: createClickHouseSignalWriter(clickhouse).write([signalRecord()], [], []),
      snapshots: createClickHouseSnapshotStore(clickhouse).read({
        keys: [],
        identifiers: ['company:a.example'],
        jobsOf: [],
      }),
      stories: createClickHouseStoryStore(clickhouse).read([id]),
      usage: createClickHouseUsageStore(clickhouse).creditsUsed('a', '2026-01-01T00:00:00.000Z'),
    };
    await Promise.all(
      Object.entries(asked).map(([port, answer]) =>
        expect(answer, port).rejects.toMatchObject(UNAVAILABLE),
      ),
    );
    await client.close();
  });

  it('is reported once at the start, which fails with the reason after the waiting time', async () => {
    const reasons: string[] = [];
    const config = {
      url: await deadUrl(),
      user: 'default',
      password: '',
      database: 'signals',
      cluster: undefined,
      dataDir: '',
      gatewayPort: undefined,
      analystPassword: undefined,
      analyst: ANALYST_LIMITS,
    };
    const opening = openClickHouse(config, {
      command: 'test',
      startWaitMs: 2_000,
      onWait: (what) => reasons.push(what),
    });
    await expect(opening).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(reasons).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });
});
