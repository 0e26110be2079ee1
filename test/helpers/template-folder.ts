/**
 * Creates a data folder with the whole schema once for a run of tests, which copy it instead of
 * migrating their own. Uses a separate process, which ends with its engine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { openDataFolder, SCHEMA_FOLDER } from './clickhouse-adapters.js';

/** The runner's `globalSetup`; returns the function that removes the folder at the end. */
export function setup(): (() => void) | undefined {
  if (process.env.MIGRATED_FOLDER) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'signals-template-'));
  execFileSync(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), folder]);
  process.env.MIGRATED_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

const [script, folder] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url) && folder) {
  const open = await openDataFolder(folder);
  await migrate(open.clickhouse, SCHEMA_FOLDER);
  await open.close();
}
