/** A Kafka broker for one test, which may stop it without disturbing other tests. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../shared/domain/package-root.js';
import { freePort } from './free-port.js';
import { isRequired } from './required.js';

export interface OwnBroker {
  /** As in `KAFKA_BROKERS`. */
  address: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops the broker and deletes everything it wrote. */
  remove(): Promise<void>;
}

const run = promisify(execFile);

/** Returns the folder of the libraries that `kafka.sh` has downloaded for the suite's broker. */
function librariesFolder(): string {
  return join(process.env.KAFKA_DIR ?? join(packageRoot(), 'data/kafka'), 'libs');
}

export function librariesMissing(): string | null {
  if (existsSync(join(librariesFolder(), '.complete'))) return null;
  const reason = `no libraries of a broker in ${librariesFolder()}: set KAFKA_DIR as for deploy/kafka/kafka.sh`;
  if (isRequired('kafka')) throw new Error(reason);
  return reason;
}

/** `settingsAt` returns more settings of a broker at that port. */
export async function startOwnBroker(
  settingsAt: (port: number) => string = () => '',
): Promise<OwnBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'signals-kafka-'));
  symlinkSync(librariesFolder(), join(folder, 'libs'));
  const port = await freePorts();
  writeFileSync(join(folder, 'more.properties'), settingsAt(port));
  const script = (...args: string[]) =>
    run(join(packageRoot(), 'deploy/kafka/kafka.sh'), args, {
      env: { ...process.env, KAFKA_DIR: folder },
    });
  const broker: OwnBroker = {
    address: `127.0.0.1:${port}`,
    async start() {
      await script('start', String(port));
    },
    async stop() {
      await script('stop');
    },
    async remove() {
      await broker.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await broker.start();
  return broker;
}

/** Returns the first of two consecutive free ports. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if ((await freePort(port + 1)) === port + 1) return port;
  }
}
