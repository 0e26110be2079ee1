/**
 * Opens the tables of ranking for the model of a process. Those of the bundled model come with the
 * package. For another model on this machine they are built once by a separate process, and kept in
 * the data folder. Until they exist, search compares only by meaning.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tablesOrigin } from '../../api/signals/ranking/build/origin.js';
import {
  BUNDLED_TABLES,
  hasTables,
  loadRankingTables,
  originOf,
  type RankingTables,
  readTables,
} from '../../api/signals/ranking/relevance/tables.js';
import { bundledModel } from '../../shared/domain/package-root.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { WordPieces } from '../../shared/domain/word-pieces.js';
import { modelFolder } from '../../shared/platform/embedding/model-files.js';
import type { Config } from '../../shared/platform/process/config.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { startBuilt } from '../../shared/platform/process/start-built.js';

/** What the process that builds the tables is given. */
export interface BuildSettings {
  /** Folder of the model, or its id on a hub. */
  model: string;
  /** The folder in which the tables appear. */
  folder: string;
}

/** What that process reports. */
export type BuildMessage =
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'built' }
  | { kind: 'failed'; message: string };

interface OpenTables {
  /** Returns the tables; `null` until they exist, and for models without tables. */
  current(): RankingTables | null;
  isBuilding(): boolean;
}

interface TablesDeps {
  config: Pick<Config, 'dataDir' | 'embedding'>;
  wordPieces: Pick<WordPieces, 'count'> | null;
  logger: Logger;
}

/** A smaller vocabulary consists of letters, whose meaning alone says nothing about a word. */
const MIN_VOCABULARY = 1_000;
/** A process without messages for so long hangs. The last steps of a large model take minutes. */
const MAX_SILENCE_MS = 3_600_000;

export async function openTables(
  { config, wordPieces, logger }: TablesDeps,
  stop: Pick<Stop, 'defer'>,
): Promise<OpenTables> {
  const { model, server } = config.embedding;
  // A server may have the bundled model as well: ranking compares the names of the models.
  if (server || model === bundledModel()) return withoutBuild(loadRankingTables());
  if (!wordPieces || wordPieces.count < MIN_VOCABULARY) {
    logger.info({ model: basename(model) }, 'ranking_without_tables');
    return withoutBuild(null);
  }
  const { fingerprint } = await tablesOrigin(modelFolder(model));
  if (fingerprint === originOf(BUNDLED_TABLES).fingerprint) {
    return withoutBuild({ ...loadRankingTables(), model: basename(model) });
  }
  const root = join(config.dataDir, 'ranking');
  const folder = join(root, fingerprint.slice(0, 32));
  const found = readTablesIn(folder, logger);
  return found ? withoutBuild(found) : startBuild({ model, folder }, root, logger, stop);
}

/** Returns tables that this process need not build. */
function withoutBuild(tables: RankingTables | null): OpenTables {
  return { current: () => tables, isBuilding: () => false };
}

/** Starts a process that builds the tables. */
function startBuild(
  settings: BuildSettings,
  root: string,
  logger: Logger,
  stop: Pick<Stop, 'defer'>,
): OpenTables {
  let tables: RankingTables | null = null;
  let isBuilding = true;
  let isStopped = false;
  const name = basename(settings.model);
  const end = (reason?: string): void => {
    if (!isBuilding || isStopped) return;
    isBuilding = false;
    // Even after a failure: another process may have built tables in the same folder.
    tables = readTablesIn(settings.folder, logger);
    if (tables) {
      removeOthers(root, settings.folder);
      logger.info({ model: name }, 'ranking_tables_built');
    } else logger.warn({ model: name, reason }, 'ranking_tables_not_built');
  };
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    end(String(error));
    return withoutBuild(null);
  }
  logger.info({ model: name }, 'ranking_tables_building');
  const child = startBuilt('ranking-builder', settings);
  const silence = setTimeout(() => child.kill('SIGKILL'), MAX_SILENCE_MS).unref();
  child.on('message', (message: BuildMessage) => {
    silence.refresh();
    if (message.kind === 'built') end();
    else if (message.kind === 'failed') end(message.message);
    else logger.info({ model: name, ...message }, 'ranking_tables_building');
    if (message.kind !== 'progress') child.disconnect();
  });
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => {
    clearTimeout(silence);
    end(`the process ended with ${signal ?? code}`);
  });
  stop.defer({
    name: 'ranking',
    async run() {
      isStopped = true;
      child.kill('SIGKILL');
    },
  });
  return { current: () => tables, isBuilding: () => isBuilding };
}

/** Reads the tables in a folder. If they cannot be read, removes them to be built again: `null`. */
function readTablesIn(folder: string, logger: Logger): RankingTables | null {
  if (!existsSync(folder)) return null;
  try {
    if (hasTables(folder)) return readTables(folder);
  } catch (error) {
    logger.warn({ err: error }, 'ranking_tables_unreadable');
  }
  rmSync(folder, { recursive: true, force: true });
  return null;
}

/** Removes tables of earlier models, texts and versions, and what killed processes have left. */
function removeOthers(root: string, folder: string): void {
  for (const name of readdirSync(root)) {
    const path = join(root, name);
    if (path !== folder) rmSync(path, { recursive: true, force: true });
  }
}
