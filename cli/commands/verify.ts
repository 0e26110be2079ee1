/** Implements `signals verify`: checks that the vector store holds just what ClickHouse holds. */
import type { Command } from 'commander';
import { createQdrant } from '../../shared/platform/qdrant/client.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { createClickHouseSignalVersions } from '../../shared/stores/vector-sync/clickhouse-signal-versions.js';
import { type Comparison, compareStores } from '../../shared/stores/vector-sync/compare-stores.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import { type Runtime, withRuntime } from '../compose/with-runtime.js';
import { printNotice, printResult, table } from '../terminal/output.js';
import { startProgress } from '../terminal/start-progress.js';

/** Message of `verify` and `reindex` if there is nothing to compare. */
export const EMBEDDED_NOTE =
  'QDRANT_URL is not set. Vectors are stored in ClickHouse, so there is no second store.';

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('compare the signals in ClickHouse with the vector store, by id and version')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('verify', async (runtime) => {
        const result = await verify(runtime);
        printResult(options.json, result, () => table(rowsOf(result)));
      });
    });
}

const NOTHING_DIFFERS = {
  missing: 0,
  extra: 0,
  different: 0,
  examples: { missing: [], extra: [], different: [] },
};

async function verify({ config, clickhouse }: Runtime): Promise<Comparison> {
  const versions = createClickHouseSignalVersions(clickhouse);
  if (!config.qdrant) {
    printNotice(EMBEDDED_NOTE);
    const signals = await versions.countLive();
    return { ...NOTHING_DIFFERS, signals, vectors: signals };
  }
  // Do not create the collection: if it is missing, the comparison must say so.
  const target = { name: config.qdrant.collection, ready: async () => undefined };
  const vectors = createQdrantVectorWriter(createQdrant(config.qdrant), target);
  const signals = createClickHouseSignalWriter(clickhouse);
  const bar = startProgress('verify', 2 * (await versions.count()));
  try {
    return await compareStores(
      { versions, signals, vectors },
      { repair: false, onProgress: (looked) => bar.update(looked, looked) },
    );
  } finally {
    bar.stop();
  }
}

function rowsOf({ examples, ...counts }: Comparison): string[][] {
  return [
    ...Object.entries(counts).map(([name, count]) => [name, String(count)]),
    ...examples.missing.map((id) => ['missing', id]),
    ...examples.extra.map((id) => ['extra', id]),
    ...examples.different.map((id) => ['different', id]),
  ];
}
