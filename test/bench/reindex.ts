/**
 * Rebuilding the vector store: a whole reindex into a process that takes points as fast as it can (or into
 * `QDRANT_URL`), beside reading the same rows alone and beside sending the same points alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createQdrant, type Qdrant } from '../../shared/qdrant/client.js';
import { createClickHouseSignalVersions } from '../../shared/stores/clickhouse-signal-versions.js';
import { createClickHouseSignalWriter } from '../../shared/stores/clickhouse-signal-writer.js';
import { createQdrantVectorWriter } from '../../shared/stores/qdrant-vector-writer.js';
import { rebuildVectors } from '../../shared/vectors/rebuild-vectors.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const COMPANIES = 3_000;
const FILLED_AT_ONCE = 20_000;
const DIMENSION = 384;

export async function benchReindex(signals: number, print: (line: string) => void): Promise<void> {
  const service = await startTestService();
  const sink = await startSink();
  try {
    await fill(service, signals);
    const qdrant = createQdrant({ url: sink.url, apiKey: process.env.QDRANT_API_KEY });
    const used = process.cpuUsage();
    const seconds = await secondsOf(() => reindex(service, qdrant));
    const { user, system } = process.cpuUsage(used);
    const perPoint = Math.round((user + system) / signals);
    const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
    print(
      `reindex ${signals} signals  ${Math.round(signals / seconds)}/s (aim >= 4000), ${perPoint} µs of processor time each, ${memory} MB at most`,
    );
  } finally {
    sink.stop();
    await service.stop();
  }
}

async function reindex(service: TestService, qdrant: Qdrant): Promise<void> {
  await rebuildVectors({
    qdrant,
    settings: { alias: 'bench_reindex', model: 'fake', dimension: DIMENSION },
    versions: createClickHouseSignalVersions(service.clickhouse),
    signals: createClickHouseSignalWriter(service.clickhouse),
    writerOf: (name) => createQdrantVectorWriter(qdrant, { name, ready: async () => undefined }),
    onProgress: () => undefined,
  });
}

/** Ids are spread as those of real signals are: by a hash. */
export async function fill(service: TestService, signals: number): Promise<void> {
  for (let from = 0; from < signals; from += FILLED_AT_ONCE) {
    await service.clickhouse.command(
      `INSERT INTO signals (signal_id, signal_type, signal_subtype, type_key, subtype_key, detected_at,
         association, company_key, company_domain, embedding, version, summary, data, reference)
       SELECT toUUID(concat(substring(hash, 1, 8), '-', substring(hash, 9, 4), '-5', substring(hash, 14, 3),
           '-a', substring(hash, 18, 3), '-', substring(hash, 21, 12))),
         ['news', 'sec-8k', 'hiring-trends', '10k'][1 + number % 4] AS type,
         concat('s', toString(number % 12)) AS subtype, type, subtype,
         toDateTime64('2026-06-15 12:00:00', 3, 'UTC') - toInt64(rand(1) % 7776000), 'company',
         concat('company', toString(rand(2) % ${COMPANIES}), '.example') AS domain, domain,
         arrayMap(x -> toFloat32(x / 13.2), raw), number + 1, 'text', '{"summary":"text"}',
         '{"company":{},"contact":null}'
       FROM (
         SELECT number, lower(hex(MD5(toString(number)))) AS hash,
           arrayMap(i -> cityHash64(number, i) % 2000 / 1000 - 1, range(${DIMENSION})) AS raw
         FROM numbers({from:UInt32}, {count:UInt32}))`,
      { from, count: Math.min(FILLED_AT_ONCE, signals - from) },
    );
  }
}

async function startSink(): Promise<{ url: string; stop: () => void }> {
  if (process.env.QDRANT_URL) return { url: process.env.QDRANT_URL, stop: () => undefined };
  const child = fork(new URL('../fakes/point-sink.ts', import.meta.url));
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
