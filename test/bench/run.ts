/**
 * `npm run bench`: in one run on one machine, the raw rates of the engine and of the model, and what
 * the service makes of them. Ratios count; absolute times depend on the machine. Arguments name the parts
 * to run: `npm run bench -- charging intent`. `--size 66k` measures reads at that many signals, `--gate`
 * compares a few of them with the committed baseline.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadFile } from '../../ingest/load-file.js';
import { bundledModel } from '../../shared/domain/package-root.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { startTestService } from '../helpers/test-service.js';
import { benchCharging } from './charging.js';
import { benchFairness } from './fairness.js';
import { benchIntent } from './intent.js';
import { benchKafka } from './kafka.js';
import { benchRanking } from './ranking.js';
import { rawEmbeddingRate } from './raw-embedding.js';
import { benchReindex } from './reindex.js';
import { benchResolving } from './resolving.js';
import { roundEvents } from './rounds.js';
import { benchSize, SIZES } from './size/by-size.js';
import { runGate } from './size/gate.js';

const SIGNALS = Number(process.env.BENCH_SIGNALS ?? 50_000);
const EMBEDDED = 4_000;
/** More than one fetch of each partition. */
const CONSUMED = 12_000;
const MODEL = bundledModel();

async function main(): Promise<void> {
  const [cpu] = cpus();
  print(
    `machine: ${cpus().length} × ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  const parts: Record<string, () => Promise<void>> = {
    load: benchLoad,
    kafka: () => (process.env.KAFKA_BROKERS ? benchKafka(MODEL, CONSUMED, print) : noBroker()),
    charging: () => benchCharging(print),
    resolving: () => benchResolving(print),
    intent: () => benchIntent(print),
    ranking: () => benchRanking(MODEL, print),
    reindex: () => benchReindex(SIGNALS, print),
    fairness: () => benchFairness(print),
  };
  const { values, positionals: asked } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string' },
      gate: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  });
  if (values.gate) {
    if (!(await runGate(values.record, print))) process.exitCode = 1;
    return;
  }
  if (values.size !== undefined) {
    const size = SIZES[values.size];
    if (size === undefined) {
      throw new Error(`--size must be one of ${Object.keys(SIZES).join(', ')}`);
    }
    await benchSize(size, MODEL, print);
    return;
  }
  const unknown = asked.find((name) => !(name in parts));
  if (unknown)
    throw new Error(`there is no part ${unknown}; parts: ${Object.keys(parts).join(', ')}`);
  for (const [name, run] of Object.entries(parts)) {
    if (asked.length === 0 || asked.includes(name)) await run();
  }
}

async function noBroker(): Promise<void> {
  print('kafka: not measured, KAFKA_BROKERS is not set');
}

async function benchLoad(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signals-bench-'));
  const embedder = await createEmbedder({ model: MODEL, logger: createLogger('silent') });
  const service = await startTestService({ embedder });
  const load = async (name: string, events: readonly object[]): Promise<number> => {
    const path = join(folder, name);
    writeFileSync(path, events.map((event) => JSON.stringify(event)).join('\n'));
    const started = performance.now();
    const { tally } = await loadFile(service.ingest, path, {
      source: undefined,
      rejectedPath: join(folder, 'rejected'),
      batchEvents: 1_000,
    });
    return tally.signals / ((performance.now() - started) / 1_000);
  };
  await load('warm.ndjson', roundEvents('round', 100));
  const rate = await load('rounds.ndjson', roundEvents('bench', EMBEDDED));
  const texts = (
    await service.clickhouse.rows<{ summary: string }>(
      `SELECT summary FROM signals FINAL WHERE startsWith(event_id, 'bench-')`,
    )
  ).map(({ summary }) => summary);
  await embedder.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
  const raw = await rawEmbeddingRate(MODEL, texts);
  print(`raw embedding session  ${Math.round(raw)} texts/s`);
  print(
    `load                   ${Math.round(rate)} signals/s, ${(rate / raw).toFixed(2)} of raw (aim >= 0.8)`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
