/**
 * Reads the whole configuration from the environment, by `schemas/environment.json`. All errors are
 * reported at once, an unknown `SIGNALS_*` name as a warning. Other files get narrow objects.
 */
import { basename, isAbsolute, join, resolve } from 'node:path';
import { MAX_PRICE, PRICED_OPERATIONS } from '../../domain/billing/prices.js';
import { hostInUrl } from '../../domain/host-in-url.js';
import { isObject } from '../../domain/is-object.js';
import { packageRoot, productFeeds } from '../../domain/package-root.js';
import { parseJson } from '../../domain/parse-json.js';
import { schemaNamed } from '../../domain/schemas/schemas.js';
import type { Environment } from '../../domain/schemas/types.generated.js';
import { environmentValidator } from '../../domain/schemas/validators.js';
import { splitLogin } from '../../domain/url-login.js';
import { configFaults, describeSchemaFault, settingsWithoutEffect } from './config-faults.js';

export type Config = ReturnType<typeof configOf>;

export type ClickHouseConfig = Config['clickhouse'];
export type AnalystLimits = ClickHouseConfig['analyst'];
export type EmbeddingConfig = Config['embedding'];
export type EmbeddingServerConfig = NonNullable<EmbeddingConfig['server']>;
export type QdrantConfig = NonNullable<Config['qdrant']>;
export type KafkaConfig = NonNullable<Config['kafka']>;

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Throws `ConfigError` with all errors. `warn` is called for each name that has no effect. */
export function readConfig(
  variables: NodeJS.ProcessEnv,
  warn: (message: string) => void = () => undefined,
): Config {
  // A variable that is set to nothing counts as unset, as in a shell.
  const nonEmpty = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const name of unknownNames(nonEmpty)) warn(`${name} is not a known setting.`);
  for (const message of settingsWithoutEffect(nonEmpty)) warn(message);
  const faults: string[] = [];
  const validate = environmentValidator();
  const environment: Record<string, unknown> = { ...nonEmpty };
  if (!validate(environment)) {
    faults.push(...new Set((validate.errors ?? []).map(describeSchemaFault)));
  }
  // Even if the schema finds faults, strings are strings and the defaults are set.
  const typed = environment as unknown as Environment;
  faults.push(...configFaults(typed, nonEmpty));
  const prices = readPrices(nonEmpty.SIGNALS_PRICES, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  return configOf(typed, prices);
}

function configOf(environment: Environment, prices: Record<string, number>) {
  const dataDir = resolve(environment.SIGNALS_DATA_DIR);
  return {
    http: {
      host: environment.HOST,
      port: environment.PORT,
      trustProxy: environment.TRUST_PROXY,
    },
    dataDir,
    spoolDir: resolve(environment.SIGNALS_SPOOL_DIR ?? join(dataDir, 'spool')),
    spoolRetentionDays: environment.SIGNALS_SPOOL_RETENTION_DAYS,
    logRetentionDays: environment.SIGNALS_LOG_RETENTION_DAYS,
    /** Folders of feed definitions; later folders win. */
    feedDirs: [productFeeds(), resolve(environment.SIGNALS_FEEDS_DIR ?? join(dataDir, 'feeds'))],
    /** If unset, the admin endpoints do not exist. */
    adminKey: environment.SIGNALS_ADMIN_KEY,
    mcp: mcpOf(environment),
    /** Credits per operation, if they differ from the defaults. */
    prices,
    logLevel: environment.LOG_LEVEL,
    clickhouse: {
      ...clickhouseLogin(environment),
      database: environment.CLICKHOUSE_DATABASE,
      /** If set, tables are created on every server of that cluster. */
      cluster: environment.CLICKHOUSE_CLUSTER,
      dataDir,
      /** Loopback port of the gateway; if unset, 8123 or, if that is taken, any free port. */
      gatewayPort: environment.SIGNALS_CLICKHOUSE_PORT,
      /** If unset, the user `analyst` gets a new password at each start. */
      analystPassword: environment.SIGNALS_ANALYST_PASSWORD,
      analyst: {
        seconds: environment.SIGNALS_ANALYST_SECONDS,
        memoryMb: environment.SIGNALS_ANALYST_MEMORY_MB,
      },
    },
    /** If unset, vectors are searched in ClickHouse. */
    qdrant: qdrantOf(environment),
    /** If unset, Kafka is not used. */
    kafka: kafkaOf(environment),
    /** May contain a password: never logged, never shown. If unset, each process counts alone. */
    redisUrl: environment.REDIS_URL,
    /** Loopback port of an ingest process for health and metrics. */
    ingestPort: environment.INGEST_PORT,
    embedding: embeddingOf(environment),
  };
}

/** Prefers the user and password of the URL, and removes them from it. */
function clickhouseLogin(environment: Environment) {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = environment;
  const login = url === undefined ? null : splitLogin(url);
  return {
    /** URL of a server. If unset, ClickHouse is embedded in `dataDir`. */
    url: login?.address.href,
    user: login?.user || user,
    password: login?.password || password,
  };
}

/**
 * The URL, which may contain a password, and the key are never logged. `collection` is the alias of
 * the collection that is searched.
 */
function qdrantOf(environment: Environment) {
  const { QDRANT_URL: url, QDRANT_API_KEY: apiKey, QDRANT_COLLECTION: collection } = environment;
  return url === undefined ? undefined : { url, apiKey, collection };
}

function mcpOf(environment: Environment) {
  const { HOST: host, PORT: port } = environment;
  // A wildcard address is not a host name.
  const listenHosts = ['0.0.0.0', '::'].includes(host) ? [] : [host];
  const name = listenHosts[0] ?? '127.0.0.1';
  return {
    /** Host names that agents may use to reach the service, in addition to loopback names. */
    hosts: [...listenHosts, ...listOf(environment.SIGNALS_MCP_HOSTS)],
    /** URL of the running service that `signals mcp` calls. */
    url: environment.SIGNALS_API_URL ?? `http://${hostInUrl(name)}:${port}`,
    /** Never logged. */
    key: environment.SIGNALS_API_KEY,
  };
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function kafkaOf(environment: Environment) {
  const { KAFKA_BROKERS: brokers, KAFKA_SASL_MECHANISM: mechanism } = environment;
  if (brokers === undefined) return undefined;
  const { KAFKA_SSL_CERT_FILE: certFile, KAFKA_SSL_KEY_FILE: keyFile } = environment;
  const { KAFKA_SASL_USERNAME: username = '', KAFKA_SASL_PASSWORD: password = '' } = environment;
  return {
    brokers: listOf(brokers),
    topic: environment.KAFKA_TOPIC,
    rejectedTopic: environment.KAFKA_REJECTED_TOPIC,
    groupId: environment.KAFKA_GROUP_ID,
    /** Milliseconds of silence after which a member counts as having left the group. */
    sessionMs: environment.KAFKA_SESSION_SECONDS * 1_000,
    /** Whether to use TLS, or the PEM files of what the service shows to brokers. */
    ssl: certFile && keyFile ? { certFile, keyFile } : environment.KAFKA_SSL,
    sasl: mechanism === undefined ? undefined : { mechanism, username, password },
  };
}

/**
 * The URL of the server, with or without `/v1/embeddings`, may contain a password: like the key it
 * is never logged. `dimensions` are requested from the server, which may shorten its vectors.
 */
function embeddingOf(environment: Environment) {
  const { EMBEDDING_MODEL: model, EMBEDDING_URL: url } = environment;
  const { EMBEDDING_API_KEY: apiKey, EMBEDDING_DIMENSIONS: dimensions } = environment;
  // A server knows the bundled model by its name, not by its folder.
  const name = isBundled(model) ? basename(model) : model;
  const server = url === undefined ? undefined : { url, apiKey, model: name, dimensions };
  return {
    /** A folder, or the id of a model on a hub. */
    model: modelPath(model),
    /** If unset, the model runs in a process of its own on this machine. */
    server,
  };
}

/** Finds the bundled folder from anywhere; other relative paths start at the current folder. */
function modelPath(model: string): string {
  if (isBundled(model)) return join(packageRoot(), model);
  return isAbsolute(model) || model.startsWith('.') ? resolve(model) : model;
}

function isBundled(model: string): boolean {
  return model === schemaNamed('environment').properties?.EMBEDDING_MODEL?.default;
}

function unknownNames(variables: Record<string, unknown>): string[] {
  const settings = schemaNamed('environment').properties ?? {};
  return Object.keys(variables).filter(
    (name) => name.startsWith('SIGNALS_') && !(name in settings),
  );
}

function readPrices(text: string | undefined, faults: string[]): Record<string, number> {
  if (text === undefined) return {};
  const parsed = parseJson(text);
  if (parsed === undefined) {
    faults.push('SIGNALS_PRICES must be valid JSON');
    return {};
  }
  if (!isObject(parsed)) {
    faults.push('SIGNALS_PRICES must be a JSON object, with the credits of each operation');
    return {};
  }
  const entries = Object.entries(parsed);
  const pricedOperations = new Set<string>(PRICED_OPERATIONS);
  for (const [operation, price] of entries) {
    if (!pricedOperations.has(operation)) {
      faults.push(`SIGNALS_PRICES: ${operation} must be one of ${PRICED_OPERATIONS.join(', ')}`);
    } else if (!Number.isInteger(price) || Number(price) < 0 || Number(price) > MAX_PRICE) {
      faults.push(
        `SIGNALS_PRICES: ${operation} must be an integer number of credits from 0 to ${MAX_PRICE}`,
      );
    }
  }
  return Object.fromEntries(entries.map(([operation, price]) => [operation, Number(price)]));
}
