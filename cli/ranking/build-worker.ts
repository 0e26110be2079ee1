/**
 * The process that builds the tables of ranking for a model of the user. It takes minutes of
 * processor time at the lowest priority, and ends with the process that started it. The tables
 * appear only when they are complete.
 */
import { basename } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { buildTables, type TableModel } from '../../api/signals/ranking/build/build-tables.js';
import { tablesOrigin } from '../../api/signals/ranking/build/origin.js';
import { publishTables } from '../../api/signals/ranking/relevance/tables.js';
import { loadModel } from '../../shared/platform/embedding/load-model.js';
import { openWordPieces } from '../../shared/platform/embedding/load-word-pieces.js';
import { modelFolder, workerSettings } from '../../shared/platform/embedding/model-files.js';
import { LOWEST_PRIORITY, lowerPriority } from '../../shared/platform/process/lower-priority.js';
import type { BuildMessage, BuildSettings } from './open-tables.js';

/** Milliseconds between two messages about progress. */
const PROGRESS_MS = 5_000;

const send = (message: BuildMessage): void => {
  process.send?.(message, () => undefined);
};

async function build({ model, folder }: BuildSettings): Promise<void> {
  const wordPieces = await openWordPieces(model);
  if (!wordPieces) throw new Error('the model has no word pieces');
  const origin = await tablesOrigin(modelFolder(model));
  const loaded = await loadModel(workerSettings(model));
  // A run of the model blocks the event loop, so this process would not notice that its service
  // ended.
  const yieldingModel: TableModel = {
    dimension: loaded.dimension,
    async embed(texts) {
      await letOthersRun();
      return loaded.embed(texts);
    },
    async pieceStates(pieces) {
      await letOthersRun();
      return loaded.pieceStates(pieces);
    },
  };
  let lastSentMs = performance.now();
  const tables = await buildTables(basename(model), yieldingModel, wordPieces, (done, of) => {
    if (performance.now() - lastSentMs < PROGRESS_MS) return;
    lastSentMs = performance.now();
    send({ kind: 'progress', done, of });
  });
  // The last computations take seconds, in which the service may have ended.
  await letOthersRun();
  if (process.connected === false) return;
  publishTables(folder, tables, origin);
}

// Process signals are ignored: the service that started this process ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
// The service may have ended while this process was loaded.
if (process.connected === false) process.exit();
lowerPriority(LOWEST_PRIORITY);
try {
  await build(JSON.parse(process.argv[2] ?? ''));
  send({ kind: 'built' });
} catch (error) {
  send({ kind: 'failed', message: String(error) });
}
