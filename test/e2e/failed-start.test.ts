/** Processes that cannot start: they name the setting, exit, and release the data folder. */
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { listen } from '../../shared/platform/process/listen.js';
import {
  createDataFolder,
  type DataFolder,
  runSignals,
  startService,
  withoutDemo,
} from '../helpers/cli.js';

describe('Failed start', () => {
  let folder: DataFolder;

  beforeEach(() => {
    folder = createDataFolder();
  });

  afterEach(() => folder.remove());

  it.each([
    ['serve', 'PORT'],
    ['ingest', 'INGEST_PORT'],
  ])(
    'ends %s whose port is in use, naming %s, and releases the data folder',
    async (command, name) => {
      const { port, close } = await takePort();
      Object.assign(folder.env, { KAFKA_BROKERS: '127.0.0.1:1', [name]: String(port) });
      const { code, stderr } = await runSignals(folder, ...withoutDemo(command));
      close();
      expect(code).toBe(1);
      const lines = stderr.trim().split('\n');
      const said = `error: Port ${port} of 127.0.0.1 is in use. Stop the process that listens there, or set ${name}`;
      expect(lines.at(-1)).toContain(said);
      expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
      expect(readPublishedGateway(folder.path)).toBeNull();
    },
  );

  it.each([
    ['serve', 'SIGNALS_SPOOL_DIR', '/dev/null/spool'],
    ['ingest', 'SIGNALS_SPOOL_DIR', '/dev/null/spool'],
    ['serve', 'SIGNALS_DATA_DIR', '/dev/null'],
    // Every folder on the way can be written, but the system creates nothing there.
    ['serve', 'SIGNALS_DATA_DIR', '/proc/nowhere/data'],
    ['ingest', 'SIGNALS_SPOOL_DIR', '/proc/nowhere'],
    ['ingest', 'SIGNALS_FEEDS_DIR', '/nowhere/feeds'],
    ['api', 'HOST', '192.0.2.1'],
  ])(
    'ends %s with exit code 2 if it cannot use %s=%s, naming the setting',
    async (command, name, value) => {
      Object.assign(folder.env, { [name]: value });
      const { code, stderr } = await runSignals(folder, ...withoutDemo(command));
      expect(stderr).toMatch(/^error: The configuration is invalid:$/m);
      expect(stderr.trim().split('\n').at(-1)).toMatch(/^ {2}\w+ must be .* \(\w* ?E[A-Z]+.*\)$/);
      expect(stderr.trim().split('\n').at(-1)).toContain(name);
      expect(code).toBe(2);
      expect(readPublishedGateway(folder.path)).toBeNull();
    },
  );

  it('shows the demo key at the first start that obtains its port', async () => {
    const { port, close } = await takePort();
    const empty = createDataFolder({ isNew: true });
    const taken = { ...empty, env: { ...empty.env, PORT: String(port) } };
    expect((await runSignals(taken, 'serve')).code).toBe(1);
    close();
    const service = await startService(empty);
    expect(service.key).not.toBeNull();
    expect(await service.stop()).toBe(0);
    empty.remove();
  });
});

/** Opens a server on a free port, which it keeps until `close`. */
async function takePort(): Promise<{ port: number; close: () => void }> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' });
  return { port, close: () => server.close() };
}
