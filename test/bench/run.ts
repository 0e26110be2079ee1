/**
 * `npm run bench`: measures the raw rates of engine and model and those of the service, in one run
 * on one machine. Ratios count; absolute times depend on the machine. Arguments name the parts to
 * run: `npm run bench -- charging intent`. `--size 66k` measures reads at that many signals,
 * `--gate` compares a few of them with the committed baseline.
 */
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { bundledModel } from '../../shared/domain/package-root.js';
import { benchCharging } from './charging.js';
import { benchFairness } from './fairness.js';
import { benchIntent } from './intent.js';
import { benchKafka } from './kafka.js';
import { benchLoading } from './loading.js';
import { benchRanking } from './ranking.js';
import { benchReindex } from './reindex.js';
import { benchResolving } from './resolving.js';
import { benchSize, SIZES } from './size/by-size.js';
import { runGate } from './size/gate.js';

const SIGNALS = Number(process.env.BENCH_SIGNALS ?? 50_000);
/** Messages of the part `kafka`: more than one fetch of each partition. */
const CONSUMED = 12_000;
const MODEL = bundledModel();

async function main(): Promise<void> {
  const [cpu] = cpus();
  print(
    `machine: ${cpus().length} × ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  const parts: Record<string, () => Promise<void>> = {
    load: () => benchLoading(MODEL, print),
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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
