/**
 * Rebuilding the vector store: a whole reindex into a process that takes points as fast as it can (or into
 * `QDRANT_URL`), beside reading the same rows alone and beside sending the same points alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createQdrant, type Qdrant } from '../../shared/platform/qdrant/client.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { EMBEDDING_BASE64 } from '../../shared/stores/signals/embedding-sql.js';
import { createClickHouseSignalVersions } from '../../shared/stores/vector-sync/clickhouse-signal-versions.js';
import { rebuildVectors } from '../../shared/stores/vector-sync/rebuild-vectors.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const COMPANIES = 1_000;
const FILLED_AT_ONCE = 20_000;
const DIMENSION = 384;
const SENT_ALONE = 12_800;

export async function benchReindex(signals: number, print: (line: string) => void): Promise<void> {
  const service = await startTestService();
  const sink = await startSink();
  try {
    await fill(service, signals);
    const qdrant = createQdrant({ url: sink.url, apiKey: process.env.QDRANT_API_KEY });
    const reading = signals / (await secondsOf(() => readAlone(service)));
    const sending = SENT_ALONE / (await secondsOf(() => sendAlone(sink.url)));
    const used = process.cpuUsage();
    const whole = signals / (await secondsOf(() => reindex(service, qdrant)));
    const { user, system } = process.cpuUsage(used);
    const micros = Math.round((user + system) / signals);
    const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
    const rates = [reading, sending].map(Math.round);
    print(
      `reindex ${signals} signals  ${Math.round(whole)}/s (aim >= 4000), ${micros} µs of processor time each; their rows alone are read at ${rates[0]}/s, points alone taken at ${rates[1]}/s; ${memory} MB at most`,
    );
  } finally {
    sink.stop();
    await service.stop();
  }
}

/** The same rows by hand, some companies at a time. */
async function readAlone({ clickhouse }: TestService): Promise<void> {
  for (let from = 0; from < COMPANIES; from += 10) {
    const [low, high] = [from, from + 10].map((each) => `company${String(each).padStart(3, '0')}`);
    await clickhouse.rows(
      `SELECT signal_id, signal_type, signal_subtype, association, industries, employee_count_low,
         employee_count_high, contact_key, contact_email, contact_network_url, company_key,
         detected_at, toString(version) AS row_version, ${EMBEDDING_BASE64} AS embedding
       FROM signals FINAL WHERE company_key >= {low:String} AND company_key < {high:String}`,
      { low, high: from + 10 === COMPANIES ? 'd' : high },
    );
  }
}

/** Points as text that was made before, two requests in flight. */
async function sendAlone(url: string): Promise<void> {
  const vector = Array.from({ length: DIMENSION }, (_, at) => (at * 7_919_797) % 100_000_000);
  const points = Array.from({ length: 128 }, (_, at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    vector,
    payload: { type: 'news', version_time: 1, version_hash: 1, version_written: 1 },
  }));
  const body = JSON.stringify({ points });
  const name = 'bench_sending';
  const put = (path: string, text: string) =>
    fetch(`${url}/collections/${name}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: text,
    }).then((response) => response.text());
  await put('', JSON.stringify({ vectors: { size: DIMENSION, distance: 'Cosine' } }));
  const requests = Array.from({ length: SENT_ALONE / 128 }).values();
  await Promise.all(
    [1, 2].map(async () => {
      for (const _ of requests) await put('/points?wait=true', body);
    }),
  );
  await fetch(`${url}/collections/${name}`, { method: 'DELETE' });
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
async function fill(service: TestService, signals: number): Promise<void> {
  for (let from = 0; from < signals; from += FILLED_AT_ONCE) {
    await service.clickhouse.command(
      `INSERT INTO signals (signal_id, signal_type, signal_subtype, type_key, subtype_key, detected_at,
         association, company_key, company_domain, embedding, version, summary, data, reference)
       SELECT toUUID(concat(substring(hash, 1, 8), '-', substring(hash, 9, 4), '-5', substring(hash, 14, 3),
           '-a', substring(hash, 18, 3), '-', substring(hash, 21, 12))),
         ['news', 'sec-8k', 'hiring-trends', '10k'][1 + number % 4] AS type,
         concat('s', toString(number % 12)) AS subtype, type, subtype,
         toDateTime64('2026-06-15 12:00:00', 3, 'UTC') - toInt64(rand(1) % 7776000), 'company',
         concat('company', leftPad(toString(rand(2) % ${COMPANIES}), 3, '0'), '.example') AS domain, domain,
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
