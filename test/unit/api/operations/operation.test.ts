/** An operation finds all faults of a request before it does any work, and says what the call costs. */
import { describe, expect, test } from 'vitest';
import type { RawRequest, Work } from '../../../../api/operations/operation.js';
import { ADMIN_OPERATIONS, OPERATIONS } from '../../../../api/table/operations.js';
import {
  faultsOf,
  invalid,
  requireValid,
  type Validated,
  valid,
} from '../../../../api/validation/validated.js';
import { AppError, type ErrorDetail } from '../../../../shared/domain/errors.js';

const NOW_MS = Date.parse('2026-06-15T12:00:00Z');
const ALL = [...OPERATIONS, ...ADMIN_OPERATIONS];

function validate(id: string, request: Partial<RawRequest>): Validated<Pick<Work<never>, 'cost'>> {
  const operation = ALL.find((each) => each.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  const whole = { params: {}, query: {}, body: valid(undefined), headerFaults: [], ...request };
  return operation.validate(whole, NOW_MS);
}

const faults = (id: string, request: Partial<RawRequest>) =>
  faultsOf(validate(id, request)).map(
    ({ location, field, code }) => `${location} ${field} ${code}`,
  );

function fault(location: ErrorDetail['location'], code: string): ErrorDetail {
  return { field: '', location, code, message: '', meta: {} };
}

describe('Faults of a request', () => {
  test('are reported together for path and query', () => {
    const request = { params: { domain: '!' }, query: { limit: '0' } };
    expect(faults('readCompanyTimeline', request)).toEqual([
      'query limit too_small',
      'path domain invalid_format',
    ]);
    expect(() => requireValid(validate('readCompanyTimeline', request))).toThrow(AppError);
  });

  test('include those of the headers', () => {
    const found = [fault('header', 'too_long')];
    expect(faults('searchSignals', { body: valid({ limit: 0 }), headerFaults: found })).toEqual([
      'body limit too_small',
      'header  too_long',
    ]);
    expect(faults('searchSignals', { headerFaults: found })).toEqual(['header  too_long']);
  });

  test('do not mention the fields of a body that cannot be read', () => {
    const body = invalid([fault('body', 'malformed_json')]);
    expect(faults('enrichCompanies', { query: { x: '1' }, body })).toEqual([
      'query x unknown_field',
      'body  malformed_json',
    ]);
    expect(faults('readCredits', { body })).toEqual(['body  malformed_json']);
  });

  test('include those that no schema can find', () => {
    const params = { account_id: 'acme', key_id: '!' };
    const body = valid({ expires_at: '2026-01-01', grace_seconds: 0 });
    expect(faults('rotateKey', { params, query: { x: '1' }, body })).toContain(
      'body expires_at invalid_range',
    );
    const range = { since: '2020-01-01', interval: 'hour' };
    expect(faults('readUsage', { query: range })).toEqual(['query since invalid_range']);
  });
});

describe('Price of a valid request', () => {
  const cost = (id: string, request: Partial<RawRequest>) =>
    requireValid(validate(id, request)).cost;

  test('is known before the work if the request determines it', () => {
    const domains = ['a.example', 'b.example', 'a.example'];
    const bulk = cost('enrichCompanies', { body: valid({ domains }) });
    expect(bulk).toMatchObject({ name: 'companies/bulk', units: 3 });
    expect(bulk?.unitsOf(1)).toBe(3);
    expect(cost('searchSignals', { body: valid({ count_only: true }) })).toBeNull();
    expect(cost('searchSignals', {})).toMatchObject({ name: 'search', units: 1 });
    expect(cost('readCredits', {})).toBeNull();
  });

  test('is calculated from the number of results otherwise', () => {
    const contact = cost('enrichContact', { body: valid({ contact_email: 'a@b.example' }) });
    expect(contact?.units).toBeNull();
    expect(contact?.unitsOf(7)).toBe(7);
    const intent = cost('scoreCompanies', { body: valid({ query: 'q' }) });
    expect([intent?.unitsOf(0), intent?.unitsOf(9)]).toEqual([0, 1]);
  });

  test('is described in words with the amount from the price table', () => {
    const priced = OPERATIONS.filter(({ price }) => price !== null);
    expect(Object.fromEntries(priced.map(({ id, price }) => [id, price]))).toMatchObject({
      searchSignals: '1 credit per call',
      enrichContact: '2 credits per returned signal',
      scoreContacts: '5 credits per call with at least one result',
    });
  });
});
