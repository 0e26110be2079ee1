/** Implements `signals status`: shows where the data is, its counts, and how to connect to it. */
import type { Command } from 'commander';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { AppError } from '../../shared/domain/errors.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { EMBEDDING_MODEL_FACT } from '../../shared/domain/ports/progress-store.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { createQdrant } from '../../shared/platform/qdrant/client.js';
import { openRedis } from '../../shared/platform/redis/open-redis.js';
import { createClickHouseProgressStore } from '../../shared/stores/ingest/clickhouse-progress-store.js';
import { CHARGES_STREAM, LOGS_STREAM } from '../../shared/stores/redis/redis-keys.js';
import { STREAM_LENGTHS } from '../../shared/stores/redis/stream-scripts.js';
import { type Runtime, withRuntime } from '../compose/with-runtime.js';
import { counted, printResult, table } from '../terminal/output.js';

const KAFKA_MS = 8_000;

export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('show health, counts, lag, versions, and how to connect a SQL client')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('status', async (runtime) => {
        const status = await readStatus(runtime);
        printResult(options.json, status, () => table(rowsOf(status)));
      });
    });
}

async function readStatus({ clickhouse, config, logger, connection }: Runtime) {
  const started = performance.now();
  const [counts, versions, model, qdrant, redis, kafka] = await Promise.all([
    clickhouse.rows<Record<string, number>>(COUNTS),
    clickhouse.rows<{ version: string; migrations: number }>(VERSIONS),
    createClickHouseProgressStore(clickhouse).fact(EMBEDDING_MODEL_FACT),
    qdrantState(config.qdrant),
    config.redisUrl === undefined ? null : redisState(config.redisUrl, logger),
    kafkaState(config.kafka),
  ]);
  const role = connection.role();
  const server = role === 'server' ? null : readPublishedGateway(config.dataDir);
  const url = server?.url ?? config.clickhouse.url;
  const isDegraded = [qdrant, redis, kafka].some((store) => store?.status === 'unavailable');
  return {
    status: isDegraded ? 'degraded' : 'ok',
    data_dir: config.dataDir,
    clickhouse: {
      role,
      url: url === undefined ? null : new URL(url).origin,
      served_by: server ? { pid: server.pid, command: server.command } : null,
      analyst: server ? server.analyst : null,
      version: versions[0]?.version ?? null,
      latency_ms: Math.round(performance.now() - started),
    },
    qdrant,
    redis,
    kafka,
    counts: counts[0] ?? {},
    embedding_model: model,
    migrations: versions[0]?.migrations ?? 0,
    versions: { node: process.version },
  };
}

function rowsOf(status: Awaited<ReturnType<typeof readStatus>>): string[][] {
  const { clickhouse, qdrant, redis, kafka } = status;
  const { analyst } = clickhouse;
  return [
    ['status', status.status],
    ['data folder', status.data_dir],
    ['ClickHouse', `${clickhouse.version} at ${clickhouse.url ?? '(embedded)'}`],
    ['Qdrant', qdrant ? `${qdrant.status} at ${qdrant.url}` : '— (vectors in ClickHouse)'],
    ['analyst', analyst ? `${analyst.user} / ${analyst.password}` : '—'],
    ['Redis', redis ? redisText(redis) : 'not used (REDIS_URL is not set)'],
    ['Kafka', kafka ? kafkaText(kafka) : 'not used (KAFKA_BROKERS is not set)'],
    ...Object.entries(status.counts).map(([name, value]) => [name, String(value)]),
    ['embedding model', status.embedding_model ?? 'none yet'],
    ['Node.js', status.versions.node],
  ];
}

/** Returns the collection's state, or why it cannot be read; `null` without Qdrant. */
async function qdrantState(settings: Runtime['config']['qdrant']) {
  if (!settings) return null;
  const place = { url: new URL(settings.url).origin, collection: settings.collection };
  try {
    const qdrant = createQdrant(settings);
    const info = await qdrant.read((client) => client.getCollection(settings.collection));
    return { ...place, status: info.status, points: info.points_count ?? 0, reason: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...place, status: 'unavailable', points: null, reason: error.message };
  }
}

/** Returns the state of Redis. Rows that wait are on their way to ClickHouse. */
async function redisState(url: string, logger: Logger) {
  const redis = await openRedis(url, logger);
  try {
    const [charges, logs] = await redis.run(STREAM_LENGTHS, [CHARGES_STREAM, LOGS_STREAM]);
    const waiting = { charges: Number(charges), logs: Number(logs) };
    return { address: redis.address, status: 'ok', waiting };
  } catch {
    return { address: redis.address, status: 'unavailable', waiting: null };
  } finally {
    await redis.close();
  }
}

function redisText({ status, address, waiting }: Awaited<ReturnType<typeof redisState>>): string {
  if (!waiting) return `${status} at ${address}`;
  const { charges, logs } = waiting;
  return `${status} at ${address}, waiting for ClickHouse: ${counted(charges, 'charge')}, ${counted(logs, 'log row')}`;
}

/** Returns how many messages of the topic ingest has not read, or why that is not known. */
async function kafkaState(settings: Runtime['config']['kafka']) {
  if (!settings) return null;
  const { brokers, topic } = settings;
  const state = (status: 'ok' | 'unavailable', unread: number | null, reason: string | null) => {
    return { brokers, topic, status, unread, reason };
  };
  // Imported only if it is used, because the Kafka client takes long to load.
  const { describeTopics } = await import('../../shared/platform/kafka/describe-topics.js');
  const { kafkaFault } = await import('../../shared/platform/kafka/explain-error.js');
  const describing = describeTopics(settings, [topic], createLogger('silent'));
  try {
    const answer = await withTimeout(KAFKA_MS, describing);
    if (answer === 'late') return state('unavailable', null, `no answer in ${KAFKA_MS / 1_000} s`);
    const described = answer[0];
    if (!described || described.partitions === null) {
      return state('ok', null, 'the topic does not exist yet');
    }
    const { unread } = described;
    const unknown = `the group ${settings.groupId} cannot be read`;
    return state('ok', unread, unread === null ? unknown : null);
  } catch (error) {
    return state('unavailable', null, kafkaFault(error, settings));
  }
}

function kafkaText(kafka: NonNullable<Awaited<ReturnType<typeof kafkaState>>>): string {
  const { brokers, topic, status, unread, reason } = kafka;
  const place = `${topic} at ${brokers.join(', ')}`;
  if (status !== 'ok') return `${status}: ${place} (${reason})`;
  return `${place}, ${reason ?? `messages not ingested yet: ${unread}`}`;
}

const COUNTS = `SELECT
  (SELECT count() FROM signals_by_time FINAL) AS signals,
  (SELECT count() FROM companies FINAL) AS companies,
  (SELECT count() FROM contacts FINAL) AS contacts,
  (SELECT count() FROM events FINAL) AS events,
  (SELECT count() FROM accounts FINAL WHERE deleted_at IS NULL) AS accounts,
  (SELECT count() FROM file_progress FINAL WHERE ended = 0) AS unfinished_files`;

const VERSIONS = `SELECT version() AS version,
  (SELECT count() FROM schema_migrations FINAL) AS migrations`;
