/** The OpenAPI document is valid, complete and consistent, for clients (0) and with admin endpoints (1). */
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { documentedPath, openApiDocument } from '../../../../api/docs/openapi-document.js';
import { ADMIN_OPERATIONS, OPERATIONS } from '../../../../api/table/operations.js';
import { schemaNamed } from '../../../../shared/domain/schemas/schemas.js';

const documents = [openApiDocument(), openApiDocument({ withAdmin: true })];

test.each(documents)('OpenAPI document %# is valid OpenAPI 3.1', async (document) => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(result).toMatchObject({ valid: true });
});

test.each(documents)(
  'OpenAPI document %# references only existing components and uses all of them',
  (document) => {
    const text = JSON.stringify(document);
    const { schemas } = document.components as { schemas: object };
    const targets = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, to]) => to,
    );
    expect(targets.length).toBeGreaterThan(20);
    expect(new Set(targets)).toEqual(new Set(Object.keys(schemas)));
    expect(text).not.toContain('.json"');
  },
);

test.each(documents)('OpenAPI document %# has an example for each error and time', (document) => {
  const { paths, components } = document as {
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
    components: { schemas: object };
  };
  interface Answer {
    description: string;
    content: { 'application/json': { example?: object } };
  }
  for (const operation of Object.values(paths).flatMap((each) => Object.values(each))) {
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      const { example } = content['application/json'];
      expect(example).toMatchObject({ error: description, code: Number(status) });
    }
  }
  const text = JSON.stringify(components.schemas);
  const times = text.match(/"format":"date-time"/g) ?? [];
  expect(times.length).toBeGreaterThan(10);
  expect(text.match(/"examples":\["2026-01-31T12:00:00\.000Z"\]/g)).toHaveLength(times.length);
});

test.each(documents)(
  'OpenAPI document %# has examples of errors that the operation gives',
  (document) => {
    const text = JSON.stringify(document);
    // Generators of clients make an unknown type of such alternatives.
    expect(text).not.toContain('"anyOf":[{"required"');
    expect(text).toContain('At least one of `domain`, `network_url`, `company_name` is required.');
    const { paths } = JSON.parse(text);
    const search = paths['/v1/signals/search'].post;
    const exampleOf = (operation: typeof search, status: number) =>
      operation.responses[status].content['application/json'].example.details[0];
    expect(exampleOf(search, 402)).toMatchObject({ code: 'insufficient_credits' });
    for (const operation of Object.values(paths).flatMap((each) => Object.values(each as object))) {
      const { field, location } = exampleOf(operation, 400);
      const names = operation.parameters.map(({ name }: { name: string }) => name);
      expect([field, location]).toEqual(['page', operation.requestBody ? 'body' : 'query']);
      expect(names).not.toContain(field);
    }
  },
);

/** Returns method and path of all endpoints that the document describes, sorted. */
function endpointsOf(document: object): string[] {
  const { paths } = document as { paths: Record<string, object> };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .sort();
}

test('the OpenAPI document for clients describes exactly these endpoints', () => {
  expect(endpointsOf(openApiDocument())).toEqual([
    'GET /v1/account',
    'GET /v1/companies/suggest',
    'GET /v1/companies/{domain}/timeline',
    'GET /v1/contacts/timeline',
    'GET /v1/credits',
    'GET /v1/keys',
    'GET /v1/logs',
    'GET /v1/signals/trending',
    'GET /v1/signals/types',
    'GET /v1/signals/types/{type}/history',
    'GET /v1/signals/{signal_id}',
    'GET /v1/statements',
    'GET /v1/statements/{day}',
    'GET /v1/usage',
    'POST /v1/companies/bulk',
    'POST /v1/companies/enrich',
    'POST /v1/contacts/bulk',
    'POST /v1/contacts/enrich',
    'POST /v1/intent/companies',
    'POST /v1/intent/contacts',
    'POST /v1/signals/aggregate',
    'POST /v1/signals/search',
  ]);
});

test('the OpenAPI document with admin endpoints adds exactly these, with the admin key', () => {
  const ofClients = new Set(endpointsOf(openApiDocument()));
  const all = endpointsOf(openApiDocument({ withAdmin: true }));
  expect(all.filter((each) => !ofClients.has(each))).toEqual([
    'DELETE /v1/admin/accounts/{account_id}',
    'DELETE /v1/admin/accounts/{account_id}/keys/{key_id}',
    'GET /v1/admin/accounts',
    'GET /v1/admin/accounts/{account_id}',
    'GET /v1/admin/accounts/{account_id}/keys',
    'GET /v1/admin/ingest/outcomes',
    'GET /v1/admin/ingest/rejected',
    'GET /v1/admin/ingest/sources',
    'GET /v1/admin/status',
    'PATCH /v1/admin/accounts/{account_id}',
    'PATCH /v1/admin/accounts/{account_id}/keys/{key_id}',
    'POST /v1/admin/accounts',
    'POST /v1/admin/accounts/{account_id}/keys',
    'POST /v1/admin/accounts/{account_id}/keys/{key_id}/rotate',
  ]);
  expect(new Set(ADMIN_OPERATIONS.map(({ access }) => access))).toEqual(new Set(['operator']));
  expect(new Set(OPERATIONS.map(({ access }) => access))).toEqual(new Set(['account']));
  const { paths } = openApiDocument({ withAdmin: true }) as {
    paths: Record<string, Record<string, object>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );
  for (const { path, operation } of described) {
    const own = { security: [{ adminKey: [] }, { adminBearer: [] }], tags: ['Admin'] };
    if (path.startsWith('/v1/admin')) expect(operation).toMatchObject(own);
    else expect(operation).not.toHaveProperty('security');
  }
});

test('the OpenAPI document for clients omits admin endpoints and marks early access', () => {
  const document = openApiDocument();
  expect(JSON.stringify(document)).not.toMatch(/admin/i);
  const { paths } = document as { paths: Record<string, object> };
  expect(Object.keys(paths)).toHaveLength(OPERATIONS.length);
  for (const [path, methods] of Object.entries(paths)) {
    if (path.startsWith('/v1/intent')) expect(JSON.stringify(methods)).toContain('Early access');
  }
});

test('the OpenAPI document declares a parameter for each placeholder of a path, in order', () => {
  const { paths } = openApiDocument({ withAdmin: true }) as {
    paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
  };
  for (const [path, methods] of Object.entries(paths)) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(methods)) {
      const named = parameters.filter((each) => each.in === 'path').map((each) => each.name);
      expect(named, path).toEqual(placeholders);
    }
  }
});

interface Described {
  description: string;
  parameters: { name: string }[];
  responses: Record<string, { headers: Record<string, object>; content?: Content }>;
}

interface Content {
  'application/json': { examples?: Record<string, { value: unknown }> };
}

function exampleOf(name: string, at: number): unknown {
  const example = schemaNamed(name).examples?.at(at);
  if (example === undefined) throw new Error(`schema ${name} has no example`);
  return example;
}

test.each([...OPERATIONS, ...ADMIN_OPERATIONS])(
  'the OpenAPI document describes price, headers, errors, cursor and examples of $route',
  (operation) => {
    const { paths, components } = openApiDocument({ withAdmin: true }) as {
      paths: Record<string, Record<string, Described>>;
      components: { schemas: Record<string, object> };
    };
    const described = paths[documentedPath(operation)]?.[operation.method.toLowerCase()];
    if (!described) throw new Error('the operation is not described');
    const { description, parameters, responses } = described;
    const isPaid = operation.price !== null;
    const isAdmin = operation.access === 'operator';
    const price = isPaid ? `Costs ${operation.price}.` : 'Free of charge.';
    expect(description.includes(`**Credits:** ${price}`)).toBe(!isAdmin);

    const headers = Object.keys(responses[operation.status]?.headers ?? {});
    expect(headers).toContain('X-Request-Id');
    for (const header of headers) expect(description).toContain(`\`${header}\``);
    expect(headers.includes('X-Credits-Remaining')).toBe(!isAdmin);
    const { examples = {} } = responses[operation.status]?.content?.['application/json'] ?? {};
    const given = Object.entries(examples).map(([title, { value }]) => [title, value]);
    expect(given).toEqual(
      operation.responses.map((name) => [
        schemaNamed(name).title,
        exampleOf(name, operation.method === 'DELETE' ? -1 : 0),
      ]),
    );
    if (operation.body) {
      const example = exampleOf(operation.body, 0);
      expect(components.schemas[schemaNamed(operation.body).title ?? '']).toMatchObject({
        examples: [example],
      });
    }
    expect(headers.includes('X-Credits-Charged')).toBe(isPaid);
    expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(isPaid);

    const expected = ['400', '401', '429', '500', '503', ...(isPaid ? ['402', '409'] : [])];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(expected));
    if (operation.params || operation.needsEarlyAccess) expect(responses).toHaveProperty('404');
    for (const [status, { headers: given }] of Object.entries(responses)) {
      if (status >= '400') expect(description).toMatch(new RegExp(`\\b${status} \`\\w+\``));
      expect(given).toHaveProperty('X-Request-Id');
      const waits = ['429', '503', ...(isPaid ? ['409'] : [])];
      expect('Retry-After' in given, status).toBe(waits.includes(status));
    }

    const request = JSON.stringify(operation.body ? schemaNamed(operation.body) : parameters);
    const answers = operation.responses.map((name) => schemaNamed(name).properties ?? {});
    const hasNext = answers.some((properties) => 'next_cursor' in properties);
    expect(/"cursor"/.test(request)).toBe(hasNext);
    expect(description.includes('send `next_cursor` as `cursor`')).toBe(hasNext);
  },
);

test('the OpenAPI document shows a statement as CSV', () => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument()));
  const { content } = paths['/v1/statements/{day}'].get.responses[200];
  const [columns, ...rows] = content['text/csv'].example.split('\r\n');
  expect(columns).toBe('account_id,period_start,period_end,kind,item,calls,credits,closed_at');
  expect(rows[0]).toMatch(/^acme,2025-12-01T00:00:00\.000Z,.*,route,POST \/v1\/signals\/search,/);
  expect(rows.at(-2)).toMatch(/,total,,212,215,2026-01-01T00:05:00\.000Z$/);
  expect(rows.at(-1)).toBe('');
});

test('the OpenAPI document shows a deleted account and a revoked key as such', () => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument({ withAdmin: true })));
  const account = '/v1/admin/accounts/{account_id}';
  const shown = [account, `${account}/keys/{key_id}`].map((path) => {
    const { examples } = paths[path].delete.responses[200].content['application/json'];
    return Object.values(examples);
  });
  const time = '2026-01-31T12:00:00.000Z';
  expect(shown).toMatchObject([
    [{ value: { deleted_at: time } }],
    [{ value: { revoked_at: time } }],
  ]);
});

test('the OpenAPI document explains required fields, paging, CSV and rate limit headers', () => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument()));
  expect(paths['/v1/contacts/timeline'].get.description).toContain(
    '**Required:** at least one of `contact_email`, `contact_network_url`.',
  );
  expect(paths['/v1/signals/search'].post.description).toMatch(
    /send `offset`, at most 1000, while/,
  );
  expect(paths['/v1/statements/{day}'].get.description).toContain('**CSV:**');
  const { responses } = paths['/v1/signals/search'].post;
  for (const status of ['400', '402', '429', '503']) {
    expect(responses[status].headers).toHaveProperty('X-Credits-Reset');
    expect(responses[status].headers).toHaveProperty('RateLimit');
  }
  expect(responses['200'].headers).toMatchObject({
    'X-Credits-Charged': { schema: { type: 'integer' } },
    'X-Credits-Remaining': { schema: { type: 'integer' } },
    'X-Credits-Reset': { schema: { type: 'string', format: 'date-time' } },
  });
  expect(responses['401'].headers).not.toHaveProperty('RateLimit');
});
