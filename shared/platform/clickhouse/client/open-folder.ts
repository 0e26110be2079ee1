/**
 * Opens the data folder of the embedded ClickHouse. The process that gets the folder, its holder,
 * serves it to others on loopback. All others, its guests, use the holder's gateway. When the
 * holder ends, one of them takes over the folder and the rest follow it.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@clickhouse/client';
import { AppError, codeOf, NoRoomError } from '../../../domain/errors.js';
import type { ClickHouseConfig } from '../../process/config.js';
import { isAlive } from '../../process/process-ids.js';
import { type AnalystLane, createAnalystLane } from '../analysts/analyst-lane.js';
import type { Engine } from '../engine/engine.js';
import { byLane, type Lane } from '../engine/lanes.js';
import { WriteCount } from '../engine/write-count.js';
import { type Gateway, LANE_HEADER, startGateway } from '../gateway/gateway.js';
import { lockOpening } from '../gateway/opening-lock.js';
import {
  enginePath,
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
  QUIET,
} from './connection.js';
import { type Failure, failureOf } from './failures.js';
import type { OpenClickHouse, OpenOptions } from './open-options.js';
import { readForAnalyst } from './read-for-analyst.js';

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

type Connections = Record<Lane, Connection> & { analyst: AnalystConnection };

export async function openFolder(
  config: ClickHouseConfig,
  options: OpenOptions,
): Promise<OpenClickHouse> {
  const access = new FolderAccess(config, options);
  await access.connect(options.signal).catch((error: unknown) => {
    throw failureOf(error) === 'full' ? new NoRoomError(error) : error;
  });
  const recovery = {
    renew: (failed: Connection | AnalystConnection) => access.renew(failed),
    failureOf: failureInFolder,
  };
  return {
    clickhouse: createClickHouse({
      ...recovery,
      connection: (lane) => access.connections[lane],
      writes: () => access.writes,
    }),
    role: () => (access.isHolder ? 'holder' : 'guest'),
    readForAnalyst: (sql, format) =>
      readForAnalyst({ ...recovery, analyst: () => access.connections.analyst }, sql, format),
    close: () => access.close(),
  };
}

/** A password belongs to one holder: if it is wrong, another holder has the port by now. */
function failureInFolder(error: unknown): Failure {
  return codeOf(error) === WRONG_PASSWORD ? 'lost' : failureOf(error);
}

class FolderAccess {
  readonly #config: ClickHouseConfig;
  readonly #options: OpenOptions;
  #connections: Connections | undefined;
  #held:
    | { engine: Engine; analysts: AnalystLane; gateway: Gateway; writes: WriteCount }
    | undefined;
  #renewal: Promise<boolean> | undefined;
  #isClosed = false;
  /** True if the folder was open before. Then its users report that it is unavailable. */
  #wasOpen = false;

  constructor(config: ClickHouseConfig, options: OpenOptions) {
    this.#config = config;
    this.#options = options;
  }

  get connections(): Connections {
    if (!this.#connections) throw new AppError('unavailable', 'ClickHouse is not open');
    return this.#connections;
  }

  get isHolder(): boolean {
    return this.#held !== undefined;
  }

  /** As `ClickHouse.writes`; `null` in a guest, which does not know what others write. */
  get writes(): string | null {
    return this.#held?.writes.state ?? null;
  }

  async connect(signal?: AbortSignal): Promise<void> {
    const startedMs = Date.now();
    let reported: number | null | undefined;
    const reportOnce = (published: PublishedGateway | null) => {
      const pid = published?.pid ?? null;
      if (reported !== undefined && (pid === null || pid === reported)) return;
      reported = pid;
      this.#reportWait(published);
    };
    while (!signal?.aborted && !this.#isClosed) {
      const published = readPublishedGateway(this.#config.dataDir);
      const silence = setTimeout(() => reportOnce(published), SILENT_MS);
      const isGuest = await this.#becomeGuest(published).finally(() => clearTimeout(silence));
      if (isGuest && !this.#options.mustHold) return;
      // The engine prints an error if the folder is locked, so the gateway is asked first.
      if (!isGuest && (await this.#tryToHold(published))) return;
      const waitedMs = Date.now() - startedMs;
      if (this.#options.mustHold || waitedMs > SILENT_MS) reportOnce(published);
      if (!this.#options.mustHold && waitedMs > FIND_GATEWAY_MS) {
        const folder = `The data folder ${this.#config.dataDir}`;
        throw new AppError(
          'unavailable',
          `${folder} is in use by a process that does not respond, or cannot be reached from here: an older version, or in another container. Stop it, or run this command there.`,
        );
      }
      await sleep(POLL_MS);
    }
    throw new AppError('unavailable', 'Stopped while waiting for the data folder.');
  }

  #reportWait(published: PublishedGateway | null): void {
    if (this.#wasOpen) return;
    const { mustHold, onWait } = this.#options;
    const folder = `the data folder ${this.#config.dataDir}`;
    // A file that a dead process left behind does not name the holder.
    const holder =
      published && isAlive(published.pid)
        ? `signals ${published.command} (process ${published.pid})`
        : 'another process';
    onWait?.(
      mustHold
        ? `${holder} to release ${folder}. Let it end, or stop it.`
        : `ClickHouse: ${holder} has ${folder}, and does not respond`,
    );
  }

  /**
   * Connects again after a connection failed. Resolves with true if the call should be retried.
   * Only one renewal runs at a time; a caller whose connection was already replaced just tries
   * again. A stop signal does not end a renewal, because a process that stops still writes.
   */
  async renew(failed: Connection | AnalystConnection): Promise<boolean> {
    if (this.#isClosed) return false;
    if (!Object.values(this.connections).includes(failed)) return true;
    if (this.#held) return false;
    this.#wasOpen = true;
    this.#renewal ??= this.connect()
      .then(() => true)
      .catch(() => false)
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // A renewal that continued could take the folder, which would then never be closed.
    await this.#renewal;
    await closeAll(this.#connections);
    if (!this.#held) return;
    // Others wait with opening the folder until the engine has released it.
    const release = lockOpening(this.#config.dataDir);
    try {
      withdrawGateway(this.#config.dataDir, process.pid);
      // Statements of analysts are ended at once, because they would keep the gateway open.
      await Promise.all([this.#held.gateway.close(), this.#held.analysts.close()]);
      await this.#held.engine.close();
    } finally {
      release?.();
    }
    this.#held = undefined;
  }

  /** Resolves with false if another process holds or opens the folder. */
  async #tryToHold(before: PublishedGateway | null): Promise<boolean> {
    const release = lockOpening(this.#config.dataDir);
    if (!release) return false;
    try {
      // Meanwhile another process may have opened it. Then the next round asks its gateway.
      const { url, pid } = readPublishedGateway(this.#config.dataDir) ?? {};
      const isSame = url === before?.url && pid === before?.pid;
      return isSame && (await this.#becomeHolder());
    } finally {
      release();
    }
  }

  /** Resolves with false if another process holds the folder. */
  async #becomeHolder(): Promise<boolean> {
    const { dataDir, database, gatewayPort, analystPassword, analyst } = this.#config;
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
    const countedEngine = writes.wrap(engine);
    const gateway = await startGateway(
      { engine: countedEngine, analysts },
      { port: gatewayPort, analystPassword },
    ).catch(async (error: unknown) => {
      await engine.close();
      throw error;
    });
    const { command } = this.#options;
    publishGateway(dataDir, { ...gateway.address, pid: process.pid, command });
    await closeAll(this.#connections);
    this.#held = { engine, analysts, gateway, writes };
    this.#connections = {
      ...byLane((lane) => engineConnection(lane === 'writer' ? countedEngine : engine, lane)),
      analyst: analystConnection(analysts),
    };
    return true;
  }

  /** Resolves with false if no gateway is published, or it does not accept this process. */
  async #becomeGuest(published: PublishedGateway | null): Promise<boolean> {
    if (!published) return false;
    const { database, analyst } = this.#config;
    const connect = (
      { user, password }: { user: string; password: string },
      more: { request_timeout: number; http_headers?: Record<string, string> },
    ) =>
      httpConnection(
        createClient({
          url: published.url,
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
        connect(published.service, {
          request_timeout: GUEST_TIMEOUT_MS,
          http_headers: { [LANE_HEADER]: lane },
        }),
      ),
      analyst: connect(published.analyst, {
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
