/**
 * Turns one location of a request (body, query or path) into the typed value of its schema, with
 * defaults and with normalised domains, profile URLs, emails and dates. Reports all errors at once.
 */
import type { ErrorDetail } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import {
  normaliseDomain,
  normaliseEmail,
  normaliseProfileUrl,
} from '../../shared/domain/normalise/identifiers.js';
import { type JsonSchema, wholeSchema } from '../../shared/domain/schemas/schemas.js';
import type { SchemaTypes } from '../../shared/domain/schemas/types.generated.js';
import { rangesOf, validatorFor } from '../../shared/domain/schemas/validators.js';
import { cutToLimits } from './cut-to-limits.js';
import { describeFaults } from './describe-faults.js';
import { invalid, type Validated, valid } from './validated.js';

export type RequestSchema = Extract<
  keyof SchemaTypes,
  `api/${string}.request` | `api/${string}.query` | `api/${string}.params`
>;
export type RequestLocation = 'body' | 'query' | 'path';

/** The type of a location, by the name of its schema. `undefined` if there is no schema. */
export type TypeOf<N extends RequestSchema | undefined> = N extends RequestSchema
  ? SchemaTypes[N]
  : undefined;

/**
 * Validates one location. Returns its errors instead of throwing them, so that the errors of
 * several locations can be reported together. `moreFaults` returns errors that the schema cannot
 * find.
 */
export function validatePart<N extends RequestSchema | undefined>(
  name: N | undefined,
  location: RequestLocation,
  input: unknown,
  moreFaults: (value: TypeOf<N>) => readonly ErrorDetail[] = () => [],
): Validated<TypeOf<N>> {
  const candidate = name && cutToLimits(name, readInput(name, location, input));
  if (conforms(name, candidate)) {
    const value = name ? normalise(wholeSchema(name), candidate) : candidate;
    const faults = moreFaults(value);
    return faults.length > 0 ? invalid(faults) : valid(value);
  }
  if (!name) throw new Error('the value has no schema');
  return invalid(describeFaults(location, validatorFor(name).errors ?? []));
}

function conforms<N extends RequestSchema | undefined>(
  name: N | undefined,
  value: unknown,
): value is TypeOf<N> {
  return name === undefined ? value === undefined : validatorFor(name)(value);
}

/**
 * Returns the value to validate: the body, or an empty object if there is none; or the parameters,
 * converted from text to the types in their schema.
 */
function readInput(name: RequestSchema, location: RequestLocation, input: unknown): unknown {
  const value = input === undefined ? {} : input;
  return location === 'body' ? value : readParameters(wholeSchema(name), value);
}

/** Converts the texts of parameters to their types. Others stay, so that they are rejected. */
function readParameters({ properties = {} }: JsonSchema, input: unknown): unknown {
  if (!isObject(input)) return input;
  const entries = Object.entries(input).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, readParameter(schema, value)];
  });
  return Object.fromEntries(entries);
}

function readParameter(schema: JsonSchema | undefined, value: unknown): unknown {
  // Many generated clients repeat the parameter for each entry of a list.
  if (schema?.['x-comma-separated']) return entriesOf(value);
  if (typeof value !== 'string') return value;
  if (schema?.type === 'integer' && /^-?\d+$/.test(value)) return Number(value);
  if (schema?.type === 'boolean' && (value === 'true' || value === 'false')) {
    return value === 'true';
  }
  return value;
}

function entriesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap(entriesOf);
  return typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value;
}

/** Returns a copy with defaults and one spelling per value. The value must be valid. */
function normalise<T>(schema: JsonSchema, value: T): T {
  const copy = structuredClone(value);
  if (isObject(copy)) normaliseProperties(schema, copy);
  return copy;
}

function normaliseProperties(
  { properties = {}, 'x-ranges': ranges }: JsonSchema,
  target: Record<string, unknown>,
): void {
  const ends = new Set(rangesOf(ranges).map(({ to }) => to));
  for (const [key, property] of Object.entries(properties)) {
    const value = Object.hasOwn(target, key) ? target[key] : property.default;
    if (value === undefined) continue;
    // An empty list does not filter. It is removed, so that later code need not handle it.
    if (Array.isArray(value) && value.length === 0) delete target[key];
    else if (ends.has(key) && typeof value === 'string') target[key] = normaliseDate(value, 'up');
    else target[key] = normaliseValue(property, value);
  }
}

function normaliseValue(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') return NORMALISERS[schema.format ?? '']?.(value) ?? value;
  const { items } = schema;
  if (Array.isArray(value)) {
    return items ? value.map((each) => normaliseValue(items, each)) : value;
  }
  if (isObject(value)) normaliseProperties(schema, value);
  return value;
}

const NORMALISERS: Record<string, (text: string) => string | null> = {
  domain: normaliseDomain,
  'profile-url': normaliseProfileUrl,
  'email-address': normaliseEmail,
  'iso-date': (text) => normaliseDate(text, 'down'),
};

function normaliseDate(text: string, rounding: 'down' | 'up'): string | null {
  const time = parseIsoDate(text, rounding);
  if (time === null) return null;
  // A time zone offset can lead out of the four-digit years, which nothing else could read.
  return new Date(Math.min(Math.max(time, FIRST_MS), LAST_MS)).toISOString();
}

const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
