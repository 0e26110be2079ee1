/**
 * Builds the ranking tables from the bundled model and the catalogue: `npm run build-ranking`. With
 * `--check` it only says whether they match today's model, texts and code.
 */
import { basename } from 'node:path';
import { buildTables } from '../../../api/signals/ranking/build/build-tables.js';
import { codeFingerprint, tablesOrigin } from '../../../api/signals/ranking/build/origin.js';
import {
  BUNDLED_TABLES,
  originOf,
  writeTables,
} from '../../../api/signals/ranking/relevance/tables.js';
import { bundledModel } from '../../../shared/domain/package-root.js';
import { loadModel } from '../../../shared/platform/embedding/load-model.js';
import { loadBertWordPieces } from '../../../shared/platform/embedding/load-word-pieces.js';
import { workerSettings } from '../../../shared/platform/embedding/model-files.js';

const SHOWN_EVERY = 1_000;
const folder = bundledModel();
const origin = await tablesOrigin(folder, await codeFingerprint());

if (process.argv.includes('--check')) {
  if (originOf(BUNDLED_TABLES).fingerprint !== origin.fingerprint) {
    process.stderr.write('seeds/ranking is out of date: run npm run build-ranking\n');
    process.exitCode = 1;
  }
} else {
  const wordPieces = loadBertWordPieces(folder);
  if (!wordPieces) throw new Error('the model has no word pieces');
  const model = await loadModel(workerSettings(folder));
  const tables = await buildTables(basename(folder), model, wordPieces, (done, of) => {
    if (done % SHOWN_EVERY === 0) process.stdout.write(`\r${done} of ${of} word pieces and texts`);
  });
  process.stdout.write('\n');
  writeTables(BUNDLED_TABLES, tables, origin);
}
