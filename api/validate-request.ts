/**
 * Turns one location of a request into the typed value its schema describes: defaults filled in,
 * domains, profile URLs, e-mails and dates in one spelling. Reports all faults at once.
 */
import { AppError, type ErrorDetail } from '../shared/errors.js';
import { parseIsoDate } from '../shared/normalise/date.js';
import {
  normaliseDomain,
  normaliseEmail,
  normaliseProfileUrl,
} from '../shared/normalise/identifiers.js';
import { type JsonSchema, referencedName, schemaNamed } from '../shared/schemas.js';
import type { SchemaTypes } from '../shared/types.generated.js';
import { validatorFor } from '../shared/validators.js';
import { describeFaults } from './request-faults.js';

export type RequestSchema = Extract<
  keyof SchemaTypes,
  `api/${string}.request` | `api/${string}.query` | `api/${string}.params`
>;
export type RequestLocation = 'body' | 'query' | 'path';

/** What one location holds; `value` throws when `details` names faults. */
export interface CheckedPart<T> {
  readonly details: readonly ErrorDetail[];
  readonly value: T;
}

/** Validates one location; throws `invalid_request` with every fault. */
export function validate<N extends RequestSchema>(
  name: N,
  location: RequestLocation,
  input: unknown,
): SchemaTypes[N] {
  return checkPart(name, location, input).value;
}

/** Validates one location without throwing, so that several can be refused together. */
export function checkPart<N extends RequestSchema>(
  name: N,
  location: RequestLocation,
  input: unknown,
): CheckedPart<SchemaTypes[N]> {
  const given = input === undefined ? {} : input;
  const candidate = location === 'body' ? given : readParameters(schemaNamed(name), given);
  if (conforms(name, candidate)) {
    return { details: [], value: normalise({ name, schema: schemaNamed(name) }, candidate) };
  }
  const details = describeFaults(name, location, candidate, validatorFor(name).errors ?? []);
  return {
    details,
    get value(): never {
      throw invalidRequest(details);
    },
  };
}

/** Throws `invalid_request` with the faults of all parts, if there are any. */
export function refuseFaults(...parts: readonly CheckedPart<unknown>[]): void {
  const details = parts.flatMap((part) => part.details);
  if (details.length > 0) throw invalidRequest(details);
}

export function invalidRequest(details: readonly ErrorDetail[]): AppError {
  const count = details.length === 1 ? 'a fault' : `${details.length} faults`;
  return new AppError('invalid_request', `The request has ${count}: see details.`, { details });
}

function conforms<N extends RequestSchema>(name: N, value: unknown): value is SchemaTypes[N] {
  return validatorFor(name)(value);
}

/** Parameters arrive as texts; what cannot be read as its type stays as it is and is refused. */
function readParameters(schema: JsonSchema, input: unknown): unknown {
  if (!isRecord(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      readParameter(
        Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined,
        value,
      ),
    ]),
  );
}

function readParameter(schema: JsonSchema | undefined, value: unknown): unknown {
  // A repeated list would pass as an array: null is refused, and named as repeated.
  if (Array.isArray(value)) return schema?.['x-comma-separated'] ? REPEATED : value;
  if (typeof value !== 'string') return value;
  if (schema?.['x-comma-separated']) return value.split(',').map((each) => each.trim());
  if (schema?.type === 'integer' && /^-?\d+$/.test(value)) return Number(value);
  if (schema?.type === 'boolean' && (value === 'true' || value === 'false')) {
    return value === 'true';
  }
  return value;
}

const REPEATED = null;

interface Place {
  name: string;
  schema: JsonSchema;
}

/** A copy with defaults and one spelling per value. Only called on what conforms to the schema. */
function normalise<T>(place: Place, value: T): T {
  const copy = structuredClone(value);
  if (isRecord(copy)) normaliseProperties(place, copy);
  return copy;
}

function normaliseProperties(place: Place, target: Record<string, unknown>): void {
  for (const [key, property] of Object.entries(place.schema.properties ?? {})) {
    const given = Object.hasOwn(target, key) ? target[key] : property.default;
    if (given === undefined) continue;
    // An empty list of a filter does not filter: later code need not tell it from an absent one.
    if (Array.isArray(given) && given.length === 0) delete target[key];
    else target[key] = normaliseValue({ ...place, schema: property }, given);
  }
}

function normaliseValue(place: Place, value: unknown): unknown {
  const at = dereference(place);
  if (typeof value === 'string') return SPELLINGS[at.schema.format ?? '']?.(value) ?? value;
  const items = at.schema.items;
  if (Array.isArray(value)) {
    return items ? value.map((each) => normaliseValue({ ...at, schema: items }, each)) : value;
  }
  if (isRecord(value)) normaliseProperties(at, value);
  return value;
}

function dereference(place: Place): Place {
  if (place.schema.$ref === undefined) return place;
  const name = referencedName(place.name, place.schema.$ref);
  return { name, schema: schemaNamed(name) };
}

const SPELLINGS: Record<string, (text: string) => string | null> = {
  domain: normaliseDomain,
  'profile-url': normaliseProfileUrl,
  'email-address': normaliseEmail,
  'iso-date': normaliseDate,
};

function normaliseDate(text: string): string | null {
  const time = parseIsoDate(text);
  if (time === null) return null;
  // An offset may lead out of the four-digit years, which nothing later could read.
  return new Date(Math.min(Math.max(time, FIRST_MS), LAST_MS)).toISOString();
}

const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
