/**
 * Qdrant in memory behind its own HTTP protocol, on loopback. Checks every request and answer
 * against the published OpenAPI document, and rejects a filter on a field without index, as strict
 * mode does.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { freePort } from '../helpers/free-port.js';
import { type Call, createQdrantChecks } from '../helpers/qdrant-openapi.js';
import { BadRequest, FakeCollection, type FakePoint } from './fake-collection.js';

export interface FakeQdrant {
  url: string;
  /** Violations of the document by requests and answers; tests expect none. */
  faults: string[];
  /** Every request that was answered, in order. */
  calls: Call[];
  /** API keys that were sent. */
  keys: string[];
  /** `authorization` headers that were sent. */
  logins: string[];
  collections: Map<string, FakeCollection>;
  aliases: Map<string, string>;
  /** Returns the points of the alias that have a vector, after all upserts are applied. */
  points(alias?: string): FakePoint[];
  /** Called before a request is answered; if it returns a status, that is the answer. */
  intercept: (call: Call) => number | undefined | Promise<number | undefined>;
  /** Limits what an approximate search (unlike an exact one) finds. */
  graphFinds: number;
  version: string;
  /** Stops the server; `start` starts it again with its data at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface Answer {
  status: number;
  body: unknown;
}

type State = Pick<FakeQdrant, 'collections' | 'aliases' | 'graphFinds' | 'version'>;

export async function startFakeQdrant(): Promise<FakeQdrant> {
  const checks = createQdrantChecks();
  let server: Server | undefined;
  const port = await freePort();
  const answerTo = async (call: Call): Promise<Answer> => {
    const status = await fake.intercept(call);
    if (status !== undefined) return failure(status, 'intercepted');
    const faults = checks.request(call);
    fake.faults.push(...faults.map((fault) => `${call.method} ${call.path}: ${fault}`));
    if (faults.length > 0) return failure(400, faults.join('; '));
    fake.calls.push(call);
    const answer = handle(fake, call);
    fake.faults.push(
      ...checks
        .response(call, answer.status, answer.body)
        .map((fault) => `answer to ${call.method} ${call.path}: ${fault}`),
    );
    return answer;
  };
  const fake: FakeQdrant = {
    url: '',
    faults: [],
    calls: [],
    keys: [],
    logins: [],
    collections: new Map(),
    aliases: new Map(),
    graphFinds: Number.POSITIVE_INFINITY,
    version: '1.18.0',
    intercept: () => undefined,
    points(alias = 'signals') {
      const collection = collectionOf(fake, alias);
      collection.applyWaiting();
      return [...collection.points.values()].filter(({ vector }) => vector !== null);
    },
    async start() {
      server = createServer((request, response) => {
        const key = request.headers['api-key'];
        if (typeof key === 'string') fake.keys.push(key);
        const { authorization } = request.headers;
        if (authorization !== undefined) fake.logins.push(authorization);
        readCall(request)
          .then(answerTo)
          .then(({ status, body }) => {
            response.writeHead(status, { 'content-type': 'application/json' });
            response.end(JSON.stringify(body));
          })
          .catch((error: unknown) => {
            fake.faults.push(String(error));
            response.writeHead(500).end();
          });
      });
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
      fake.url = `http://127.0.0.1:${port}`;
    },
    async stop() {
      const closing = server;
      server = undefined;
      if (!closing) return;
      closing.closeAllConnections();
      await new Promise((resolve) => closing.close(resolve));
    },
  };
  await fake.start();
  return fake;
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

function handle(state: State, call: Call): Answer {
  try {
    return call.path === '/'
      ? { status: 200, body: { title: 'qdrant', version: state.version } }
      : { status: 200, body: { time: 0.001, status: 'ok', result: resultOf(state, call) } };
  } catch (error) {
    if (error instanceof NotFound) return failure(404, error.message);
    if (error instanceof BadRequest) return failure(400, error.message);
    if (error instanceof Conflict) return failure(409, error.message);
    throw error;
  }
}

class NotFound extends Error {}
class Conflict extends Error {}

function failure(status: number, error: string): Answer {
  return { status, body: { time: 0.001, status: { error }, result: null } };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies were checked against the document
type Body = any;

function resultOf(state: State, call: Call): unknown {
  const { method, path, query } = call;
  const body: Body = call.body;
  const [, , name = '', part, action] = path.split('/');
  switch (`${method} ${[part, action].filter(Boolean).join('/')}`) {
    case 'GET ':
      if (path === '/aliases') return { aliases: aliasesOf(state) };
      if (path === '/collections') return { collections: namesOf(state) };
      return infoOf(collectionOf(state, name));
    case 'POST ':
      changeAliases(state, body);
      return true;
    case 'PUT ':
      if (state.collections.has(name)) throw new Conflict(`Collection ${name} already exists!`);
      state.collections.set(name, new FakeCollection(body));
      return true;
    case 'DELETE ':
      return state.collections.delete(name);
    case 'PUT index':
      collectionOf(state, name).indexes.set(body.field_name, body.field_schema);
      return { operation_id: 1, status: 'completed' };
    case 'PUT points': {
      const wait = query.get('wait') === 'true';
      collectionOf(state, name).upsert(body, wait);
      return { operation_id: 1, status: wait ? 'completed' : 'acknowledged' };
    }
    default:
      return readPoints(state, collectionOf(state, name), action ?? '', body);
  }
}

function readPoints(
  { graphFinds }: State,
  collection: FakeCollection,
  action: string,
  body: Body,
): unknown {
  if (action === '') {
    const found = (body.ids as string[]).flatMap((id) => collection.points.get(id) ?? []);
    return found.map((point) => shown(point, body.with_payload));
  }
  if (action === 'count') return { count: collection.matching(body.filter).length };
  if (action === 'query') {
    const limit = body.params?.exact ? body.limit : Math.min(body.limit, graphFinds);
    const hits = collection.nearest(body.query, body.filter, limit);
    const payloadOf = (id: string) => collection.points.get(id)?.payload ?? {};
    return {
      points: hits.map((hit) => (body.with_payload ? { ...hit, payload: payloadOf(hit.id) } : hit)),
    };
  }
  const from = body.offset ?? '';
  const points = collection
    .matching(body.filter)
    .filter(({ id }) => id >= from)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    points: points.slice(0, body.limit).map((point) => shown(point, body.with_payload)),
    next_page_offset: points[body.limit]?.id ?? null,
  };
}

function shown({ id, payload }: FakePoint, fields: string[] | boolean) {
  const wanted = Array.isArray(fields)
    ? Object.entries(payload).filter(([field]) => fields.includes(field))
    : [];
  return { id, payload: fields === true ? payload : Object.fromEntries(wanted) };
}

function collectionOf(state: State, name: string): FakeCollection {
  const collection = state.collections.get(state.aliases.get(name) ?? name);
  if (!collection) throw new NotFound(`Collection \`${name}\` doesn't exist!`);
  return collection;
}

function changeAliases(state: State, { actions }: Body): void {
  for (const action of actions) {
    if (action.delete_alias) state.aliases.delete(action.delete_alias.alias_name);
    if (!action.create_alias) continue;
    const { alias_name: alias, collection_name: name } = action.create_alias;
    if (!state.collections.has(name)) throw new NotFound(`Collection ${name} doesn't exist!`);
    state.aliases.set(alias, name);
  }
}

function aliasesOf({ aliases }: State) {
  return [...aliases].map(([alias_name, collection_name]) => ({ alias_name, collection_name }));
}

function namesOf({ collections }: State) {
  return [...collections.keys()].map((name) => ({ name }));
}

function infoOf({ points, indexes, settings }: FakeCollection) {
  return {
    status: 'green',
    optimizer_status: 'ok',
    points_count: points.size,
    segments_count: 1,
    config: {
      params: { vectors: settings.vectors },
      hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 10_000 },
      optimizer_config: { default_segment_number: 0, flush_interval_sec: 5 },
      strict_mode_config: settings.strict_mode_config,
      metadata: settings.metadata,
    },
    payload_schema: Object.fromEntries(
      [...indexes].map(([field, data_type]) => [field, { data_type, points: points.size }]),
    ),
  };
}
