/** Translates validation errors into those of the API, with the field, a code and the remedy. */
import type { ErrorObject } from 'ajv';
import { ACCOUNT_ID_RULE } from '../../shared/domain/billing/account-id.js';
import type { ErrorDetail } from '../../shared/domain/errors.js';
import { codeNames } from './code-names.js';
import { MAX_NAME_CHARACTERS } from './limits.js';

type Location = ErrorDetail['location'];
type Fault = Pick<ErrorDetail, 'code' | 'message' | 'meta'> & { property?: string };

/** The errors must be those of a validator that adds the value and its schema to each of them. */
export function describeFaults(location: Location, errors: readonly ErrorObject[]): ErrorDetail[] {
  const details = errors.map((error): ErrorDetail => {
    const { property, code, message, meta } = faultOf(error, location);
    const field = fieldOf(error, property);
    const subject = field === '' ? `The ${location}` : `\`${field}\``;
    return { field, location, code, message: `${subject} ${message}`, meta };
  });
  return oneFaultPerField(details);
}

function faultOf(error: ErrorObject, location: Location): Fault {
  const { keyword, params, data, parentSchema } = error;
  const limit: unknown = params.limit;
  switch (keyword) {
    case 'required':
      return { ...fault('required', 'is required.'), property: params.missingProperty };
    case 'additionalProperties':
      return { ...unknownField(parentSchema?.properties), property: params.additionalProperty };
    case 'type':
      return typeFault(String(params.type), location, data);
    case 'format':
      return formatFault(String(params.format), location);
    case 'enum': {
      const allowed: unknown[] = params.allowedValues;
      return fault('invalid_enum', `must be one of ${allowed.join(', ')}.`, { allowed });
    }
    case 'minimum':
      return fault('too_small', `must be at least ${limit}.`, { min: limit });
    case 'maximum':
      return fault('too_big', `must be at most ${limit}.`, { max: limit });
    case 'minLength':
    case 'pattern':
      // The only pattern in the schemas of requests requires a text that is not blank.
      return fault('too_short', `must not be blank. ${GIVE_OR_OMIT}`, { min: 1 });
    case 'maxLength':
      return fault('too_long', `must have at most ${limit} characters.`, { max: limit });
    case 'minItems':
      return fault('too_few_items', `must have at least ${entries(Number(limit))}.`, {
        min: limit,
      });
    case 'maxItems':
      return fault('too_many_items', `must have at most ${entries(Number(limit))}.`, {
        max: limit,
      });
    case 'uniqueItems':
      return fault('too_many_items', 'must have each entry only once.');
    default:
      return crossFieldFault(error);
  }
}

function entries(count: number): string {
  return count === 1 ? 'one entry' : `${count} entries`;
}

/** Describes errors of the keywords that check several fields. */
function crossFieldFault({ keyword, params, parentSchema, instancePath }: ErrorObject): Fault {
  if (keyword === 'not') {
    // The only schemas that must not match are those of fields of which one may be given.
    const [other, property] = parentSchema?.not?.required ?? [];
    const message = `cannot be combined with \`${other}\`. Give one of them.`;
    const fields = [property, other];
    return { ...fault('one_of_required', message, { fields }), property };
  }
  if (keyword === 'x-one-of-required') {
    const fields: string[] = params.fields;
    return fault('one_of_required', `must have at least one of ${codeNames(fields)}.`, { fields });
  }
  if (keyword === 'x-ranges') {
    const { from, to: property } = params;
    const to = fieldOf({ instancePath }, property);
    const remedy = params.exclusive
      ? `Both are outside the range, so \`${to}\` must be at least 2 ms later.`
      : `\`${to}\` must be the greater value.`;
    const message = `and \`${to}\` define an empty range. ${remedy}`;
    return { ...fault('invalid_range', message, { from, to: property }), property: from };
  }
  if (keyword === 'x-cursor-excludes') {
    const fields: string[] = params.beside;
    const message = `cannot be combined with ${codeNames(fields)}.`;
    return { ...fault('invalid_cursor', message, { fields }), property: 'cursor' };
  }
  throw new Error(`no message is defined for the schema keyword ${keyword}`);
}

function fault(code: string, message: string, meta: Record<string, unknown> = {}): Fault {
  return { code, message, meta };
}

function typeFault(expected: string, location: Location, value: unknown): Fault {
  const meta = { expected };
  if (Array.isArray(value) && location === 'query') {
    return fault('invalid_type', `must be given only once, as ${TYPE_NAMES[expected]}.`, meta);
  }
  const remedy = value === null ? `, not null. ${GIVE_OR_OMIT}` : '.';
  return fault('invalid_type', `must be ${TYPE_NAMES[expected]}${remedy}`, meta);
}

const GIVE_OR_OMIT = 'Give a value, or omit the field if it is optional.';

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  'string,null': 'a string or null',
  number: 'a number',
  integer: 'an integer',
  'integer,null': 'an integer or null',
  boolean: 'true or false',
  array: 'an array',
  object: 'a JSON object',
};

/** What may be wrong with a date in a query string, where + means a space. */
export const PLUS_REMEDY = ' Write + as %2B.';

function formatFault(format: string, location: Location): Fault {
  if (format === 'cursor') {
    return fault(
      'invalid_cursor',
      'must be a `next_cursor` that this service returned. Start again without a cursor.',
    );
  }
  const more = format === 'iso-date' && location === 'query' ? PLUS_REMEDY : '';
  return fault('invalid_format', `must be ${FORMAT_NAMES[format]}.${more}`, { format });
}

const FORMAT_NAMES: Record<string, string> = {
  'account-id': ACCOUNT_ID_RULE,
  'one-line': 'one line without control characters and marks of text direction',
  domain: 'a domain, for example acme.example',
  'profile-url': 'a profile URL, for example network.example/company/acme',
  'email-address': 'an email address, for example name@acme.example',
  uuid: 'the `signal_id` of a signal, which is a UUID',
  day: 'a day, for example 2026-03-01',
  'iso-date': 'an ISO 8601 date (2026-03-01) or a timestamp with offset (2026-03-01T09:30:00Z)',
};

function unknownField(properties: object = {}): Fault {
  const known = Object.keys(properties);
  const remedy =
    known.length === 0 ? 'No fields are allowed here.' : `Known fields: ${codeNames(known)}.`;
  return fault('unknown_field', `is unknown. ${remedy}`, { known });
}

/**
 * Keeps one error per field. A value can break several rules at once (blank, too short, not a
 * domain); only the first one in the order of `CODES_BY_PRIORITY` is reported.
 */
function oneFaultPerField(details: readonly ErrorDetail[]): ErrorDetail[] {
  const kept = new Map<string, ErrorDetail>();
  for (const detail of details) {
    const key = detail.field === '' ? `\n${detail.code}` : detail.field;
    const other = kept.get(key);
    if (!other || rank(detail) < rank(other)) kept.set(key, detail);
  }
  return [...kept.values()].filter((detail) => !isConsequence(detail, kept));
}

/** True for an empty range whose upper end has another error, so that the range says nothing. */
function isConsequence(detail: ErrorDetail, kept: ReadonlyMap<string, ErrorDetail>): boolean {
  if (detail.code !== 'invalid_range') return false;
  const parent = detail.field.slice(0, -String(detail.meta.from).length);
  return kept.has(`${parent}${detail.meta.to}`);
}

function rank(detail: ErrorDetail): number {
  const place = CODES_BY_PRIORITY.indexOf(detail.code);
  return place === -1 ? CODES_BY_PRIORITY.length : place;
}

/** Codes of errors, the most important one first. All other codes come after them. */
const CODES_BY_PRIORITY = [
  'invalid_type',
  'invalid_enum',
  'too_short',
  'too_long',
  'invalid_format',
  'too_small',
];

/** Returns the name of the value of an error, or of one of its properties: `filters.limit`. */
function fieldOf({ instancePath }: Pick<ErrorObject, 'instancePath'>, property?: string): string {
  const path = instancePath.split('/').slice(1);
  if (property !== undefined) path.push(property);
  return path.map(pathStep).join('').replace(/^\./, '');
}

function pathStep(segment: string): string {
  if (/^\d+$/.test(segment)) return `[${segment}]`;
  if (/^[A-Za-z_][\w-]{0,199}$/.test(segment)) return `.${segment}`;
  return `[${JSON.stringify(segment.slice(0, MAX_NAME_CHARACTERS))}]`;
}
