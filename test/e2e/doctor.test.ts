/**
 * `signals doctor` as a process: while a service runs, and with several problems. It must change nothing.
 * Also `signals status` without a broker.
 */
import { chmodSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createDataFolder, jsonOf, runSignals, startService } from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { accessibleToOthers, allPaths } from '../helpers/modes.js';

const folder = createDataFolder({ isNew: true });
afterAll(() => folder.remove());

interface Finding {
  name: string;
  status: string;
  message: string;
}

it('signals doctor reports no problem while a service runs', async () => {
  const service = await startService(folder, '--no-demo');
  const { status, checks } = await jsonOf(folder, 'doctor');
  const messages = new Map(checks.map(({ name, message }: Finding) => [name, message]));
  expect(checks.filter((each: Finding) => each.status === 'problem')).toEqual([]);
  expect(['ok', 'warning']).toContain(status);
  expect(messages.get('ClickHouse')).toMatch(/^\d+\.\d+.* served by signals serve/);
  expect(messages.get('schema')).toMatch(/^\d+ migrations are applied$/);
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

it('signals doctor explains unavailable stores and unsafe file permissions', async () => {
  chmodSync(folder.path, 0o755);
  const before = allPaths(folder.path);
  const env = {
    ...folder.env,
    REDIS_URL: 'redis://:very-secret@127.0.0.1:9',
    KAFKA_BROKERS: '127.0.0.1:9',
    QDRANT_URL: 'http://127.0.0.1:9',
  };
  const { code, stdout, stderr } = await runSignals({ ...folder, env }, 'doctor', '--json');
  expect(code, stderr).toBe(1);
  const { checks } = JSON.parse(stdout) as { checks: Finding[] };
  const problems = checks.filter(({ status }) => status === 'problem');
  expect(problems.map(({ name }) => name)).toEqual(['file rights', 'Qdrant', 'Redis', 'Kafka']);
  for (const name of ['Qdrant', 'Redis', 'Kafka']) {
    const { message } = problems.find((each) => each.name === name) ?? { message: '' };
    expect(message).toMatch(/127\.0\.0\.1:9: .+\. Check [A-Z]+_(URL|BROKERS)/);
  }
  expect(stdout).not.toContain('very-secret');
  expect(allPaths(folder.path)).toEqual(before);
  expect(accessibleToOthers(folder.path)).toContain(`755 ${folder.path}`);
});

it('signals status shows an unavailable Kafka, but still the counts', async () => {
  const other = createDataFolder();
  expect(await jsonOf(other, 'status')).toMatchObject({ status: 'ok', kafka: null });
  const env = { ...other.env, KAFKA_BROKERS: '127.0.0.1:9' };
  const { code, stdout } = await runSignals({ ...other, env }, 'status', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'degraded',
    kafka: { topic: 'signals.raw', status: 'unavailable', unread: null },
    counts: { signals: 0 },
  });
  const shown = await runSignals({ ...other, env }, 'status');
  expect(shown.stdout).toMatch(/^Kafka +unavailable: signals.raw at 127.0.0.1:9 \(/m);
  expect(shown.stderr).toBe('');
  other.remove();
});

it('signals doctor names an invalid setting', async () => {
  const env = { ...folder.env, PORT: 'eighty' };
  const { code, stdout } = await runSignals({ ...folder, env }, 'doctor');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem +configuration +PORT must be /m);
  expect(stdout).toContain('Something must be done');
});

it('signals doctor names migrations of a newer version, but not those of the earlier set', async () => {
  const newer = createDataFolder();
  const open = await openDataFolder(newer.path);
  await open.clickhouse.command(
    "INSERT INTO schema_migrations (name) VALUES ('998_add_more.sql'), ('012_fill_more.sql')",
  );
  await open.close();
  const service = await startService(newer, '--no-demo');
  const { checks } = await jsonOf(newer, 'doctor');
  expect(checks.find(({ name }: Finding) => name === 'schema')).toEqual({
    name: 'schema',
    status: 'warning',
    message:
      'a newer version of the service has applied 998_add_more.sql. Use that version or a newer one.',
  });
  expect(await service.stop()).toBe(0);
  newer.remove();
});
