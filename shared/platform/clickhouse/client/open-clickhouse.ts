/**
 * Opens ClickHouse as configured: a server by URL, or the data folder. The process that gets the
 * folder serves it to others on loopback. All others use its gateway. When that process ends, one
 * of them takes over the folder and the rest follow it.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { AppError } from '../../../domain/errors.js';
import type { ClickHouseConfig } from '../../process/config.js';
import { isAlive } from '../../process/process-ids.js';
import { type AnalystLane, createAnalystLane } from '../analysts/analyst-lane.js';
import type { Engine } from '../engine/engine.js';
import { byLane, type Lane } from '../engine/lanes.js';
import { WriteCount } from '../engine/write-count.js';
import { type Gateway, LANE_HEADER, startGateway } from '../gateway/gateway.js';
import {
  enginePath,
  holderName,
  type PublishedGateway,
  publishGateway,
  readPublishedGateway,
  withdrawGateway,
} from '../gateway/published-gateway.js';
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
/** Milliseconds of silence after which a holder is reported to those who wait for it. */
const SILENT_MS = 5_000;
/** Seconds that merged parts are kept beyond the time that an analyst's statement may take. */
const SPARE_SECONDS = 30;
/** The holder has few sessions, so a guest's request may have to wait for others of its lane. */
const GUEST_TIMEOUT_MS = 120_000;
/** Code of the error AUTHENTICATION_FAILED. */
const WRONG_PASSWORD = '516';
/**
 * The client's own log is off: failures surface as errors and are logged once, where they are
 * handled.
 */
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

/** A password belongs to one holder: if it is wrong, another holder has the port by now. */
function failureInFolder(error: unknown): Failure {
  const isRefused = error instanceof Error && 'code' in error && error.code === WRONG_PASSWORD;
  return isRefused ? 'lost' : failureOf(error);
}

/** The role of this process at the data folder: its holder, or a guest of the holder. */
class Folder {
  readonly #config: ClickHouseConfig;
  readonly #options: OpenOptions;
  #connections: Connections | undefined;
  #held:
    | { engine: Engine; analysts: AnalystLane; gateway: Gateway; writes: WriteCount }
    | undefined;
  #renewal: Promise<boolean> | undefined;
  #closed = false;
  /** True if the folder was open before. Then its users report that it is unavailable. */
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

  /** As `ClickHouse.writes`; `null` in a guest, which does not know what others write. */
  get writes(): string | null {
    return this.#held?.writes.state ?? null;
  }

  async connect(signal?: AbortSignal): Promise<void> {
    const startedMs = Date.now();
    let isTold = false;
    const tell = (server: PublishedGateway | null) => {
      if (!isTold) this.#tellWait(server);
      isTold = true;
    };
    while (!signal?.aborted && !this.#closed) {
      const server = readPublishedGateway(this.#config.dataDir);
      const silent = setTimeout(() => tell(server), SILENT_MS);
      const visiting = await this.#visit(server).finally(() => clearTimeout(silent));
      if (visiting && !this.#options.mustHold) return;
      // The engine prints an error if the folder is locked, so the gateway is asked first.
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

  #tellWait(server: PublishedGateway | null): void {
    if (this.#isRenewing) return;
    const { mustHold, onWait, onUnreachable } = this.#options;
    const { dataDir } = this.#config;
    // A file that a dead process left behind does not name the holder.
    const holder = server && isAlive(server.pid) ? server : null;
    if (mustHold) onWait?.(holder, dataDir);
    else
      onUnreachable?.(`${holderName(holder)} has the data folder ${dataDir}, and does not respond`);
  }

  /**
   * Connects again after a connection failed. Resolves with true if the call should be retried.
   * Only one renewal runs at a time; a caller whose connection was already replaced just tries
   * again. A stop signal does not end a renewal, because a process that stops still writes.
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
    // A renewal that continued could take the folder, which would then never be closed.
    await this.#renewal;
    await closeAll(this.#connections);
    if (!this.#held) return;
    withdrawGateway(this.#config.dataDir, process.pid);
    // Statements of analysts are ended at once, because they would keep the gateway open.
    await Promise.all([this.#held.gateway.close(), this.#held.analysts.close()]);
    await this.#held.engine.close();
    this.#held = undefined;
  }

  async #hold(): Promise<boolean> {
    const { dataDir, database, gatewayPort, analyst } = this.#config;
    // Loading the engine costs 150 MB of memory, which a process that uses a server does not need.
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
    // Writes in the lane `usage` (accounts and request logs) are not counted. The other lanes only
    // read, except `writer`.
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
    publishGateway(dataDir, {
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

  async #visit(server: PublishedGateway | null): Promise<boolean> {
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
          // Lists of ids are longer than a URL may be.
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
