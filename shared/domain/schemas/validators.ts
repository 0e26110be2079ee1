/**
 * Compiles the validators of schemas, with the project's formats and keywords, once per process.
 */
import { _, Ajv2020, type KeywordCxt, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isAccountId } from '../billing/account-id.js';
import { decodeCursor } from '../cursor.js';
import { parseIsoDate } from '../normalise/date.js';
import { normaliseDomain, normaliseEmail, normaliseProfileUrl } from '../normalise/identifiers.js';
import { once } from '../once.js';
import { linearPattern } from './linear-regexp.js';
import { schemaNamed, schemas, schemaUri } from './schemas.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the validator of a schema, for example `api/search.request`. Throws if there is none. */
export function validatorFor(name: string): ValidateFunction {
  const validate = sharedAjv().getSchema(schemaUri(name));
  if (!validate) throw new Error(`schema ${name} does not exist`);
  return validate;
}

/** Throws if the value is not a valid JSON Schema. */
export function requireSchema(schema: object): void {
  void sharedAjv().validateSchema(schema, true);
}

/**
 * Compiles a schema that is not part of the project, such as that of a feed. Throws if it is
 * invalid, or if one of its patterns cannot be searched in linear time.
 */
export function compileSchema(schema: object): ValidateFunction {
  // The shared instance checks it, because compiling the meta-schema takes far longer than any
  // other.
  requireSchema(schema);
  const options = { code: { regExp: linearPattern }, meta: false, validateSchema: false };
  return createAjv(options).compile(schema);
}

/** Returns the validator of environment variables, which converts numbers and sets defaults. */
export function environmentValidator(): ValidateFunction {
  const options = {
    // It runs once, so optimising its code takes longer than it saves.
    code: { optimize: false },
    coerceTypes: true,
    useDefaults: true,
    meta: false,
    validateSchema: false,
  };
  return createAjv(options).compile(schemaNamed('environment'));
}

const sharedAjv = once(() => {
  // A test validates them against the meta-schema, which takes long to compile. `verbose` adds the
  // value and its schema to each error.
  const ajv = createAjv({ validateSchema: false, verbose: true });
  for (const [name, schema] of schemas()) ajv.addSchema(schema, schemaUri(name));
  return ajv;
});

function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: true,
    allowUnionTypes: true,
    // Types are often given next to, not inside, `anyOf` branches and nullable enums.
    strictTypes: false,
    strictRequired: false,
    ...options,
  });
  formats.default(ajv, ['date-time', 'uuid', 'uri']);
  ajv.addFormat('domain', (text) => normaliseDomain(text) !== null);
  ajv.addFormat('profile-url', (text) => normaliseProfileUrl(text) !== null);
  ajv.addFormat('email-address', (text) => normaliseEmail(text) !== null);
  ajv.addFormat('account-id', isAccountId);
  // Control characters, and those that reverse the text after them, would spoil terminals and logs.
  ajv.addFormat('one-line', /^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u);
  ajv.addFormat('cursor', (text) => decodeCursor(text) !== null);
  ajv.addFormat('day', (text) => DAY.test(text) && parseIsoDate(text) !== null);
  ajv.addFormat('iso-date', (text) => parseIsoDate(text) !== null);
  ajv.addKeyword({ keyword: 'x-comma-separated', schemaType: 'boolean' });
  addObjectKeyword(ajv, 'x-one-of-required', findMissingAlternative);
  addObjectKeyword(ajv, 'x-ranges', findReversedRanges);
  addObjectKeyword(ajv, 'x-cursor-excludes', findCursorConflict);
  return ajv;
}

type Fault = { message: string; params: Record<string, unknown> };
type FindFaults = (schema: unknown, data: Record<string, unknown>) => Fault[];

/**
 * Adds a keyword of this project that checks several properties of one object. Errors are added to
 * the earlier ones one by one: if the keyword had `errors` of its own, the validator would copy all
 * of them each time.
 */
function addObjectKeyword(ajv: Ajv2020, keyword: string, find: FindFaults): void {
  ajv.addKeyword({
    keyword,
    type: 'object',
    schemaType: 'array',
    error: {
      message: ({ params }) => _`${params.fault}.message`,
      params: ({ params }) => _`${params.fault}.params`,
    },
    code(context: KeywordCxt) {
      const { gen, data, schemaValue } = context;
      const finder = gen.scopeValue('func', { ref: find });
      gen.forOf('fault', _`${finder}(${schemaValue}, ${data})`, (fault) => {
        context.error(false, { fault });
      });
    },
  });
}

/** Requires at least one of the listed properties. */
function findMissingAlternative(schema: unknown, data: Record<string, unknown>): Fault[] {
  const fields = namesOf(schema);
  if (fields.some((field) => data[field] !== undefined)) return [];
  return [{ message: `must have at least one of ${fields.join(', ')}`, params: { fields } }];
}

/**
 * Requires `from` not to be above `to`: dates or numbers. With `exclusive`, neither end belongs to
 * the range, so a whole millisecond must lie between them.
 */
function findReversedRanges(schema: unknown, data: Record<string, unknown>): Fault[] {
  return rangesOf(schema).flatMap(({ from, to, exclusive = false }) => {
    const low = orderOf(data[from], 'down');
    const high = orderOf(data[to], 'up');
    const isValid = low === null || high === null || high - low >= (exclusive ? 2 : 0);
    if (isValid) return [];
    return [{ message: `${from} must be less than ${to}`, params: { from, to, exclusive } }];
  });
}

/** A cursor continues its query, so it cannot be combined with the listed properties. */
function findCursorConflict(schema: unknown, data: Record<string, unknown>): Fault[] {
  if (data.cursor === undefined) return [];
  const beside = namesOf(schema).filter((field) => data[field] !== undefined);
  if (beside.length === 0) return [];
  return [{ message: `cursor cannot be combined with ${beside.join(', ')}`, params: { beside } }];
}

function namesOf(schema: unknown): string[] {
  return Array.isArray(schema) ? schema.filter((each) => typeof each === 'string') : [];
}

interface Range {
  from: string;
  to: string;
  exclusive?: boolean;
}

export function rangesOf(schema: unknown): readonly Range[] {
  return Array.isArray(schema) ? schema : [];
}

function orderOf(value: unknown, rounding: 'down' | 'up'): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? parseIsoDate(value, rounding) : null;
}
