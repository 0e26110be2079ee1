/**
 * Generates requests to every operation of the API, of operators and of agents' tools: valid ones,
 * the largest allowed ones, and both with hostile values. A seed always makes the same request.
 */

import { TOOLS } from '../../api/mcp/tools.js';
import type { Operation } from '../../api/operations/operation.js';
import { ADMIN_OPERATIONS, OPERATIONS } from '../../api/table/operations.js';
import {
  type JsonSchema,
  referencedName,
  schemaNamed,
} from '../../shared/domain/schemas/schemas.js';
import { hostileJson, hostileQuestion, hostileText } from './hostile-values.js';
import { createRandom, type Random } from './random.js';

export interface HostileRequest {
  /** The key to send: of an account or of the operator. */
  keyKind: 'account' | 'admin';
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Names that the service should have loaded, so that answers are long. */
export const KNOWN = {
  domain: 'one.example',
  email: 'pat@one.example',
  profile: 'network.example/in/pat',
  accountId: 'victim',
} as const;

const SIZES: [number, ...number[]] = [30, 300, 3_000, 30_000, 120_000, 250_000];
/** Keeps path and headers together below 16 kB. */
const MAX_QUERY_BYTES = 6_000;

export function hostileRequest(seed: number): HostileRequest {
  const random = createRandom(seed);
  const createRequest = random.pick([
    ofApi,
    ofApi,
    ofApi,
    ofOperators,
    ofAgents,
    ofAgents,
    ofProtocol,
  ]);
  return createRequest(random);
}

function ofApi(random: Random): HostileRequest {
  return requestOf(random, pickOf(random, OPERATIONS), 'account');
}

function ofOperators(random: Random): HostileRequest {
  return requestOf(random, pickOf(random, ADMIN_OPERATIONS), 'admin');
}

function requestOf(
  random: Random,
  operation: Operation,
  keyKind: HostileRequest['keyKind'],
): HostileRequest {
  const query = queryOf(random, operation);
  const hasBody = operation.body !== undefined || random.chance(0.1);
  return {
    keyKind,
    method: operation.method,
    path: `${pathOf(random, operation)}${query === '' ? '' : `?${query}`}`,
    headers: headersOf(random),
    body: hasBody ? bodyText(random, operation.body ? fieldsOf(random, operation.body) : {}) : null,
  };
}

function ofAgents(random: Random): HostileRequest {
  const tool = pickOf(random, TOOLS);
  const { params, query, body } = tool.operation;
  const schemas = [params, query, body].filter((name) => name !== undefined);
  const fields = Object.assign({}, ...schemas.map((name) => fieldsOf(random, name)));
  const format = random.chance(0.5) ? { response_format: '"detailed"' } : {};
  const args = bodyText(random, { ...fields, ...format });
  return message(`"method":"tools/call","params":{"name":"${tool.name}","arguments":${args}}`);
}

/** Makes MCP messages with hostile values outside the arguments of tools. */
function ofProtocol(random: Random): HostileRequest {
  const odd = hostileJson(random, random.pick(SIZES));
  const call = '"method":"tools/call","params":{"name":"signals_types","arguments":{}';
  const version = '"protocolVersion":"2025-06-18","clientInfo":{"name":"a","version":"1"}';
  const init = `"method":"initialize","params":{${version}`;
  const texts: [string, ...string[]] = [
    `${call},"_meta":${odd}}`,
    `${call}},"id":${odd}`,
    `${init},"capabilities":{"experimental":{"x":${odd}}}}`,
    `${init},"capabilities":${odd}}`,
    `"method":"tools/list","params":${odd}`,
    `"method":${odd}`,
    `"method":"tools/call","params":{"name":${odd}}`,
    `"method":"tools/call","params":${odd}`,
  ];
  const request = message(random.pick(texts));
  return random.chance(0.2) ? { ...request, body: odd } : request;
}

function message(rest: string): HostileRequest {
  return {
    keyKind: 'account',
    method: 'POST',
    path: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: `{"jsonrpc":"2.0","id":1,${rest}}`,
  };
}

function headersOf(random: Random): Record<string, string> {
  const odd: Record<string, string>[] = [
    { 'idempotency-key': 'k'.repeat(random.pick([1, 128, 129, 4_000])) },
    { 'idempotency-key': `${random.below(1e9)}` },
    { 'content-type': 'text/xml; charset=utf-16' },
    { 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'x']) },
    { 'x-request-id': '-'.repeat(4_000) },
    { 'user-agent': 'x'.repeat(4_000) },
  ];
  return random.chance(0.3) ? pickOf(random, odd) : {};
}

/** Returns fields of a schema with valid values, as JSON texts. */
function fieldsOf(random: Random, schemaName: string): Record<string, string> {
  const { properties = {}, required = [] } = schemaNamed(schemaName);
  const share = random.pick([0, 0.2, 0.5]);
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.chance(share))
    .map(([name, schema]) => [name, JSON.stringify(fieldOf(random, name, schema, schemaName))]);
  return Object.fromEntries(entries);
}

/** Asks long questions often, because their words are compared with many signals. */
function fieldOf(random: Random, name: string, schema: JsonSchema, schemaName: string): unknown {
  if (name !== 'query' || random.chance(0.3)) return sensible(random, schema, schemaName);
  return hostileQuestion(random, random.pick([300, Number(schema.maxLength ?? 300)]));
}

function bodyText(random: Random, fields: Record<string, string>): string {
  const bytes = random.pick(SIZES);
  const names = Object.keys(fields);
  const kind = random.next();
  if (kind < 0.25) return textOf(fields);
  if (kind < 0.6 && names.length > 0) {
    return textOf({ ...fields, [pickOf(random, names)]: hostileJson(random, bytes) });
  }
  if (kind < 0.8)
    return textOf({ ...fields, [random.pick(ANY_NAMES)]: hostileJson(random, bytes) });
  if (kind < 0.95) return hostileJson(random, bytes);
  return `${textOf(fields)}${random.pick(['}', ',', '\u0000', hostileText(random, bytes)])}`;
}

/** Names of the API's fields, and unknown ones. */
const ANY_NAMES: [string, ...string[]] = [
  'query',
  ...['domains', 'contacts', 'signal_types', 'filters', 'cursor', 'limit', 'company_name'],
  ...['contact_network_url', 'contact_email', 'company_domain', 'detected_after', '__proto__', 'x'],
];

function textOf(fields: Record<string, string>): string {
  const texts = Object.entries(fields).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${texts.join(',')}}`;
}

function pathOf(random: Random, { path, params }: Operation): string {
  const { properties = {} } = params ? schemaNamed(params) : {};
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const schema = properties[name];
    const isOdd = random.chance(0.3);
    const value = isOdd || !schema ? hostileText(random, 500) : sensible(random, schema, '');
    return name === 'account_id' && !isOdd ? KNOWN.accountId : inAddress(String(value));
  });
}

function queryOf(random: Random, { query }: Operation): string {
  const { properties = {} } = schemaNamed(query);
  const pairs = Object.entries(properties)
    .filter(() => random.chance(0.4))
    .map(([name, schema]) => `${name}=${inAddress(String(sensible(random, schema, query)))}`);
  const bytes = random.pick([30, 300, MAX_QUERY_BYTES]);
  const odd: [string, ...string[]] = [
    Array.from({ length: bytes / 10 }, (_, at) => `u${at}=1`).join('&'),
    `${Object.keys(properties)[0] ?? 'x'}=${inAddress(hostileText(random, bytes / 9))}`,
    'limit=1&'.repeat(bytes / 10),
    `signal_types=${'a,'.repeat(bytes / 4)}`,
    `${'['.repeat(bytes / 4)}=1`,
  ];
  return [...pairs, ...(random.chance(0.3) ? [random.pick(odd)] : [])].join('&');
}

/** Removes halves of characters (surrogates), which an address cannot contain. */
function inAddress(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''));
}

/**
 * Returns a value that is valid for the schema, and often as large as it allows, so that answers
 * are long.
 */
function sensible(random: Random, schema: JsonSchema, name: string): unknown {
  if (schema.$ref !== undefined) {
    const to = referencedName(name, schema.$ref);
    return sensible(random, schemaNamed(to), to);
  }
  if (schema.enum) return pickOf(random, schema.enum);
  const [type] = [schema.type].flat();
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer' || type === 'number') return sensibleNumber(random, schema);
  if (type === 'array') return sensibleList(random, schema, name);
  if (type !== 'object') return sensibleText(random, schema);
  const { properties = {} } = schema;
  const chosen = Object.entries(properties).filter((_, at) => at === 0 || random.chance(0.3));
  return Object.fromEntries(
    chosen.map(([key, each]) => [key, sensible(random, each, name)] as const),
  );
}

function sensibleNumber(random: Random, { minimum, maximum }: JsonSchema): number {
  const most = Math.min(Number(maximum ?? 100), 10_000);
  return random.chance(0.7) ? most : Math.min(most, Number(minimum ?? 0) + random.below(20));
}

function sensibleList(random: Random, schema: JsonSchema, name: string): unknown {
  if (schema['x-comma-separated']) return 'news,sec-8k';
  const { items = {}, maxItems } = schema;
  const length = random.pick([1, 3, Number(maxItems ?? 3)]);
  return Array.from({ length }, () => sensible(random, items, name));
}

function sensibleText(random: Random, { format, maxLength }: JsonSchema): string {
  switch (format) {
    case 'domain':
      return KNOWN.domain;
    case 'email-address':
      return KNOWN.email;
    case 'profile-url':
      return KNOWN.profile;
    case 'iso-date':
      return random.pick(['2026-01-01', '2026-03-01T09:30:00Z']);
    default:
      return random.chance(0.2) ? 'x'.repeat(Number(maxLength ?? 100)) : 'news';
  }
}

function pickOf<T>(random: Random, values: readonly T[]): T {
  const value = values[random.below(values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}
