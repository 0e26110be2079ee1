/** Describes faults of settings and their remedies: those found by the schema, and others. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { ErrorObject } from 'ajv';
import { messageOf } from '../../domain/errors.js';
import { schemaNamed } from '../../domain/schemas/schemas.js';
import type { Environment } from '../../domain/schemas/types.generated.js';
import { hasLogin, splitLogin } from '../../domain/url-login.js';
import { DATA_ENTRIES } from './data-entries.js';

/** Finds faults that no schema can express. `variables`: those that are set, without defaults. */
export function configFaults(
  environment: Environment,
  variables: Record<string, string | undefined>,
): string[] {
  return [
    ...unreadableUrls(environment),
    ...wrongAddresses(environment),
    ...contradictions(environment),
    ...unusableCertificate(environment),
    ...placeholders(variables),
  ];
}

function unreadableUrls({
  CLICKHOUSE_URL,
  QDRANT_URL,
  EMBEDDING_URL,
  REDIS_URL,
  SIGNALS_API_URL,
}: Environment): string[] {
  const urls = { CLICKHOUSE_URL, QDRANT_URL, EMBEDDING_URL, REDIS_URL, SIGNALS_API_URL };
  return (
    Object.entries(urls)
      // If a URL has any other form, the schema's error says what it must be.
      .filter(([, url]) => url && URL_SCHEME.test(url) && !isReadable(url))
      .map(([name]) => `${name} is not a URL: check its port, and the % escapes of its password`)
  );
}

const URL_SCHEME = /^(?:https?|rediss?):\/\//;

function isReadable(url: string): boolean {
  try {
    splitLogin(url);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds addresses with an impossible port, or with a user and a password that nothing would send,
 * which are not shown.
 */
function wrongAddresses({ SIGNALS_API_URL: url, KAFKA_BROKERS: brokers }: Environment): string[] {
  const faults: string[] = [];
  if (url !== undefined && hasLogin(url)) {
    faults.push(
      'SIGNALS_API_URL must not hold a user and a password: remove them, and set SIGNALS_API_KEY, by which the service knows its callers',
    );
  }
  const ports = brokers?.split(',').map((each) => Number(/:(\d+)\s*$/.exec(each)?.[1])) ?? [];
  if (ports.some((port) => port < 1 || port > 65_535)) {
    faults.push('KAFKA_BROKERS has a port that is not between 1 and 65535');
  }
  if (brokers?.includes('@')) {
    faults.push(
      'KAFKA_BROKERS must not hold a user and a password: set KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD',
    );
  }
  return faults;
}

function contradictions(environment: Environment): string[] {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster } = environment;
  const { SIGNALS_DATA_DIR: dataDir, SIGNALS_SPOOL_DIR: spoolDir } = environment;
  const { SIGNALS_FEEDS_DIR: feedsDir } = environment;
  const { KAFKA_TOPIC: topic, KAFKA_REJECTED_TOPIC: rejectedTopic } = environment;
  const { KAFKA_SSL: ssl, KAFKA_SSL_CERT_FILE: certificate } = environment;
  const faults: string[] = [];
  if (cluster !== undefined && url === undefined) {
    faults.push('CLICKHOUSE_CLUSTER is set, but CLICKHOUSE_URL is not set');
  }
  // The service would load its own files, and move them away.
  if (spoolDir !== undefined && isWithin(dataDir, spoolDir)) {
    faults.push(
      'SIGNALS_SPOOL_DIR must not hold the data folder: set it to a folder of its own, which may lie in SIGNALS_DATA_DIR',
    );
  }
  const ownFolders = DATA_ENTRIES.filter((name) => name !== 'spool').map((name) =>
    join(dataDir, name),
  );
  const isOfFeeds = feedsDir !== undefined && resolve(feedsDir) === resolve(spoolDir ?? '');
  const taken = isOfFeeds
    ? feedsDir
    : ownFolders.find((folder) => spoolDir !== undefined && isWithin(spoolDir, folder));
  if (taken !== undefined) {
    faults.push(
      `SIGNALS_SPOOL_DIR must not be ${taken} or in it, because its files would be loaded and moved away: set it to a folder of its own`,
    );
  }
  if (certificate !== undefined && ssl === false) {
    faults.push('KAFKA_SSL_CERT_FILE has no effect without TLS: set KAFKA_SSL to true');
  }
  if (rejectedTopic === topic) {
    faults.push(
      'KAFKA_REJECTED_TOPIC must not be KAFKA_TOPIC, where rejected events would be read again: set it to another topic',
    );
  }
  return faults;
}

/** Settings that count only with the address of a store, by the beginnings of their names. */
const OF_STORES: readonly (readonly [RegExp, string])[] = [
  [/^CLICKHOUSE_(?:USER|PASSWORD)$/, 'CLICKHOUSE_URL'],
  [/^QDRANT_/, 'QDRANT_URL'],
  [/^KAFKA_/, 'KAFKA_BROKERS'],
];
const OF_EMBEDDED = /^SIGNALS_(?:CLICKHOUSE_PORT|ANALYST_(?:PASSWORD|SECONDS|MEMORY_MB))$/;

/**
 * Finds settings of a store that is not used, perhaps because its address was forgotten. `variables`:
 * those that are set, without defaults.
 */
export function settingsWithoutEffect(variables: Record<string, string | undefined>): string[] {
  const names = Object.keys(variables).filter((name) => descriptionOf(name) !== undefined);
  const without = OF_STORES.filter(([, address]) => !(address in variables)).flatMap(
    ([pattern, address]) =>
      names
        .filter((name) => pattern.test(name))
        .map((name) => `${name} has no effect without ${address}.`),
  );
  if (!('CLICKHOUSE_URL' in variables)) return without;
  const ofEmbedded = names.filter((name) => OF_EMBEDDED.test(name));
  return [...without, ...ofEmbedded.map((name) => `${name} has no effect with CLICKHOUSE_URL.`)];
}

/** Finds a client certificate that cannot be read, or that has another key. */
function unusableCertificate(environment: Environment): string[] {
  const { KAFKA_SSL_CERT_FILE: certFile, KAFKA_SSL_KEY_FILE: keyFile } = environment;
  if (certFile === undefined || keyFile === undefined) return [];
  try {
    createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
    return [];
  } catch (error) {
    const names = 'KAFKA_SSL_CERT_FILE and KAFKA_SSL_KEY_FILE';
    const reason = messageOf(error).replace(/^error:[^:]*:[^:]*::/, '');
    return [
      `${names} must name a certificate and its key in PEM files that the service may read: ${reason}`,
    ];
  }
}

function isWithin(path: string, folder: string): boolean {
  return join(resolve(path), '/').startsWith(join(resolve(folder), '/'));
}

/** Matches what example files and guides contain where a secret belongs. */
const PLACEHOLDER =
  /^(?:(?:replace|change)[-_ ]?(?:me|this|it)|your[-_ ](?:password|key|secret)|(?:example|placeholder|todo)$|<.*>$)/i;

/** Finds settings whose secret is still a placeholder. Never returns their values. */
function placeholders(variables: Record<string, string | undefined>): string[] {
  return Object.entries(variables).flatMap(([name, value = '']) => {
    if (!Object.hasOwn(schemaNamed('environment').properties ?? {}, name)) return [];
    const secret = secretIn(name, value);
    if (secret === null || !PLACEHOLDER.test(secret)) return [];
    return [`${name} is a placeholder: set your own secret, for example from openssl rand -hex 32`];
  });
}

/** Returns the secret of a setting, also the password of a URL; `null` if there is none. */
function secretIn(name: string, value: string): string | null {
  if (/_(KEY|PASSWORD)$/.test(name)) return value;
  if (!name.endsWith('_URL') || !URL.canParse(value)) return null;
  return new URL(value).password;
}

/** Pattern of secrets in the schema, which no description of a setting mentions. */
const SECRET_PATTERN = '^[!-~]+$';

const descriptionOf = (name: string) => schemaNamed('environment').properties?.[name]?.description;

/** Describes a fault that the schema found, in words for the person who sets the variable. */
export function describeSchemaFault({
  instancePath,
  keyword,
  params,
  message,
}: ErrorObject): string {
  const name = instancePath.slice(1);
  switch (keyword) {
    case 'enum':
      return `${name} must be one of ${params.allowedValues.join(', ')}`;
    case 'pattern':
      return params.pattern === SECRET_PATTERN
        ? `${name} must be of ASCII characters without blanks`
        : `${name} must have the right form: ${descriptionOf(name)}`;
    case 'dependentRequired':
      return `${params.property} has no effect without ${params.deps}`;
    default:
      return `${name} ${message}`;
  }
}
