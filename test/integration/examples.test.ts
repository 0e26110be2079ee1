/**
 * The examples of the OpenAPI document. Those of requests must work unchanged and find something in
 * the demo data; those of answers must have the fields of real answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../api/docs/openapi-document.js';
import { ADMIN_OPERATIONS, OPERATIONS } from '../../api/table/operations.js';
import { loadDemo } from '../../cli/compose/demo.js';
import { schemaNamed } from '../../shared/domain/schemas/schemas.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: { examples?: unknown[] };
}

interface Described {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
  responses: object;
}

const { paths, components } = openApiDocument() as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
};
const requests = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, described]) => examplesOf(path, method, described)),
);

/** Returns one request per example of the body, or one with the examples of the parameters. */
function examplesOf(path: string, method: string, described: Described) {
  const { operationId, parameters, requestBody, responses } = described;
  const given = parameters.filter(({ schema }) => schema.examples);
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: where, schema } of given) {
    const value = String(schema.examples?.[0]);
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  const call = {
    operationId,
    method: method.toUpperCase(),
    path: query.size > 0 ? `${filled}?${query}` : filled,
    documented: Number(Object.keys(responses)[0]),
  };
  const body = requestBody?.content['application/json'].schema.$ref.split('/').pop() ?? '';
  if (!requestBody) return given.length > 0 ? [{ ...call, body: undefined }] : [];
  return (components.schemas[body]?.examples ?? []).map((each) => ({ ...call, body: each }));
}

const folder = mkdtempSync(join(tmpdir(), 'signals-examples-'));
let service: TestService;
let key: string;

const ADMIN_KEY = 'an-admin-key-of-forty-characters-exactly';
const KEYS = '/v1/admin/accounts/examples/keys';

beforeAll(async () => {
  service = await startTestService({ adminKey: ADMIN_KEY });
  await loadDemo(service.ingest, service.stores.facts, {
    rejectedDir: folder,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    retryPolicy: { maxWaitMs: 0, mayContinue: () => true, onWait: () => undefined },
  });
  key = await service.createKey({ accountId: 'examples', earlyAccess: true });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('The OpenAPI document has examples for every body and every required parameter', () => {
  // Ids of signals and dates of statements exist only in one installation.
  const own = ['readSignal', 'readStatement'];
  const needed = OPERATIONS.filter(({ id, body, params }) => (body ?? params) && !own.includes(id));
  const ids = requests.map(({ operationId }) => operationId);
  expect(ids).toEqual(expect.arrayContaining(needed.map(({ id }) => id)));
  expect(ids).toEqual(expect.arrayContaining(['suggestCompanies', 'readContactTimeline']));
});

it.each(requests)(
  'The example of $method $path gets the documented status and results',
  async ({ operationId, method, path, body, documented }) => {
    const answer = await service.call(method, path, { key, ...(body ? { body } : {}) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(documented);
    // Intent needs real similarities, which the model of this test does not provide.
    if (operationId.startsWith('score')) return;
    const lists = Object.values(answer.body).filter(Array.isArray);
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.some((list) => list.length > 0)).toBe(true);
  },
);

it.each([...OPERATIONS, ...ADMIN_OPERATIONS])(
  'The example of an answer to $route has the fields of a real answer',
  async ({ method, path, query, body, status, access, responses: [name = ''] }) => {
    const ids = await idsFor(path);
    const filled = path.replaceAll(/:(\w+)/g, (_, placeholder: string) => ids[placeholder] ?? '');
    const parameters = new URLSearchParams();
    for (const [parameter, { examples }] of Object.entries(schemaNamed(query).properties ?? {})) {
      if (examples) parameters.set(parameter, String(examples[0]));
    }
    const answer = await service.call(method, `${filled}?${parameters}`, {
      key: access === 'operator' ? ADMIN_KEY : key,
      ...(body && { body: schemaNamed(body).examples?.[0] }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    const example = schemaNamed(name).examples?.[0];
    expect(Object.keys(Object(example)).sort()).toEqual(Object.keys(answer.body).sort());
  },
);

/** Returns a value for each placeholder of a path. Keys are new, because some calls end them. */
async function idsFor(path: string): Promise<Record<string, string>> {
  const { body: found } = await service.call('POST', '/v1/signals/search', { key, body: {} });
  const issued = await service.call('POST', KEYS, { key: ADMIN_KEY, body: {} });
  return {
    signal_id: found.signals[0].signal_id,
    type: 'news',
    domain: 'zigzagdata.example',
    day: new Date().toISOString().slice(0, 10),
    key_id: issued.body.key_id,
    account_id: path.includes('/keys') ? 'examples' : 'acme',
  };
}
