/**
 * Opens the tables of another engine's folder read-only, with an engine in a folder of its own.
 * Definitions are copied; data is read where it is. ClickHouse reads the list of a folder's parts
 * only once, so a table whose folder has changed is attached again before it is read.
 */
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Session } from 'chdb';
import { endOnCrash } from '../engine/crash-signals.js';
import { readOnlyDisk, writeConfig } from '../engine/engine-config.js';
import { identifier } from '../engine/engine-statements.js';
import { metadataFolder, settledVersion, waitUntilSettled } from './folder-versions.js';
import type { WorkerSettings } from './messages.js';

export type ReadOnlyTables = Awaited<ReturnType<typeof openReadOnlyTables>>;

interface Definition {
  sql: string;
  /** Folder of the table's parts; views have none. */
  dataFolder: string | undefined;
  /** Version of `dataFolder` when the table was attached; `undefined` if it was changing then. */
  dataVersion: bigint | undefined;
}

/** `displayName()` would return the name of the host. */
const DISPLAY_NAME = '<display_name>signals</display_name>';
const SQL_FILE = /^([A-Za-z_]\w*)\.sql$/;

/** `folder` is that of the engine which reads the tables. */
type TablesOptions = Pick<WorkerSettings, 'source' | 'folder' | 'database'>;

export async function openReadOnlyTables(options: TablesOptions) {
  const { source, folder, database } = options;
  await waitUntilSettled(metadataFolder(source, database));
  const definitions = copyDefinitions(options);
  const config = writeConfig(folder, database, {
    server: `${DISPLAY_NAME}${readOnlyDisk(source)}`,
  });
  const openSession = () => new Session(folder, { connectionArgs: [`--config-file=${config}`] });
  const control = openSession();
  endOnCrash();
  return {
    openSession,
    /** A session with all rights of the process's engine, which cannot write to the tables. */
    control,
    /** Updates the tables that `text` may read to what is stored now. */
    refresh(text: string): void {
      for (const name of tablesReadBy(text, definitions)) {
        const definition = definitions.get(name);
        if (!definition?.dataFolder) continue;
        const dataVersion = settledVersion(definition.dataFolder);
        if (dataVersion !== undefined && dataVersion === definition.dataVersion) continue;
        const table = `${identifier(database)}.${identifier(name)}`;
        control.query(`DETACH TABLE ${table}`);
        control.query(`ATTACH TABLE ${table}`);
        definition.dataVersion = dataVersion;
      }
    },
  };
}

/** Copies the definitions into `folder`, in the layout of an engine. */
function copyDefinitions({ source, folder, database }: TablesOptions): Map<string, Definition> {
  const metadata = metadataFolder(source, database);
  // An engine keeps the definitions elsewhere in its folder, behind a link.
  const target = join(folder, relative(realpathSync(source), realpathSync(metadata)));
  const link = metadataFolder(folder, database);
  mkdirSync(target, { recursive: true });
  mkdirSync(dirname(link), { recursive: true });
  copyFileSync(`${metadata}.sql`, `${link}.sql`);
  symlinkSync(relative(dirname(link), target), link);
  const definitions = new Map<string, Definition>();
  for (const file of readdirSync(metadata)) {
    const name = SQL_FILE.exec(file)?.[1];
    if (!name) continue;
    const sql = readFileSync(join(metadata, file), 'utf8');
    writeFileSync(join(link, file), sql);
    const uuid = /^ATTACH TABLE \S+ UUID '([0-9a-f-]{36})'/.exec(sql)?.[1];
    const dataFolder = uuid ? join(source, 'store', uuid.slice(0, 3), uuid) : undefined;
    const dataVersion = dataFolder ? settledVersion(dataFolder) : undefined;
    definitions.set(name, { sql, dataFolder, dataVersion });
  }
  return definitions;
}

/**
 * Returns the tables that `text` may read: those whose names occur in it, or in the definition of a
 * view whose name occurs in it.
 */
function tablesReadBy(
  text: string,
  definitions: ReadonlyMap<string, Definition>,
): Iterable<string> {
  if (/system|information_schema/i.test(text)) return definitions.keys();
  const tables = new Set<string>();
  const texts = [text];
  for (let next = texts.pop(); next !== undefined; next = texts.pop()) {
    for (const [name, { sql, dataFolder }] of definitions) {
      if (tables.has(name) || !next.includes(name)) continue;
      tables.add(name);
      if (!dataFolder) texts.push(sql);
    }
  }
  return tables;
}
