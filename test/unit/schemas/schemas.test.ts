/** House rules for schema files, and the limits and defaults of the specification. */
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

test.each(all)('%s is a schema and compiles', (name, schema) => {
  expect(() => requireSchema(schema)).not.toThrow();
  expect(validatorFor(name)).toBeTypeOf('function');
});

test('titles are type names and unique', () => {
  const titles = all.map(([, schema]) => schema.title ?? '');
  expect(titles.filter((title) => !/^[A-Z][A-Za-z0-9]*$/.test(title))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

test.each(all)('%s describes itself and its properties', (_name, schema) => {
  expect(schema.description).toBeTruthy();
  expect(undescribed(schema)).toEqual([]);
});

test.each(api)('%s says of every object whether it takes more properties', (_name, schema) => {
  expect(open(schema)).toEqual([]);
});

test.each(responses())('%s requires every key but those that depend on the request', (name) => {
  const { properties = {}, required = [] } = schemaNamed(name);
  const optional =
    { signal: ['score', 'explanation'], 'signal-type-entry': ['count', 'subtypes'] }[name] ?? [];
  expect(Object.keys(properties).filter((key) => !required.includes(key))).toEqual(optional);
});

describe('the limits of the specification', () => {
  test.each([
    ['api/search.request', 'limit', 20, 500],
    ['api/search.request', 'offset', 0, 1000],
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
  ])('%s %s defaults to %i and ends at %i', (name, property, standard, maximum) => {
    expect(propertyOf(name, property)).toMatchObject({ default: standard, maximum });
  });

  test.each([
    ['api/companies-bulk.request', 'domains', { minItems: 1, maxItems: 100 }],
    ['api/contacts-bulk.request', 'contacts', { minItems: 1, maxItems: 100 }],
    ['api/search.request', 'company_industries', { maxItems: 20 }],
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
  ])('%s %s', (name, property, limits) => {
    expect(propertyOf(name, property)).toMatchObject(limits);
  });
});

test('signals are counted by every filter of a search', () => {
  const ofSearch = schemaNamed('api/search.request');
  const properties = ofSearch.properties ?? {};
  const { query, similar_to, explain, limit, offset, cursor, count_only, ...filters } = properties;
  const ofCount = schemaNamed('api/aggregate.request');
  const { group_by, limit: groups, ...counted } = ofCount.properties ?? {};
  expect(counted).toEqual(filters);
  expect(ofCount['x-ranges']).toEqual(ofSearch['x-ranges']);
});

test('a signal has exactly the keys of the specification', () => {
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

/** Every schema that an answer is made of. */
function responses(): string[] {
  const names = new Set(all.map(([name]) => name).filter((name) => name.endsWith('.response')));
  names.add('error').add('signal').add('credits');
  // A set yields what is added while it is walked.
  for (const name of names) {
    const references = JSON.stringify(schemaNamed(name)).matchAll(/"\$ref":"([^"]+)"/g);
    for (const [, to] of references) names.add(referencedName(name, to ?? ''));
  }
  return [...names];
}

function propertyOf(name: string, property: string): JsonSchema | undefined {
  return schemaNamed(name).properties?.[property];
}

/** A bare reference is described by what it refers to. */
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
  '%s says how long every list and text may be',
  (name) => {
    expect(unlimited(name, schemaNamed(name))).toEqual([]);
  },
);

/** Lists and texts that nothing but the size of a body limits. */
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
