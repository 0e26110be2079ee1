/**
 * A process that dies before or after any write of a batch that contains everything: the batch comes
 * again to a new process on the same stores, and ends as if nothing had happened, to the byte.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFile } from '../../ingest/load-file.js';
import { packageRoot } from '../../shared/package-root.js';
import { companyProfile, envelope, signalEvent } from '../helpers/events.js';
import { exportOf } from '../helpers/exported.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const later = <T extends object>(event: T) => ({ ...event, observed_at: day(20) });

const person = (at: number, id: string, more: object) =>
  envelope(
    'contact-profiles',
    { name: 'Pat Placeholder', title: 'Engineer', company_domain: 'acme.example', ...more },
    { event_id: id, observed_at: day(at) },
  );
const board = (at: number, jobs: readonly string[]) =>
  envelope(
    'job-board',
    {
      company: { name: 'Hiring Co', domain: 'hiring.example' },
      board: 'hiring',
      fetched_at: day(at),
      jobs: jobs.map((id) => ({ id, title: `Job ${id}`, department: 'Works' })),
    },
    { event_id: 'hiring', observed_at: day(at) },
  );
const article = (publisher: string, at: number, title: string, name: string) =>
  envelope(
    'news-article',
    {
      title,
      publisher,
      url: `https://${publisher}.example/${at}`,
      published_at: day(at),
      companies: [{ name }],
      subtype: 'expansion',
    },
    { event_id: `${publisher}-${at}` },
  );
const filing = (items: string) =>
  envelope('filing', { company: { name: 'Filer' }, form: '8-K', items }, { event_id: 'filing' });

/** What is stored when the batch arrives. */
const BASE = [
  companyProfile('acme.example', 'Acme'),
  companyProfile('old.example', 'Mover', { tickers: ['MOVE'] }),
  signalEvent('Acme acts', { name: 'Acme' }),
  signalEvent('Someone grows', { name: 'Newcomer' }),
  filing('1.01,5.02'),
  article('alpha', 3, 'Vellum Works opens a mill', 'Vellum Works'),
  article('delta', 4, 'Quarry Works opens a pit', 'Quarry Works'),
  article('zeta', 5, 'Quarry Works opens a pit', 'Quarry Works'),
  person(1, 'pat', { email: 'pat@acme.example' }),
  person(1, 'lee', { email: 'lee@acme.example', name: 'Lee', company_name: 'Newcomer' }),
  board(1, ['a', 'b']),
];

const BATCH = [
  companyProfile('newcomer.example', 'Newcomer'),
  // Its record moves to another key, and another name.
  later({
    ...companyProfile('new.example', 'Moved', { tickers: ['MOVE'] }),
    event_id: 'old.example',
  }),
  later(companyProfile('acme.example', 'Acme Renamed')),
  later(filing('1.01')),
  signalEvent('Moved acts', { tickers: ['MOVE'] }),
  article('beta', 2, 'Vellum Works Opens A Mill', 'Vellum Works'),
  article('gamma', 4, 'Vellum works opens a mill!', 'Vellum Works'),
  article('epsilon', 5, 'Something else entirely happens', 'Newcomer'),
  // It stood for two stories: the other one stands for itself from now on.
  later(article('delta', 4, 'Vellum Works opens a mill', 'Vellum Works')),
  // The person is known by a profile address from now on, and works elsewhere.
  person(5, 'pat', {
    email: 'pat@acme.example',
    network_url: 'network.example/in/pat',
    title: 'Head',
    company_domain: 'beta.example',
  }),
  person(6, 'kim', { email: 'kim@beta.example', name: 'Kim' }),
  board(2, ['b', 'c', 'd', 'e', 'f', 'g', 'h']),
  later(board(1, ['a'])),
  envelope('milestone', {
    person: { email: 'kim@beta.example', name: 'Kim' },
    company: { name: 'Gamma' },
    title: 'Chief',
    occurred_on: '2026-05-07',
  }),
  { source: 'unheard-of', event_id: '1', observed_at: day(1), payload: {} },
  envelope('funding-rounds', { company_name: 'Funded', funded_at: '2026-01-01' }),
];

/** Every method of the stores that ingest is given, so that a new one is classified here. */
const READS = new Set([
  'registry.stored',
  ...['companies', 'companiesHolding', 'contacts', 'contactsHolding', 'contactsEmployedBy'].map(
    (name) => `identity.${name}`,
  ),
  ...['keys', 'referencing', 'read'].map((name) => `signals.${name}`),
  ...['at', 'companies', 'contacts', 'boards'].map((name) => `snapshots.${name}`),
  ...['read', 'near', 'inClusters'].map((name) => `stories.${name}`),
  ...['progress', 'fact'].map((name) => `progress.${name}`),
]);
const WRITES = [
  ...['putCompanies', 'withdrawCompanies', 'putNames', 'putContacts', 'withdrawContacts'].map(
    (name) => `identity.${name}`,
  ),
  'signals.write',
  'signals.confirm',
  'stories.put',
  'snapshots.put',
  'registry.put',
  'progress.putProgress',
];
/** Written before any batch. */
const NOT_IN_A_BATCH = ['progress.putFact'];

type Stores = TestService['ingestStores'];

interface Crash {
  method: string;
  /** Which call of the method, from 1. */
  call: number;
  when: 'before' | 'after';
}

let service: TestService;
let folder: string;
let tables: string[];

beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'signals-faults-'));
  const lines = (events: readonly object[]) =>
    events.map((event) => JSON.stringify(event)).join('\n');
  writeFileSync(join(folder, 'base.ndjson'), lines(BASE));
  writeFileSync(join(folder, 'batch.ndjson'), lines(BATCH));
  const found = await service.clickhouse.rows<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
  );
  tables = found.map(({ name }) => name).sort();
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A process of its own on the stores: nothing is remembered from the one before. */
async function load(name: 'base' | 'batch', stores: Stores): Promise<void> {
  const feedDirs = [join(packageRoot(), 'seeds/feeds')];
  const ingest = await createIngest({ ...stores, embedder: service.embedder, feedDirs });
  await loadFile(ingest, join(folder, `${name}.ndjson`), {
    source: undefined,
    rejectedPath: join(folder, `${name}.rejected`),
    batchEvents: 100,
  });
}

/** Told of every call that writes or reads something; once it throws, each further call does. */
type Watch = (method: string, when: 'before' | 'after') => void;

function watched(watch: Watch): Stores {
  let dead: unknown;
  const guard: Watch = (method, when) => {
    if (dead) throw dead;
    try {
      watch(method, when);
    } catch (error) {
      dead = error;
      throw error;
    }
  };
  const wrapped = Object.entries(service.ingestStores).map(([name, store]) => [
    name,
    Object.fromEntries(
      Object.entries(store).map(([method, work]) => [
        method,
        async (...given: unknown[]) => {
          if (isEmpty(given)) return Reflect.apply(work, store, given);
          guard(`${name}.${method}`, 'before');
          const result = await Reflect.apply(work, store, given);
          guard(`${name}.${method}`, 'after');
          return result;
        },
      ]),
    ),
  ]);
  return Object.fromEntries(wrapped);
}

function isEmpty(given: readonly unknown[]): boolean {
  return given.every((each) => Array.isArray(each) && each.length === 0);
}

function crashing({ method, call, when }: Crash): Stores {
  let calls = 0;
  return watched((each, moment) => {
    if (each !== method) return;
    if (moment === 'before') calls += 1;
    if (calls === call && moment === when) throw new Error('the process died');
  });
}

async function empty(): Promise<void> {
  for (const table of tables) {
    if (table !== 'schema_migrations') await service.clickhouse.command(`TRUNCATE TABLE ${table}`);
  }
}

/** Everything that must not depend on crashes. */
async function outcome(): Promise<string> {
  const { clickhouse } = service;
  const counts = tables.map(
    (table) => `SELECT '${table}' AS name, count() AS n FROM ${table} FINAL`,
  );
  const rows = await clickhouse.rows(`SELECT * FROM (${counts.join(' UNION ALL ')}) ORDER BY name`);
  const rejected = readFileSync(join(folder, 'batch.rejected'), 'utf8');
  return JSON.stringify({ ...(await exportOf(clickhouse)), rows, rejected }, null, 1);
}

describe('a process that dies at a write', () => {
  let reference: string;
  const calls = new Map<string, number>();

  beforeAll(async () => {
    await empty();
    await load('base', service.ingestStores);
    await load(
      'batch',
      watched((method, when) => {
        if (when === 'before') calls.set(method, (calls.get(method) ?? 0) + 1);
      }),
    );
    reference = await outcome();
  });

  it('has no store method that this matrix does not know', () => {
    const methods = Object.entries(service.ingestStores).flatMap(([name, store]) =>
      Object.keys(store).map((method) => `${name}.${method}`),
    );
    expect(methods.filter((each) => !READS.has(each)).sort()).toEqual(
      [...WRITES, ...NOT_IN_A_BATCH].sort(),
    );
  });

  it('is disturbed by a batch that uses every one of them', () => {
    expect(WRITES.filter((method) => !calls.has(method))).toEqual([]);
  });

  for (const method of WRITES) {
    it(`${method}, before and after each call`, async () => {
      for (let call = 1; call <= (calls.get(method) ?? 0); call += 1) {
        for (const when of ['before', 'after'] as const) {
          await empty();
          await load('base', service.ingestStores);
          await expect(load('batch', crashing({ method, call, when }))).rejects.toThrow('died');
          await load('batch', service.ingestStores);
          expect(await outcome(), `${when} call ${call}`).toBe(reference);
        }
      }
    });
  }

  it('time and again, one write further each time', async () => {
    await empty();
    await load('base', service.ingestStores);
    for (let died = true, furthest = 1; died; furthest += 1) {
      let writes = 0;
      const attempt = load(
        'batch',
        watched((method, when) => {
          if (!WRITES.includes(method) || when === 'before') return;
          writes += 1;
          if (writes === furthest) throw new Error('the process died');
        }),
      );
      died = await attempt.then(
        () => false,
        () => true,
      );
    }
    expect(await outcome()).toBe(reference);
  });
});
