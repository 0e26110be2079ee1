/** Checks Qdrant, Redis and Kafka, if configured: whether they answer, and their settings. */
import { reasonOf } from '../../shared/domain/errors.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { isOlder } from '../../shared/domain/release.js';
import { describeTopics } from '../../shared/platform/kafka/describe-topics.js';
import { kafkaFault } from '../../shared/platform/kafka/explain-error.js';
import type { Config, KafkaConfig, QdrantConfig } from '../../shared/platform/process/config.js';
import { createQdrant } from '../../shared/platform/qdrant/client.js';
import { readRedisInfo } from '../../shared/platform/redis/read-redis-info.js';
import { OLDEST_QDRANT } from '../../shared/stores/vectors/qdrant-collection.js';
import { counted } from '../terminal/output.js';
import { clockFinding } from './check-clock.js';
import { topicFindings } from './check-topics.js';
import { type Check, type Finding, ok, problem, upgradeMessage, warning } from './checks.js';

const OLDEST_REDIS = { major: 6, minor: 2 };

export function serviceChecks({ qdrant, redisUrl, kafka }: Config, logger: Logger): Check[] {
  return [
    {
      name: 'Qdrant',
      run: async () => (qdrant ? checkQdrant(qdrant) : ok('not used: vectors are in ClickHouse')),
    },
    {
      name: 'Redis',
      run: async () =>
        redisUrl === undefined ? ok('not used: one API process') : checkRedis(redisUrl),
    },
    {
      name: 'Kafka',
      run: async () => (kafka ? checkKafka(kafka, logger) : ok('not used: events come from files')),
    },
  ];
}

async function checkQdrant(settings: QdrantConfig): Promise<Finding> {
  const place = new URL(settings.url).origin;
  const qdrant = createQdrant(settings, QUICK);
  let version: string;
  try {
    version = (await qdrant.read((client) => client.versionInfo())).version;
  } catch (error) {
    const remedy = 'Check QDRANT_URL and QDRANT_API_KEY, and that the server runs.';
    return problem(`${place}: ${reasonOf(error)}. ${remedy}`);
  }
  const text = `${version} at ${place}`;
  if (isOlder(version, OLDEST_QDRANT)) return problem(upgradeMessage(text, OLDEST_QDRANT));
  const { collections } = await qdrant.read((client) => client.getCollections());
  const { aliases } = await qdrant.read((client) => client.getAliases());
  const { collection } = settings;
  if (!aliases.some(({ alias_name }) => alias_name === collection)) {
    return collections.some((each) => each.name === collection)
      ? problem(
          `${text}: ${collection} is a collection, but must be an alias. Set QDRANT_COLLECTION to another name.`,
        )
      : warning(
          `${text}: there is no collection ${collection} yet. It is created at the start of the service; if signals are stored already, run signals reindex.`,
        );
  }
  const info = await qdrant.read((client) => client.getCollection(collection));
  if (info.status === 'red')
    return problem(`${text}: the collection reports an error. See the log of Qdrant.`);
  return ok(`${text}, ${counted(info.points_count ?? 0, 'vector')}`);
}

const QUICK = {
  read: { timeoutMs: 4_000, attempts: 1, pauseMs: 1 },
  write: { timeoutMs: 4_000, attempts: 1, pauseMs: 1 },
};

async function checkRedis(url: string): Promise<Finding | Finding[]> {
  const place = new URL(url).host;
  const askedMs = Date.now();
  try {
    const info = await readRedisInfo(url);
    // The server read its clock at some time between question and answer.
    const nowMs = (askedMs + Date.now()) / 2;
    const clock = clockFinding('Redis', Number(info.get('time_ms')) - nowMs);
    return [...redisFindings(place, info), clock];
  } catch (error) {
    const remedy = 'Check REDIS_URL, and that the server runs.';
    return problem(`${place}: ${reasonOf(error)}. ${remedy}`);
  }
}

/** Returns what the fields of Redis's `INFO` mean for the service. */
export function redisFindings(place: string, info: ReadonlyMap<string, string>): Finding[] {
  const version = info.get('redis_version') ?? 'unknown';
  const text = `${version} at ${place}`;
  const findings: Finding[] = [];
  if (isOlder(version, OLDEST_REDIS)) findings.push(problem(upgradeMessage(text, OLDEST_REDIS)));
  const policy = info.get('maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction') {
    const remedy = 'it may drop charges. Set maxmemory-policy to noeviction.';
    findings.push(problem(`${text}: maxmemory-policy is ${policy}, so ${remedy}`));
  }
  if (info.get('redis_mode') === 'cluster') {
    findings.push(problem(`${text}: it is a cluster. Use a single server.`));
  }
  if (info.get('aof_enabled') === '0') {
    const loss = 'a restart of Redis loses charges that ClickHouse does not have yet';
    findings.push(warning(`${text}: appendonly is off, so ${loss}. Set appendonly to yes.`));
  }
  return findings.length > 0 ? findings : [ok(`${text}, noeviction, appendonly`)];
}

async function checkKafka(settings: KafkaConfig, logger: Logger): Promise<Finding | Finding[]> {
  const { brokers, topic, rejectedTopic, groupId } = settings;
  const place = brokers.join(', ');
  try {
    const topics = await describeTopics(settings, [topic, rejectedTopic], logger);
    return topics.flatMap((each) =>
      topicFindings(place, each, each.topic === topic ? groupId : null),
    );
  } catch (error) {
    return problem(`${place}: ${kafkaFault(error, settings)}`);
  }
}
