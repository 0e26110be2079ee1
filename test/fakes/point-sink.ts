/**
 * A process that accepts points over Qdrant's protocol as fast as it can and keeps the id and
 * version of each; the last write wins. Serves to measure senders; it sends its port to its parent
 * and exits with it.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { PAYLOAD_INDEXES, VERSION_FIELDS } from '../../shared/stores/vectors/qdrant-points.js';

interface SinkPoint {
  id: string;
  payload: Record<string, number | boolean>;
}

interface SinkCollection {
  settings: unknown;
  points: Map<string, SinkPoint>;
  /** Ids in ascending order; `undefined` after a write. */
  sorted: string[] | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: requests of many shapes, of this project alone
type Body = any;

const collections = new Map<string, SinkCollection>();
const aliases = new Map<string, string>();

const server = createServer((request, response) => {
  readBody(request)
    .then((body) => {
      const url = new URL(request.url ?? '/', 'http://sink');
      const result = resultOf(request.method ?? 'GET', url, body);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ time: 0, status: 'ok', result }));
    })
    .catch((error: unknown) => response.writeHead(404).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
process.once('disconnect', () => process.exit());

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function resultOf(method: string, { pathname }: URL, body: Body): unknown {
  const [, first, name = '', part, action] = pathname.split('/');
  if (first === 'aliases') {
    return {
      aliases: [...aliases].map(([alias_name, collection_name]) => ({
        alias_name,
        collection_name,
      })),
    };
  }
  if (name === '') return { collections: [...collections.keys()].map((each) => ({ name: each })) };
  if (name === 'aliases') {
    for (const { create_alias: made } of body.actions) {
      if (made) aliases.set(made.alias_name, made.collection_name);
    }
    return true;
  }
  if (part === 'index') return {};
  if (part === 'points') return pointsOf(method, action, body, collectionOf(name));
  if (method === 'PUT')
    collections.set(name, { settings: body, points: new Map(), sorted: undefined });
  if (method === 'DELETE') collections.delete(name);
  return method === 'GET' ? infoOf(collectionOf(name)) : true;
}

function pointsOf(
  method: string,
  action: string | undefined,
  body: Body,
  collection: SinkCollection,
): unknown {
  const { points } = collection;
  if (method === 'PUT') {
    for (const { id, payload } of body.points) points.set(id, { id, payload: versionIn(payload) });
    collection.sorted = undefined;
    return { operation_id: 1, status: 'completed' };
  }
  if (action === 'scroll') {
    collection.sorted ??= [...points.keys()].sort();
    const at = body.offset ? collection.sorted.indexOf(body.offset) : 0;
    const page = collection.sorted.slice(at, at + body.limit);
    return {
      points: page.map((id) => points.get(id)),
      next_page_offset: collection.sorted[at + body.limit] ?? null,
    };
  }
  return (body.ids as string[]).flatMap((id) => points.get(id) ?? []);
}

function versionIn(payload: SinkPoint['payload']): SinkPoint['payload'] {
  return Object.fromEntries(
    VERSION_FIELDS.flatMap((field) => {
      const value = payload[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function collectionOf(name: string): SinkCollection {
  const found = collections.get(aliases.get(name) ?? name);
  if (!found) throw new Error(`no collection ${name}`);
  return found;
}

function infoOf({ settings, points }: SinkCollection) {
  const { vectors, metadata } = settings as Body;
  const indexed = Object.keys(PAYLOAD_INDEXES).map((field) => [field, { data_type: 'keyword' }]);
  return {
    status: 'green',
    points_count: points.size,
    config: { params: { vectors }, metadata },
    payload_schema: Object.fromEntries(indexed),
  };
}
