/** Every example of the OpenAPI document must work unchanged and find something in the demo data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../api/docs/openapi-document.js';
import { OPERATIONS } from '../../api/table/operations.js';
import { loadDemo } from '../../cli/compose/demo.js';
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

beforeAll(async () => {
  service = await startTestService();
  await loadDemo(service.ingest, service.stores.facts, {
    rejectedDir: folder,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    retryPolicy: { maxWaitMs: 0, mayContinue: () => true, onWait: () => undefined },
  });
  key = await service.createKey({ earlyAccess: true });
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
