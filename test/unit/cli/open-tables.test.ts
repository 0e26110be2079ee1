/** Which ranking tables a model uses. `test/e2e/own-model.test.ts` tests tables that the service builds. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  loadRankingTables,
  publishTables,
  readTables,
} from '../../../api/signals/ranking/relevance/tables.js';
import { openTables } from '../../../cli/ranking/open-tables.js';
import { bundledModel, packageRoot } from '../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../shared/platform/embedding/load-word-pieces.js';
import { createLogger } from '../../../shared/platform/process/logger.js';

const BUNDLED = bundledModel();
const SMALL = join(packageRoot(), 'test/fixtures/small-model');
const ORIGIN = { fingerprint: 'of-this', code: 'of-that' };

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'signals-tables-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function open(model: string, url?: string) {
  const server = url === undefined ? undefined : { url, model, apiKey: undefined, dimensions: 3 };
  return openTables(
    {
      config: { dataDir, embedding: { model, server } },
      wordPieces: loadBertWordPieces(model),
      logger: createLogger('silent'),
    },
    {
      defer() {
        throw new Error('something is built');
      },
    },
  );
}

describe('Ranking tables of a model', () => {
  it('are included for the bundled model, under any name', async () => {
    const bundled = await open(BUNDLED);
    expect(bundled.current()?.model).toBe('all-MiniLM-L6-v2');
    const copyName = 'another-name';
    const copy = join(dataDir, copyName);
    symlinkSync(BUNDLED, copy);
    const other = await open(copy);
    expect(other.isBuilding()).toBe(false);
    expect(isDeepStrictEqual(other.current(), { ...bundled.current(), model: copyName })).toBe(
      true,
    );
  });

  it('do not exist for a model of single letters or a model without local files', async () => {
    expect((await open(SMALL)).current()).toBeNull();
    expect((await open('some/model-of-a-hub')).current()).toBeNull();
  });

  it('are those of the bundled model for an embedding server', async () => {
    const tables = await open('all-MiniLM-L6-v2', 'http://127.0.0.1:1');
    expect(tables.current()?.model).toBe('all-MiniLM-L6-v2');
    expect(tables.isBuilding()).toBe(false);
  });
});

describe('Folder of ranking tables', () => {
  it('is published as a whole and not overwritten by a later process', () => {
    const folder = join(dataDir, 'tables');
    const tables = loadRankingTables();
    publishTables(folder, tables, ORIGIN);
    expect(isDeepStrictEqual(readTables(folder), tables)).toBe(true);
    const { ino } = statSync(join(folder, 'tables.bin'));
    publishTables(folder, { ...tables, model: 'later' }, ORIGIN);
    expect(statSync(join(folder, 'tables.bin')).ino).toBe(ino);
    expect(readTables(folder).model).toBe(tables.model);
    expect(readdirSync(dataDir)).toEqual(['tables']);
  });

  it('does not appear if its process is killed in the middle of a write', () => {
    const module = join(packageRoot(), 'api/signals/ranking/relevance/tables.ts');
    const script = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      import { loadRankingTables, publishTables } from ${JSON.stringify(module)};
      const write = fs.writeFileSync;
      const tables = loadRankingTables();
      fs.writeFileSync = (path, bytes) => {
        write(path, bytes.subarray(0, 1_000));
        process.kill(process.pid, 'SIGKILL');
      };
      syncBuiltinESMExports();
      publishTables(${JSON.stringify(join(dataDir, 'tables'))}, tables, {});`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { signal, pid, stderr } = spawnSync(process.execPath, args, { cwd: packageRoot() });
    expect(signal, String(stderr)).toBe('SIGKILL');
    expect(readdirSync(dataDir)).toEqual([`tables.${pid}`]);
    expect(statSync(join(dataDir, `tables.${pid}`, 'tables.bin')).size).toBe(1_000);
  });

  it('is rejected if its file is truncated', () => {
    const folder = join(dataDir, 'tables');
    publishTables(folder, loadRankingTables(), ORIGIN);
    truncateSync(join(folder, 'tables.bin'), 1_000_000);
    expect(() => readTables(folder)).toThrow('tables.bin');
  });
});
