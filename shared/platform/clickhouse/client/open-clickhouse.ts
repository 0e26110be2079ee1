/**
 * Opens ClickHouse as configured: a server by URL, or the data folder. The process that gets the folder
 * serves it to others on loopback. All others use its gateway and, when that process ends, one of them
 * takes the folder over and the rest follow it.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { AppError } from '../../../domain/errors.js';
import type { ClickHouseConfig } from '../../process/config.js';
import { isAlive } from '../../process/own-process.js';
import { type AnalystLane, createAnalystLane } from '../analysts/analyst-lane.js';
import type { Engine } from '../engine/engine.js';
import { byLane, type Lane } from '../engine/lanes.js';
import { WriteCount } from '../engine/write-count.js';
import {
  enginePath,
  type FolderServer,
  holderName,
  publishServer,
  readServer,
  withdrawServer,
} from '../gateway/folder.js';
import { type Gateway, LANE_HEADER, startGateway } from '../gateway/gateway.js';
import { createClickHouse } from './clickhouse.js';
import {
  type AnalystConnection,
  analystConnection,
  type Connection,
  engineConnection,
  httpConnection,
} from './connection.js';
import { type Failure, failureOf } from './failures.js';
import type { OpenClickHouse, OpenOptions } from './open-options.js';
import { openServer } from './open-server.js';
import { readForAnalyst } from './read-for-analyst.js';

const DEFAULT_GATEWAY_PORT = 8123;
const POLL_MS = 250;
const FIND_GATEWAY_MS = 20_000;
/** A holder that is silent for longer is told to whoever waits for it. */
const SILENT_MS = 5_000;
/** Parts that were merged are kept that much longer than a statement of analysts may take. */
const SPARE_SECONDS = 30;
/** The holder's sessions are few: a request may wait for others of its lane. */
const GUEST_TIMEOUT_MS = 120_000;
/** AUTHENTICATION_FAILED. */
const WRONG_PASSWORD = '516';
/** Failures surface as errors and are logged once, by those who handle them. */
const QUIET = { level: ClickHouseLogLevel.OFF };

type Connections = Record<Lane, Connection> & { analyst: AnalystConnection };

export async function openClickHouse(
  config: ClickHouseConfig,
  options: OpenOptions,
): Promise<OpenClickHouse> {
  return config.url ? openServer(config, config.url, options) : openFolder(config, options);
}

async function openFolder(config: ClickHouseConfig, options: OpenOptions): Promise<OpenClickHouse> {
  const folder = new Folder(config, options);
  await folder.connect(options.signal);
  const whenFailed = {
    renew: (failed: Connection | AnalystConnection) => folder.renew(failed),
    failureOf: failureInFolder,
  };
  return {
    clickhouse: createClickHouse({
      ...whenFailed,
      connection: (lane) => folder.connections[lane],
      writes: () => folder.writes,
    }),
    role: () => (folder.holds ? 'holder' : 'guest'),
    readForAnalyst: (sql) =>
      readForAnalyst({ ...whenFailed, analyst: () => folder.connections.analyst }, sql),
    close: () => folder.close(),
  };
}

/** A password is of one holder: where it is wrong, another one has the port by now. */
function failureInFolder(error: unknown): Failure {
  const isRefused = error instanceof Error && 'code' in error && error.code === WRONG_PASSWORD;
  return isRefused ? 'lost' : failureOf(error);
}

/** This process's place at the data folder: holder of it, or guest of the holder. */
class Folder {
  readonly #config: ClickHouseConfig;
  readonly #options: OpenOptions;
  #connections: Connections | undefined;
  #held:
    | { engine: Engine; analysts: AnalystLane; gateway: Gateway; writes: WriteCount }
    | undefined;
  #renewal: Promise<boolean> | undefined;
  #closed = false;
  /** It was open before: those who use it report what is unavailable. */
  #isRenewing = false;

  constructor(config: ClickHouseConfig, options: OpenOptions) {
    this.#config = config;
    this.#options = options;
  }

  get connections(): Connections {
    if (!this.#connections) throw new AppError('unavailable', 'ClickHouse is not open');
    return this.#connections;
  }

  get holds(): boolean {
    return this.#held !== undefined;
  }

  /** As in `ClickHouse`. Guests do not know what others write. */
  get writes(): string | null {
    return this.#held?.writes.state ?? null;
  }

  async connect(signal?: AbortSignal): Promise<void> {
    const startedMs = Date.now();
    let isTold = false;
    const tell = (server: FolderServer | null) => {
      if (!isTold) this.#tellWait(server);
      isTold = true;
    };
    while (!signal?.aborted && !this.#closed) {
      const server = readServer(this.#config.dataDir);
      const silent = setTimeout(() => tell(server), SILENT_MS);
      const visiting = await this.#visit(server).finally(() => clearTimeout(silent));
      if (visiting && !this.#options.mustHold) return;
      // The engine complains on standard error about a locked folder: ask the gateway first.
      if (!visiting && (await this.#hold())) return;
      const waitedMs = Date.now() - startedMs;
      if (this.#options.mustHold || waitedMs > SILENT_MS) tell(server);
      if (!this.#options.mustHold && waitedMs > FIND_GATEWAY_MS) {
        const held = `The data folder ${this.#config.dataDir} is in use`;
        throw new AppError('unavailable', `${held} by a process that does not respond.`);
      }
      await sleep(POLL_MS);
    }
    throw new AppError('unavailable', 'Stopped while waiting for the data folder.');
  }

  #tellWait(server: FolderServer | null): void {
    if (this.#isRenewing) return;
    const { mustHold, onWait, onUnreachable } = this.#options;
    const { dataDir } = this.#config;
    // What a dead process left behind names nobody.
    const holder = server && isAlive(server.pid) ? server : null;
    if (mustHold) onWait?.(holder, dataDir);
    else
      onUnreachable?.(`${holderName(holder)} has the data folder ${dataDir}, and does not respond`);
  }

  /**
   * One renewal at a time; callers whose connection was replaced meanwhile just try again. A process that
   * stops still writes, so that its signal ends no renewal.
   */
  async renew(failed: Connection | AnalystConnection): Promise<boolean> {
    if (this.#closed) return false;
    if (!Object.values(this.connections).includes(failed)) return true;
    if (this.#held) return false;
    this.#isRenewing = true;
    this.#renewal ??= this.connect()
      .then(() => true)
      .catch(() => false)
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  async close(): Promise<void> {
    this.#closed = true;
    // An attempt that continues would take a folder that is never closed.
    await this.#renewal;
    await closeAll(this.#connections);
    if (!this.#held) return;
    withdrawServer(this.#config.dataDir, process.pid);
    // Statements of analysts end at once: they would keep the gateway.
    await Promise.all([this.#held.gateway.close(), this.#held.analysts.close()]);
    await this.#held.engine.close();
    this.#held = undefined;
  }

  async #hold(): Promise<boolean> {
    const { dataDir, database, gatewayPort, analyst } = this.#config;
    // Loading the engine costs 150 MB of memory, which a client of a server does not need.
    const { FolderTakenError, openEngine } = await import('../engine/engine.js');
    const folder = resolve(enginePath(dataDir));
    let engine: Engine;
    try {
      engine = openEngine(folder, database, { oldPartsSeconds: analyst.seconds + SPARE_SECONDS });
    } catch (error) {
      if (error instanceof FolderTakenError) return false;
      throw error;
    }
    const analysts = createAnalystLane({ source: folder, database, limits: analyst });
    // Requests and logs are written in a lane of their own, reads in others.
    const writes = new WriteCount();
    const watched = writes.watch(engine);
    const gateway = await startGateway(
      { engine: watched, analysts },
      {
        port: gatewayPort ?? DEFAULT_GATEWAY_PORT,
        strict: gatewayPort !== undefined,
      },
    ).catch(async (error: unknown) => {
      await engine.close();
      throw error;
    });
    publishServer(dataDir, {
      ...gateway.address,
      pid: process.pid,
      command: this.#options.command,
    });
    await closeAll(this.#connections);
    this.#held = { engine, analysts, gateway, writes };
    this.#connections = {
      ...byLane((lane) => engineConnection(lane === 'writer' ? watched : engine, lane)),
      analyst: analystConnection(analysts),
    };
    return true;
  }

  async #visit(server: FolderServer | null): Promise<boolean> {
    if (!server) return false;
    const { database, analyst } = this.#config;
    const connect = (
      { user, password }: { user: string; password: string },
      more: { request_timeout: number; http_headers?: Record<string, string> },
    ) =>
      httpConnection(
        createClient({
          url: server.url,
          username: user,
          password,
          database,
          log: QUIET,
          // Lists of ids are longer than an address may be.
          use_multipart_params_auto: true,
          ...more,
        }),
      );
    const connections = {
      ...byLane((lane) =>
        connect(server.service, {
          request_timeout: GUEST_TIMEOUT_MS,
          http_headers: { [LANE_HEADER]: lane },
        }),
      ),
      analyst: connect(server.analyst, {
        request_timeout: GUEST_TIMEOUT_MS + analyst.seconds * 1_000,
      }),
    };
    try {
      await connections.reads.command('SELECT 1', {});
    } catch {
      await closeAll(connections);
      return false;
    }
    await closeAll(this.#connections);
    this.#connections = connections;
    return true;
  }
}

async function closeAll(connections: Connections | undefined): Promise<void> {
  if (connections) await Promise.all(Object.values(connections).map((each) => each.close()));
}
