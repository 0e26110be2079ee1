/** Rules for all schema files, and the limits and defaults of the specification. */
import { describe, expect, test } from 'vitest';
import {
  type JsonSchema,
  referencedName,
  schemaNamed,
  schemas,
} from '../../../shared/domain/schemas/schemas.js';
import { requireSchema, validatorFor } from '../../../shared/domain/schemas/validators.js';

const all = [...schemas()];
const api = all.filter(([name]) => !name.startsWith('events/') && name !== 'feed-definition');

test.each(all)('schema %s is valid and compiles', (name, schema) => {
  expect(() => requireSchema(schema)).not.toThrow();
  expect(validatorFor(name)).toBeTypeOf('function');
});

test('titles of schemas are unique and valid as type names', () => {
  const titles = all.map(([, schema]) => schema.title ?? '');
  expect(titles.filter((title) => !/^[A-Z][A-Za-z0-9]*$/.test(title))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

test.each(all)('schema %s describes itself and its properties', (_name, schema) => {
  expect(schema.description).toBeTruthy();
  expect(undescribed(schema)).toEqual([]);
});

test.each(api)('schema %s sets additionalProperties for every object', (_name, schema) => {
  expect(open(schema)).toEqual([]);
});

test.each(all.filter(([, { examples }]) => examples))(
  'schema %s accepts its own examples',
  (name, { examples = [] }) => {
    const validate = validatorFor(name);
    // Validation fills in defaults.
    for (const example of structuredClone(examples)) {
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
    }
  },
);

test('an example may refer to an example of another schema, and adds its own fields', () => {
  const { examples: [, post] = [] } = schemaNamed('signal');
  expect(post).toMatchObject({ contact: schemaNamed('contact').examples?.[0] });
  expect(schemaNamed('api/search.response').examples).toMatchObject([
    { signals: [{ score: 0.7255 }, { ...Object(post), score: 0.6128 }] },
  ]);
  expect(JSON.stringify(all.map(([, { examples }]) => examples))).not.toContain('$ref');
});

test.each(responses())('schema %s requires all keys that do not depend on the request', (name) => {
  const { properties = {}, required = [] } = schemaNamed(name);
  const optional =
    { signal: ['score', 'explanation'], 'signal-type-entry': ['count', 'subtypes'] }[name] ?? [];
  expect(Object.keys(properties).filter((key) => !required.includes(key))).toEqual(optional);
});

describe('Limits of the specification', () => {
  test.each([
    ['api/search.request', 'limit', 20, 500],
    ['api/trending.query', 'limit', 50, 200],
    ['api/companies-enrich.request', 'limit', 20, 500],
    ['api/contacts-enrich.request', 'limit', 20, 500],
    ['api/companies-bulk.request', 'limit_per_company', 10, 100],
    ['api/contacts-bulk.request', 'limit_per_contact', 10, 100],
    ['api/company-timeline.query', 'limit', 100, 500],
    ['api/contact-timeline.query', 'limit', 50, 200],
    ['api/signal-type-history.query', 'months', 6, 24],
    ['api/logs.query', 'limit', 50, 200],
    ['api/aggregate.request', 'limit', 50, 200],
    ['api/companies-suggest.query', 'limit', 10, 20],
  ])('set in %s for %s the default %i and the maximum %i', (name, property, standard, maximum) => {
    expect(propertyOf(name, property)).toMatchObject({ default: standard, maximum });
  });

  test.each([
    ['api/companies-bulk.request', 'domains', { minItems: 1, maxItems: 100 }],
    ['api/contacts-bulk.request', 'contacts', { minItems: 1, maxItems: 100 }],
    ['api/search.request', 'company_industries', { maxItems: 20 }],
    ['api/search.request', 'offset', { minimum: 0, maximum: 1000 }],
    ['api/search.request', 'query', { maxLength: 2000 }],
    [
      'api/companies-enrich.request',
      'signal_subtypes',
      { maxItems: 25, items: { maxLength: 200 } },
    ],
    ['api/contacts-enrich.request', 'signal_subtypes', { maxItems: 25, items: { maxLength: 200 } }],
    ['api/companies-enrich.request', 'signal_subtype', { maxLength: 200 }],
    ['api/aggregate.request', 'group_by', { minItems: 1, maxItems: 2, uniqueItems: true }],
    ['api/trending.query', 'time_window', { enum: ['24h', '7d', '30d'], default: '7d' }],
  ])('set in %s for %s %j', (name, property, limits) => {
    expect(propertyOf(name, property)).toMatchObject(limits);
  });

  test('declare no default of offset: clients that send defaults would send it with a cursor', () => {
    expect(propertyOf('api/search.request', 'offset')).not.toHaveProperty('default');
  });
});

test('aggregate requests accept the same filters as search requests', () => {
  const ofSearch = schemaNamed('api/search.request');
  const properties = ofSearch.properties ?? {};
  const { query, similar_to, explain, limit, offset, cursor, count_only, ...filters } = properties;
  const ofCount = schemaNamed('api/aggregate.request');
  const { group_by, limit: groups, ...counted } = ofCount.properties ?? {};
  expect(counted).toEqual(filters);
  expect(ofCount['x-ranges']).toEqual(ofSearch['x-ranges']);
});

test('the signal schema accepts exactly the keys of the specification', () => {
  const signal = {
    signal_id: '5b7f6f0e-6d0e-5d0e-8d0e-5b7f6f0e6d0e',
    signal_type: 'news',
    signal_subtype: 'general',
    signal_name: 'General news',
    detected_at: '2026-03-01T00:00:00.000Z',
    association: 'company',
    company: {
      name: null,
      domain: null,
      network_url: null,
      industries: [],
      employee_count_low: null,
      employee_count_high: null,
    },
    contact: null,
    data: { summary: 'Something happened.', url: null },
  };
  const valid = validatorFor('signal');
  expect(valid(signal)).toBe(true);
  expect(valid({ ...signal, score: 0.5 })).toBe(true);
  expect(valid({ ...signal, score: 1.5 })).toBe(false);
  expect(valid({ ...signal, source: 'x' })).toBe(false);
  expect(valid({ ...signal, data: {} })).toBe(false);
  expect(valid({ ...signal, detected_at: '2026-03-01T00:00:00Z' })).toBe(false);
});

/** Returns the names of all schemas that answers consist of. */
function responses(): string[] {
  const names = new Set(all.map(([name]) => name).filter((name) => name.endsWith('.response')));
  names.add('error').add('signal').add('credits');
  // A set also yields names that are added during the loop.
  for (const name of names) {
    const references = JSON.stringify(schemaNamed(name)).matchAll(/"\$ref":"([^"]+)"/g);
    for (const [, to] of references) names.add(referencedName(name, to ?? ''));
  }
  return [...names];
}

function propertyOf(name: string, property: string): JsonSchema | undefined {
  return schemaNamed(name).properties?.[property];
}

/** Returns the properties without a description; a bare reference needs none. */
function undescribed(schema: JsonSchema, path = ''): string[] {
  const properties = Object.entries(schema.properties ?? {});
  const here = properties.filter(([, each]) => !each.description && !each.$ref);
  return [
    ...here.map(([key]) => `${path}/${key}`),
    ...properties.flatMap(([key, each]) => undescribed(each, `${path}/${key}`)),
    ...(schema.items ? undescribed(schema.items, `${path}[]`) : []),
  ];
}

function open(schema: JsonSchema, path = ''): string[] {
  const missing = schema.properties !== undefined && schema.additionalProperties === undefined;
  return [
    ...(missing ? [path || '/'] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
      open(each, `${path}/${key}`),
    ),
    ...(schema.items ? open(schema.items, `${path}[]`) : []),
  ];
}

test.each(all.filter(([name]) => /\.(request|query)$/.test(name)))(
  'schema %s limits the length of every list and text',
  (name) => {
    expect(unlimited(name, schemaNamed(name))).toEqual([]);
  },
);

/** Returns the lists and texts that have no limit. */
function unlimited(name: string, schema: JsonSchema, path = ''): string[] {
  if (schema.$ref !== undefined) {
    const to = referencedName(name, schema.$ref);
    return unlimited(to, schemaNamed(to), path);
  }
  const types = [schema.type].flat();
  const isList = types.includes('array') && schema.maxItems === undefined;
  const isText = types.includes('string') && schema.maxLength === undefined && !schema.enum;
  return [
    ...(isList || isText ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
      unlimited(name, each, `${path}/${key}`),
    ),
    ...(schema.items ? unlimited(name, schema.items, `${path}[]`) : []),
  ];
}
