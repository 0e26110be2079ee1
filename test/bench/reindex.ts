/**
 * Measures a whole reindex into a process that accepts points as fast as it can (or into
 * `QDRANT_URL`), against reading the same rows alone and sending the same points alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DAY_MS } from '../../shared/domain/time.js';
import { createQdrant, type Qdrant } from '../../shared/platform/qdrant/client.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { EMBEDDING_BASE64 } from '../../shared/stores/signals/read-vectors.js';
import { createClickHouseSignalVersions } from '../../shared/stores/vector-sync/clickhouse-signal-versions.js';
import { rebuildVectors } from '../../shared/stores/vector-sync/rebuild-vectors.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import { startTestService, type TestService } from '../helpers/test-service.js';
import { DIMENSION, fillSignals } from './synthetic-rows.js';

const COMPANIES = 1_000;
const NOW_MS = Date.parse('2026-06-15T12:00:00.000Z');
/** Time span of the rows. */
const YEARS = 2;
const DAYS_AT_ONCE = 30;
const SENT_ALONE = 12_800;

export async function benchReindex(signals: number, print: (line: string) => void): Promise<void> {
  const service = await startTestService();
  const sink = await startSink();
  try {
    await fillSignals(service.clickhouse, { size: signals, companies: COMPANIES, nowMs: NOW_MS });
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

/** Reads the same rows without a reindex, some days of a type at a time. */
async function readAlone({ clickhouse }: TestService): Promise<void> {
  const types = await clickhouse.rows<{ type: string }>(
    'SELECT DISTINCT type_key AS type FROM signal_vectors',
  );
  for (const { type } of types) {
    for (let days = 0; days < YEARS * 365; days += DAYS_AT_ONCE) {
      const until = NOW_MS - days * DAY_MS;
      await clickhouse.rows(
        `SELECT signal_id, signal_type, signal_subtype, association, industry_keys, employee_count_low,
           employee_count_high, contact_key, contact_email, contact_network_url, company_key,
           detected_at, toString(version) AS row_version, ${EMBEDDING_BASE64} AS embedding
         FROM signal_vectors FINAL WHERE type_key = {type:String}
           AND detected_at > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
           AND detected_at <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')`,
        { type, from: until - DAYS_AT_ONCE * DAY_MS, until },
      );
    }
  }
}

/** Sends prepared points, two requests in flight. */
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
  await put('', JSON.stringify({ vectors: { size: DIMENSION, distance: 'Dot' } }));
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
