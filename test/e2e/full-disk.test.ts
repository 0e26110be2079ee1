/**
 * A service whose disk fills up and is freed again: it loses no accepted data, charges no rejected call, and
 * recovers without a restart. Needs the right to mount a small file system.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  finish,
  type RunningService,
  rowsOf,
  runSignals,
  startServer,
  startSignals,
} from '../helpers/cli.js';
import { signalEvent } from '../helpers/events.js';
import { eventually, until } from '../helpers/eventually.js';
import { mountMissing, mountSmallDisk, type SmallDisk } from '../helpers/small-disk.js';

const CLIENTS = 6;
const EVENTS = 300;

const missing = mountMissing();
describe.skipIf(missing)(`Full disk${missing ? `: ${missing}` : ''}`, () => {
  let disk: SmallDisk;
  let spool: string;
  let folder: DataFolder;
  let service: RunningService;

  beforeEach(async () => {
    disk = mountSmallDisk(160);
    spool = mkdtempSync(join(tmpdir(), 'signals-spool-'));
    const { env, remove } = createDataFolder({ isNew: true });
    remove();
    const path = join(disk.path, 'data');
    Object.assign(env, { SIGNALS_DATA_DIR: path, SIGNALS_SPOOL_DIR: spool, LOG_LEVEL: 'info' });
    folder = { path, env, remove: disk.remove };
    service = await startServer(folder, 'serve', '--no-demo');
  }, 120_000);

  afterEach(async () => {
    const { exitCode, signalCode } = service.child;
    if (exitCode === null && signalCode === null) await service.stop('SIGKILL');
    disk.remove();
    rmSync(spool, { recursive: true });
  });

  const eventsOf = (name: string) =>
    Array.from({ length: EVENTS }, (_, at) =>
      JSON.stringify({
        ...signalEvent(`${name} ${at}`, { domain: `${name}${at}.example` }),
        event_id: `${name}-${at}`,
      }),
    ).join('\n');
  const signalsOf = async (name: string): Promise<number> => {
    const [row] = await rowsOf(
      folder,
      `SELECT toUInt32(uniqExact(event_id)) AS n FROM events WHERE startsWith(event_id, '${name}-')`,
    );
    return row.n;
  };
  const credits = async (): Promise<string> =>
    JSON.parse(await (await fetch(`${service.url}/health/ready`)).text()).stores.credits.status;
  const linesOf = (event: string): number => service.output().split(`"msg":"${event}"`).length - 1;

  it('leaves no part of a new feed definition, with which no process would start', async () => {
    const sample = join(spool, 'sample.tmp');
    writeFileSync(sample, '{"company": "Acme"}\n');
    disk.fill();
    const args = ['feeds', 'new', 'my-notices', sample, '--kind', 'layoff'];
    expect(await runSignals(folder, ...args)).toMatchObject({ code: 1, stdout: '' });
    expect(readdirSync(join(folder.path, 'feeds'))).toEqual([]);
  });

  it('pauses spool files and loads, which continue when space is free again', async () => {
    disk.fill();
    writeFileSync(join(spool, 'waiting.ndjson'), `${eventsOf('spooled')}\nno json\n`);
    const file = join(spool, '..', `${randomUUID()}.ndjson`);
    writeFileSync(file, eventsOf('loaded'));
    const child = startSignals(folder, 'load', file);
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const load = finish(child);
    await until(async () => linesOf('no_room') > 0 && said.includes('Retrying'));
    expect(said).toContain('free some space on its disk');
    const query = await runSignals(folder, 'sql', 'SELECT 1');
    expect(query.code).toBe(1);
    expect(query.stderr).toMatch(/^error: [^\n]*free some space[^\n]*\n$/i);
    expect(existsSync(join(spool, 'waiting.ndjson'))).toBe(true);
    expect(readdirSync(join(spool, 'rejected'))).toEqual([]);
    expect(linesOf('no_room')).toBe(1);
    expect(linesOf('journal_not_moved')).toBe(0);
    disk.free();
    expect(await load).toMatchObject({ code: 0 });
    rmSync(file);
    await until(async () => readdirSync(join(spool, 'done')).includes('waiting.ndjson'));
    expect(readdirSync(join(spool, 'rejected'))).toEqual(['waiting.ndjson.ndjson']);
    expect(await signalsOf('spooled')).toBe(EVENTS);
    expect(await signalsOf('loaded')).toBe(EVENTS);
  });

  it('charges every answered and no rejected call, and recovers when space is free again', async () => {
    const limits = { monthlyLimit: 1_000_000, rateLimit: 1_000_000 };
    const { key } = await createAccount(folder, 'acme', limits);
    writeFileSync(join(spool, 'first.ndjson'), eventsOf('first'));
    await until(async () => existsSync(join(spool, 'done', 'first.ndjson')));

    const charged = new Map<string, number>();
    const refused = new Set<string>();
    const call = async (): Promise<number> => {
      const requestId = randomUUID();
      const response = await fetch(`${service.url}/v1/signals/search`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'x-request-id': requestId },
        body: '{"limit":3}',
      });
      await response.arrayBuffer();
      const credits = Number(response.headers.get('x-credits-charged') ?? 0);
      if (response.status === 200) charged.set(requestId, credits);
      else refused.add(requestId);
      return response.status;
    };
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) {
        await call().catch(() => undefined);
        await sleep(20);
      }
    });

    for (const round of [1, 2, 3]) {
      await sleep(1_000);
      disk.fill();
      const before = refused.size;
      await until(async () => refused.size > before + 5);
      expect(await credits()).toBe('unavailable');
      if (round === 2) {
        await service.stop('SIGKILL');
        disk.free();
        service = await startServer(folder, 'serve', '--no-demo');
      } else {
        disk.free();
        const answered = charged.size;
        await until(async () => charged.size > answered + 5, 30);
        // Each journal retries by itself once a second.
        await until(
          async () => linesOf('journal_written_again') === linesOf('journal_not_written'),
        );
      }
      expect(await credits()).toBe('ok');
    }
    isOver = true;
    await Promise.all(clients);

    const ledger = await eventually(
      () => rowsOf(folder, 'SELECT request_id, credits FROM credit_ledger FINAL'),
      (rows) => [...charged.keys()].every((id) => rows.some(({ request_id }) => request_id === id)),
      20_000,
    );
    for (const { request_id, credits } of ledger) {
      expect(refused.has(request_id), `${request_id} was refused and charged`).toBe(false);
      // A call that was interrupted by the kill may be charged without an answer.
      if (charged.has(request_id)) expect(credits).toBe(charged.get(request_id));
    }
    expect(new Set(ledger.map((row) => row.request_id)).size).toBe(ledger.length);
    expect(ledger.length - charged.size).toBeLessThanOrEqual(CLIENTS);
    expect(charged.size).toBeGreaterThan(50);
  });
});
