/** Invalid requests are rejected with all faults at once; valid ones come out typed, with defaults, normalised. */
import { describe, expect, test } from 'vitest';
import {
  type RequestLocation,
  type RequestSchema,
  validatePart,
} from '../../../../api/validation/validate-part.js';
import { faultsOf, requireValid } from '../../../../api/validation/validated.js';
import { AppError } from '../../../../shared/domain/errors.js';
import { schemaNamed, schemas } from '../../../../shared/domain/schemas/schemas.js';

const isRequest = (name: string): name is RequestSchema =>
  /^api\/.*\.(request|query|params)$/.test(name);

function faults(name: RequestSchema, location: RequestLocation, input: unknown): string[] {
  return faultsOf(validatePart(name, location, input)).map(({ field, code }) => `${field} ${code}`);
}

function validate<N extends RequestSchema>(name: N, location: RequestLocation, input: unknown) {
  return requireValid(validatePart(name, location, input));
}

const search = (body: unknown) => faults('api/search.request', 'body', body);
const trending = (query: unknown) => faults('api/trending.query', 'query', query);

describe('validatePart: values', () => {
  test('fills in defaults, even without a body', () => {
    expect(validate('api/search.request', 'body', undefined)).toEqual({
      limit: 20,
      explain: false,
      count_only: false,
    });
  });

  test('normalises identifiers and dates', () => {
    const value = validate('api/search.request', 'body', {
      company_domain: ' https://user@WWW.Bücher.example:8080/x?y ',
      contact_email: ' Ada@Acme.Example ',
      contact_network_url: 'https://www.network.example/in/Ada/?ref=1',
      detected_after: '2026-03-01',
      detected_before: '2026-03-01T10:00:00+02:00',
    });
    expect(value).toMatchObject({
      company_domain: 'xn--bcher-kva.example',
      contact_email: 'ada@acme.example',
      contact_network_url: 'network.example/in/ada',
      detected_after: '2026-03-01T00:00:00.000Z',
      detected_before: '2026-03-01T08:00:00.000Z',
    });
  });

  test('normalises every entry of a bulk request', () => {
    expect(
      validate('api/contacts-bulk.request', 'body', {
        contacts: [{ contact_email: 'A@B.example' }],
      }),
    ).toEqual({ contacts: [{ contact_email: 'a@b.example' }], limit_per_contact: 10 });
    expect(
      validate('api/companies-bulk.request', 'body', { domains: ['WWW.A.example'] }).domains,
    ).toEqual(['a.example']);
  });

  test('converts parameters to their types', () => {
    expect(
      validate('api/company-timeline.query', 'query', { limit: '7', signal_types: 'news, sec-8k' }),
    ).toEqual({ limit: 7, signal_types: ['news', 'sec-8k'] });
    expect(validate('api/signal-types.query', 'query', { include_counts: 'true' })).toEqual({
      include_counts: true,
    });
  });

  test('drops an empty list in a body, so that it does not filter', () => {
    expect(validate('api/search.request', 'body', { signal_types: [] })).not.toHaveProperty(
      'signal_types',
    );
  });

  test('leaves its input unchanged', () => {
    const input = { domains: ['WWW.A.example'] };
    validate('api/companies-bulk.request', 'body', input);
    expect(input).toEqual({ domains: ['WWW.A.example'] });
  });

  test('rounds the end of a range up to a whole millisecond, so that it keeps what is before', () => {
    const ends = (body: object) => {
      const value = validate('api/search.request', 'body', body);
      return [value.detected_after, value.detected_before];
    };
    const fine = '2026-03-01T00:00:00.000500Z';
    expect(ends({ detected_after: fine })).toEqual(['2026-03-01T00:00:00.000Z', undefined]);
    expect(ends({ detected_before: fine })).toEqual([undefined, '2026-03-01T00:00:00.001Z']);
    expect(ends({ detected_before: '2026-03-01T00:00:00.000000Z' })).toEqual([
      undefined,
      '2026-03-01T00:00:00.000Z',
    ]);
    expect(ends({ detected_after: fine, detected_before: '2026-03-01T00:00:00.0015Z' })).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T00:00:00.002Z',
    ]);
    expect(validate('api/logs.query', 'query', { since: fine, before: '2026-03-02' }).since).toBe(
      '2026-03-01T00:00:00.000Z',
    );
    expect(validate('api/logs.query', 'query', { before: fine }).before).toBe(
      '2026-03-01T00:00:00.001Z',
    );
  });

  test('keeps a date in the supported years even if its UTC offset leads out of them', () => {
    expect(
      validate('api/search.request', 'body', { detected_after: '0000-01-01T00:00:00+01:00' })
        .detected_after,
    ).toBe('0000-01-01T00:00:00.000Z');
  });
});

describe('validatePart: faults', () => {
  test('reports all faults at once, one for each field', () => {
    expect(
      search({ query: ' ', limit: 501, offset: -1, association: 'people', unknown: 1 }).sort(),
    ).toEqual([
      'association invalid_enum',
      'limit too_big',
      'offset too_small',
      'query too_short',
      'unknown unknown_field',
    ]);
  });

  test.each([
    [{ query: '' }, 'query too_short'],
    [{ query: 'x'.repeat(2001) }, 'query too_long'],
    [{ query: null }, 'query invalid_type'],
    [{ limit: '20' }, 'limit invalid_type'],
    [{ limit: 1.5 }, 'limit invalid_type'],
    [{ company_domain: '' }, 'company_domain too_short'],
    [{ company_domain: 'no domain' }, 'company_domain invalid_format'],
    [{ company_domain: '10.0.0.1' }, 'company_domain invalid_format'],
    [{ contact_email: 'nobody' }, 'contact_email invalid_format'],
    [{ detected_after: '2026-02-30' }, 'detected_after invalid_format'],
    [{ detected_after: '2026-03-01T10:00:00' }, 'detected_after invalid_format'],
    [{ company_industries: Array(21).fill('x') }, 'company_industries too_many_items'],
    [{ signal_types: [''] }, 'signal_types[0] too_short'],
    [{ signal_types: 'news' }, 'signal_types invalid_type'],
    [
      { detected_after: '2026-03-01', detected_before: '2026-03-01' },
      'detected_after invalid_range',
    ],
    [
      // Both ends are outside the range, so no whole millisecond is in it.
      { detected_after: '2026-03-01', detected_before: '2026-03-01T00:00:00.001Z' },
      'detected_after invalid_range',
    ],
    [{ detected_after: '2026-02-28T12:30:60Z' }, 'detected_after invalid_format'],
    [{ employee_count_min: 2, employee_count_max: 1 }, 'employee_count_min invalid_range'],
    [{ cursor: 'c', query: 'q' }, 'cursor invalid_cursor'],
    [{ cursor: 'c', offset: 0 }, 'cursor invalid_cursor'],
    [JSON.parse('{"__proto__":1}'), '__proto__ unknown_field'],
    [[], ' invalid_type'],
    [null, ' invalid_type'],
    ['text', ' invalid_type'],
  ])('rejects the search body %j', (body, fault) => {
    expect(search(body)).toEqual([fault]);
  });

  test('accepts a closed range with equal ends', () => {
    expect(search({ employee_count_min: 5, employee_count_max: 5 })).toEqual([]);
  });

  test('does not compare the ends of a range if one of them is invalid', () => {
    const filters = { employee_count_min: 5, employee_count_max: -1 };
    expect(faults('api/intent-companies.request', 'body', { query: 'q', filters })).toEqual([
      'filters.employee_count_max too_small',
    ]);
    expect(search({ detected_after: 5, detected_before: 3 }).sort()).toEqual([
      'detected_after invalid_type',
      'detected_before invalid_type',
    ]);
  });

  test.each(['1.0', '0x10', '', ' 5', '1e2', '+5'])('rejects %j as a whole number', (limit) => {
    expect(trending({ limit })).toEqual(['limit invalid_type']);
  });

  test('rejects a repeated parameter, even for a list', () => {
    expect(trending({ limit: ['1', '2'] })).toEqual(['limit invalid_type']);
  });

  test('rejects an empty list parameter, which would widen the result', () => {
    expect(trending({ signal_types: '' })).toEqual(['signal_types[0] too_short']);
  });

  test('reads a list parameter that is repeated for its entries', () => {
    const readTypes = (signal_types: unknown) =>
      validatePart('api/trending.query', 'query', { signal_types });
    const expected = readTypes('news,sec-8k,sec-10k');
    expect(expected).toMatchObject({ value: { signal_types: ['news', 'sec-8k', 'sec-10k'] } });
    expect(readTypes(['news', 'sec-8k,sec-10k'])).toEqual(expected);
    expect(trending({ signal_types: ['news', { x: 'sec-8k' }] })).toEqual([
      'signal_types[1] invalid_type',
    ]);
  });

  test.each([
    ['body', 'api/search.request', '`query` must be a string.'],
    ['query', 'api/companies-suggest.query', '`q` must be given only once, as a string.'],
  ] as const)('explains for a list in the %s what is expected', (location, name, message) => {
    const [detail] = faultsOf(validatePart(name, location, { query: ['x'], q: ['x'] })).filter(
      ({ code }) => code === 'invalid_type',
    );
    expect(detail?.message).toBe(message);
  });

  test('has a message for every type and format in the request schemas', () => {
    const requests = [...schemas().keys()].filter((name) => isRequest(name));
    expect(requests.length).toBeGreaterThan(20);
    for (const name of requests) {
      const fields = Object.keys(schemaNamed(name).properties ?? {});
      for (const wrong of [{}, '§', '\u0000']) {
        const input = Object.fromEntries(fields.map((field) => [field, wrong]));
        const messages = faultsOf(validatePart(name, 'body', input)).map(({ message }) => message);
        expect(messages.join('\n'), name).not.toContain('undefined');
      }
    }
  });

  test.each(['', ' ', '\u200b', '\u0000', '\u2060\u2060', '\u00ad', '\ufffd'])(
    'rejects invisible text as blank: %j',
    (query) => {
      expect(search({ query })).toEqual(['query too_short']);
      expect(search({ query: `${query}\ud83d\ude80` })).toEqual([]);
    },
  );

  test('rejects a question beside a signal, also if other fields are wrong', () => {
    const similar = { similar_to: '00000000-0000-4000-8000-000000000000', query: 'layoffs' };
    expect(search(similar)).toEqual(['similar_to one_of_required']);
    expect(search({ ...similar, limit: 0, signal_types: 5 }).sort()).toEqual([
      'limit too_small',
      'signal_types invalid_type',
      'similar_to one_of_required',
    ]);
  });

  test('requires one identifier and reports a blank one as a single fault', () => {
    expect(faults('api/companies-enrich.request', 'body', {})).toEqual([' one_of_required']);
    expect(faults('api/companies-enrich.request', 'body', { domain: '' })).toEqual([
      'domain too_short',
    ]);
  });

  test('lists the alternative fields if one of them is required', () => {
    const [detail] = faultsOf(validatePart('api/contact-timeline.query', 'query', {}));
    expect(detail).toMatchObject({
      location: 'query',
      meta: { fields: ['contact_email', 'contact_network_url'] },
    });
  });

  test('names the entries of a bulk request by their index', () => {
    expect(
      faults('api/contacts-bulk.request', 'body', {
        contacts: [{}, { contact_email: 'x' }, { contact_email: 'a@b.example', y: 1 }, 5],
      }).sort(),
    ).toEqual([
      'contacts[0] one_of_required',
      'contacts[1].contact_email invalid_format',
      'contacts[2].y unknown_field',
      'contacts[3] invalid_type',
    ]);
  });

  test('gives the limit in the message and in the meta data of a fault', () => {
    const [detail] = faultsOf(validatePart('api/search.request', 'body', { limit: 501 }));
    expect(detail).toEqual({
      field: 'limit',
      location: 'body',
      code: 'too_big',
      message: '`limit` must be at most 500.',
      meta: { max: 500 },
    });
  });

  test('makes requireValid throw an error with all faults', () => {
    const path = validatePart('api/company-timeline.params', 'path', { domain: '!' });
    expect(() => requireValid(path)).toThrow(AppError);
    expect(() => requireValid(path)).toThrow(expect.objectContaining({ details: faultsOf(path) }));
  });

  test('rejects any parameter of an endpoint that has none', () => {
    expect(faults('api/no-query.query', 'query', { limit: '5' })).toEqual(['limit unknown_field']);
  });
});
