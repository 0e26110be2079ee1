/** Implements `signals reindex`: rebuilds the vector store from ClickHouse in a running service. */
import type { Command } from 'commander';
import { systemClock } from '../../shared/domain/ports/clock.js';
import { EMBEDDING_MODEL_FACT } from '../../shared/domain/ports/progress-store.js';
import { holdLease } from '../../shared/platform/process/lease.js';
import { createQdrant } from '../../shared/platform/qdrant/client.js';
import { createClickHouseProgressStore } from '../../shared/stores/ingest/clickhouse-progress-store.js';
import { createClickHouseLeaseStore } from '../../shared/stores/leases/clickhouse-lease-store.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { createClickHouseSignalVersions } from '../../shared/stores/vector-sync/clickhouse-signal-versions.js';
import { rebuildVectors } from '../../shared/stores/vector-sync/rebuild-vectors.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import { type Runtime, withRuntime } from '../compose/with-runtime.js';
import { counted, printNotice, printResult } from '../terminal/output.js';
import { startProgress } from '../terminal/start-progress.js';

/** Message if there is nothing to rebuild. */
const EMBEDDED_NOTE =
  'QDRANT_URL is not set. Vectors are stored in ClickHouse, so there is no second store.';

export function addReindexCommand(program: Command): void {
  program
    .command('reindex')
    .description('rebuild the vector store from ClickHouse; can be interrupted and run again')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('reindex', async (runtime) => {
        const reindexed = await reindex(runtime);
        printResult(
          options.json,
          { reindexed },
          () => `Reindexed ${counted(reindexed, 'signal')}.`,
        );
      });
    });
}

async function reindex(runtime: Runtime): Promise<number> {
  const { config, clickhouse, logger } = runtime;
  if (!config.qdrant) {
    printNotice(EMBEDDED_NOTE);
    return 0;
  }
  const storedModel = await createClickHouseProgressStore(clickhouse).fact(EMBEDDING_MODEL_FACT);
  if (storedModel === null) {
    printNotice('No data loaded yet. The first load will create the collection.');
    return 0;
  }
  const lease = await holdLease(createClickHouseLeaseStore(clickhouse), 'reindex', 'reindex', {
    clock: systemClock,
    logger,
  });
  const versions = createClickHouseSignalVersions(clickhouse);
  const qdrant = createQdrant(config.qdrant);
  const bar = startProgress('reindex', 2 * (await versions.count()));
  try {
    return await rebuildVectors({
      qdrant,
      settings: { alias: config.qdrant.collection, ...modelOf(storedModel) },
      versions,
      signals: createClickHouseSignalWriter(clickhouse),
      writerOf: (name) => createQdrantVectorWriter(qdrant, { name, ready: async () => undefined }),
      onProgress: (looked) => bar.update(looked, looked),
    });
  } finally {
    bar.stop();
    await lease.release();
  }
}

/** Splits the stored fact of ingest into the name and the dimension of the model. */
function modelOf(fact: string): { model: string; dimension: number } {
  const slash = fact.lastIndexOf('/');
  return { model: fact.slice(0, slash), dimension: Number(fact.slice(slash + 1)) };
}
