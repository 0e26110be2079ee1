/**
 * Implements `signals verify`: checks that the files of all tables match their checksums, and that
 * the tables of signals and the vector store are complete. The exit code is 1 if they are not.
 */
import type { Command } from 'commander';
import {
  type DamagedPart,
  findCorruptParts,
} from '../../shared/platform/clickhouse/schema/damaged-parts.js';
import { createQdrant } from '../../shared/platform/qdrant/client.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { createClickHouseSignalVersions } from '../../shared/stores/vector-sync/clickhouse-signal-versions.js';
import { type Comparison, compareStores } from '../../shared/stores/vector-sync/compare-stores.js';
import {
  compareTables,
  type TableComparison,
} from '../../shared/stores/vector-sync/compare-tables.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import { type Runtime, withRuntime } from '../compose/with-runtime.js';
import { printNotice, printResult, table } from '../terminal/output.js';
import { startProgress } from '../terminal/start-progress.js';

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check the files of all tables, and that stores have all current signals')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('verify', async (runtime) => {
        const result = await verify(runtime);
        printResult(options.json, result, () => table(rowsOf(result)));
        const remedies = remediesOf(result, runtime.config.qdrant !== undefined);
        for (const remedy of remedies) printNotice(`error: ${remedy}`);
        if (remedies.length > 0) process.exitCode = 1;
      });
    });
}

interface Result extends Comparison {
  tables: TableComparison[];
  /** The parts of tables whose files are damaged. */
  damaged: DamagedPart[];
}

async function verify({ config, clickhouse }: Runtime): Promise<Result> {
  const damaged = await readFiles(clickhouse, config.clickhouse.database);
  const versions = createClickHouseSignalVersions(clickhouse);
  const total = await versions.count();
  const work = config.qdrant ? 3 * total : total;
  const bar = startProgress('verify', work);
  try {
    const tables = await compareTables(clickhouse, {
      total,
      onProgress: (done) => bar.update(done, done),
    });
    if (!config.qdrant) return { ...inOneStore(tables), tables, damaged };
    // Do not create the collection: if it is missing, the comparison must say so.
    const target = { name: config.qdrant.collection, ready: async () => undefined };
    const vectors = createQdrantVectorWriter(createQdrant(config.qdrant), target);
    const signals = createClickHouseSignalWriter(clickhouse);
    const compared = await compareStores(
      { versions, signals, vectors },
      { repair: false, onProgress: (done) => bar.update(total + done, total + done) },
    );
    return { ...compared, tables, damaged };
  } finally {
    bar.stop();
  }
}

/** Reads the files of all tables, with a progress bar. Returns the damaged parts. */
async function readFiles(
  clickhouse: Runtime['clickhouse'],
  database: string,
): Promise<DamagedPart[]> {
  let bar: ReturnType<typeof startProgress> | undefined;
  try {
    return await findCorruptParts(clickhouse, database, ({ bytes, rows, totalBytes }) => {
      bar ??= startProgress('files', totalBytes);
      bar.update(bytes, rows);
    });
  } finally {
    bar?.stop();
  }
}

/**
 * The comparison if ClickHouse has the vectors. A search compares the version of each vector with
 * that of the signal, so it finds none that is superfluous or different.
 */
function inOneStore(tables: readonly TableComparison[]): Comparison {
  const {
    signals = 0,
    missing = 0,
    examples,
  } = tables.find(({ table }) => table === 'signal_vectors') ?? {};
  return {
    signals: signals + missing,
    vectors: signals,
    missing,
    extra: 0,
    different: 0,
    examples: { missing: examples?.missing ?? [], extra: [], different: [] },
  };
}

/** Says what differs and what to do; returns nothing if all is complete. */
function remediesOf(
  { tables, damaged, missing, extra, different }: Result,
  hasVectorStore: boolean,
): string[] {
  const remedies = damaged.map(
    ({ table, path }) =>
      `The files of ${table} are damaged (part ${path}). Stop all processes and restore a backup (deploy/README.md, "Damaged files").`,
  );
  const faulty = tables.filter((each) => each.missing + each.extra > 0);
  if (faulty.length > 0) {
    const names = faulty.map((each) => each.table).join(', ');
    remedies.push(
      `Not complete: ${names}. If events are being loaded, run verify again when that has ended. Otherwise restore a backup (deploy/README.md, "Backup and restore").`,
    );
  }
  if (hasVectorStore && missing + extra + different > 0) {
    remedies.push('Qdrant differs from ClickHouse. Run signals reindex.');
  }
  return remedies;
}

function rowsOf({ examples, tables, damaged, ...counts }: Result): string[][] {
  return [
    ['damaged parts', String(damaged.length)],
    ...Object.entries(counts).map(([name, count]) => [name, String(count)]),
    ...examples.missing.map((id) => ['missing', id]),
    ...examples.extra.map((id) => ['extra', id]),
    ...examples.different.map((id) => ['different', id]),
    ...tables.flatMap(({ table, missing, extra, examples }) => [
      [`missing in ${table}`, String(missing)],
      [`extra in ${table}`, String(extra)],
      ...examples.missing.map((id) => [`missing in ${table}`, id]),
      ...examples.extra.map((id) => [`extra in ${table}`, id]),
    ]),
  ];
}
