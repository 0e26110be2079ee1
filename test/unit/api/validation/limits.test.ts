/** Oversized requests are rejected for the same reasons as others, at the cost of ordinary ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonInSlices } from '../../../../api/http/json-in-slices.js';
import { shapeFault } from '../../../../api/request/read-body.js';
import { cutToLimits } from '../../../../api/validation/cut-to-limits.js';
import {
  MAX_BODY_DEPTH,
  MAX_LISTED_FAULTS,
  MAX_OBJECT_FIELDS,
  MAX_UNKNOWN_FIELDS,
} from '../../../../api/validation/limits.js';
import { validatePart } from '../../../../api/validation/validate-part.js';
import { faultsOf, invalidRequest } from '../../../../api/validation/validated.js';
import { validatorFor } from '../../../../shared/domain/schemas/validators.js';

/** Returns objects and lists in turn; the innermost is empty. */
const nested = (levels: number): unknown => {
  let value: unknown = [];
  for (let level = 1; level < levels; level += 1) value = level % 2 ? { a: value } : [value];
  return value;
};
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`u${at}`, at]));
const refusalOf = (body: unknown) => shapeFault(body)?.details;

describe('Shape of a request body', () => {
  it('is rejected if it is nested too deep, even by 200,000 levels', () => {
    expect(refusalOf(nested(MAX_BODY_DEPTH))).toBeUndefined();
    for (const levels of [MAX_BODY_DEPTH + 1, 200_000]) {
      expect(refusalOf(nested(levels))).toMatchObject([
        { location: 'body', code: 'too_big', meta: { max_depth: MAX_BODY_DEPTH } },
      ]);
    }
  });

  it('is rejected if any object has one field too many, but not for a long array', () => {
    const most = fields(MAX_OBJECT_FIELDS);
    expect(refusalOf({ a: [most, most] })).toBeUndefined();
    expect(refusalOf({ a: [{ ...most, more: 1 }] })).toMatchObject([
      { code: 'too_big', meta: { max_fields: MAX_OBJECT_FIELDS } },
    ]);
    expect(refusalOf(Array(200_000).fill(1))).toBeUndefined();
  });

  it.each([undefined, null, 'text', 1, true, [], {}])('is accepted for %j', (body) => {
    expect(refusalOf(body)).toBeUndefined();
  });
});

describe('Validation of an oversized request', () => {
  it('limits the number of faults and says that there are more', () => {
    const contacts = Array.from({ length: 5_000 }, () => ({ a: 1, contact_email: 'x' }));
    const details = faultsOf(validatePart('api/contacts-bulk.request', 'body', { contacts }));
    expect(details.map(({ field }) => field).slice(0, 1)).toEqual(['contacts']);
    expect(details.length).toBeLessThan(300);
    const many = faultsOf(validatePart('api/search.request', 'body', fields(900)));
    expect(many).toHaveLength(MAX_UNKNOWN_FIELDS);
    const refusal = invalidRequest(many);
    expect(refusal.details).toHaveLength(MAX_LISTED_FAULTS);
    expect(refusal.message).toBe(
      `The request has at least ${MAX_UNKNOWN_FIELDS} errors. \`details\` has the first ${MAX_LISTED_FAULTS}.`,
    );
  });

  it('reports all 201 faults of an ordinary bulk request', () => {
    const contacts = Array.from({ length: 100 }, () => ({ a: 1, contact_email: 'x' }));
    const details = faultsOf(validatePart('api/contacts-bulk.request', 'body', { contacts, x: 1 }));
    expect(invalidRequest(details).details).toHaveLength(201);
  });

  it('cuts a request without breaking other rules, and leaves a valid one unchanged', () => {
    const text = fc.string({ unit: 'binary', maxLength: 450 });
    const body = fc.record(
      {
        signal_types: fc.array(text, { maxLength: 110 }),
        company_industries: fc.array(fc.oneof(text, fc.integer()), { maxLength: 30 }),
        signal_subtype: text,
        query: fc.nat(4_100).map((length) => '😀'.repeat(length / 2)),
        unknown: fc.anything({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    );
    const validate = validatorFor('api/search.request');
    const rulesOf = (value: unknown) => {
      validate(value);
      const broken = (validate.errors ?? []).map(
        ({ keyword, instancePath }) => `${instancePath.split('/')[1]} ${keyword}`,
      );
      return { isValid: broken.length === 0, broken: new Set(broken) };
    };
    fc.assert(
      fc.property(body, (value) => {
        const cut = cutToLimits('api/search.request', value);
        const whole = rulesOf(value);
        const left = rulesOf(cut);
        expect(left.isValid).toBe(whole.isValid);
        for (const rule of left.broken) expect(whole.broken).toContain(rule);
        if (whole.isValid) expect(cut).toEqual(value);
      }),
      { numRuns: 40 },
    );
  });

  it('treats __proto__ as an ordinary unknown field', () => {
    const body: unknown = JSON.parse('{"__proto__":1,"signal_types":[1,2,3]}');
    const long = { signal_types: Array(200).fill(''), ...Object(body) };
    expect(Object.keys(Object(cutToLimits('api/search.request', long)))).toContain('signal_types');
    const details = faultsOf(validatePart('api/search.request', 'body', body));
    expect(details.map(({ field }) => field)).toContain('__proto__');
  });
});

it('custom schema keywords collect 40,000 faults in linear time', () => {
  const validate = validatorFor('api/contacts-bulk.request');
  const startedMs = performance.now();
  validate({ contacts: Array.from({ length: 40_000 }, () => ({})) });
  expect(validate.errors).toHaveLength(40_001);
  // Copying all faults for each new one would take half a minute.
  expect(performance.now() - startedMs).toBeLessThan(4_000);
});

describe('jsonInSlices', () => {
  it('writes the same text as JSON.stringify', async () => {
    const json = fc.anything({ values: [fc.constant(undefined), fc.string(), fc.double()] });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), json), async (answer) => {
        expect(await jsonInSlices(answer)).toBe(JSON.stringify(answer));
      }),
    );
  });

  it('lets timers run while it writes a large answer', async () => {
    const signal = { data: { summary: 'x'.repeat(1_000) } };
    const signals = Array.from({ length: 30_000 }, () => signal);
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 1);
    await jsonInSlices({ results: [{ signals }] });
    clearInterval(others);
    expect(turns).toBeGreaterThan(0);
  });
});
