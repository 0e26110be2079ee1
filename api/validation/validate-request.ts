/**
 * Turns one location of a request into the typed value its schema describes: defaults filled in,
 * domains, profile URLs, e-mails and dates in one spelling. Reports all faults at once.
 */
import { AppError, type ErrorDetail } from '../../shared/domain/errors.js';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import {
  normaliseDomain,
  normaliseEmail,
  normaliseProfileUrl,
} from '../../shared/domain/normalise/identifiers.js';
import { type JsonSchema, schemaNamed } from '../../shared/domain/schemas/schemas.js';
import type { SchemaTypes } from '../../shared/domain/schemas/types.generated.js';
import { validatorFor } from '../../shared/domain/schemas/validators.js';
import type { RawRequest } from '../http/request-context.js';
import { MAX_LISTED_FAULTS } from './limits.js';
import { describeFaults } from './request-faults.js';
import { dereference, placeNamed, type SchemaPlace } from './schema-place.js';
import { withinLimits } from './within-limits.js';

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
  const read = location === 'body' ? given : readParameters(schemaNamed(name), given);
  const candidate = withinLimits(name, read);
  if (conforms(name, candidate)) {
    return { details: [], value: normalise(placeNamed(name), candidate) };
  }
  const details = describeFaults(name, location, candidate, validatorFor(name).errors ?? []);
  return {
    details,
    get value(): never {
      throw invalidRequest(details);
    },
  };
}

/** The schemas of the parts that a request has. */
export interface RequestSchemas {
  params?: RequestSchema;
  query: RequestSchema;
  body?: RequestSchema;
}

/** Every fault that schemas can find in a request; nothing of it is carried out. */
export function faultsOf(schemas: RequestSchemas, request: RawRequest): ErrorDetail[] {
  const { params, query, body } = schemas;
  return [
    ...(params ? checkPart(params, 'path', request.params).details : []),
    ...checkPart(query, 'query', request.query).details,
    ...(body ? checkPart(body, 'body', request.body).details : []),
  ];
}

/** Throws `invalid_request` with the faults of all parts, if there are any. */
export function refuseFaults(...parts: readonly CheckedPart<unknown>[]): void {
  const details = parts.flatMap((part) => part.details);
  if (details.length > 0) throw invalidRequest(details);
}

export function invalidRequest(details: readonly ErrorDetail[]): AppError {
  const { length } = details;
  const listed = details.slice(0, MAX_LISTED_FAULTS);
  const count = length === 1 ? 'a fault' : `${length} faults`;
  const message =
    listed.length < length
      ? `The request has at least ${length} faults: details has the first ${listed.length}.`
      : `The request has ${count}: see details.`;
  return new AppError('invalid_request', message, { details: listed });
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

/** A copy with defaults and one spelling per value. Only called on what conforms to the schema. */
function normalise<T>(place: SchemaPlace, value: T): T {
  const copy = structuredClone(value);
  if (isRecord(copy)) normaliseProperties(place, copy);
  return copy;
}

function normaliseProperties(place: SchemaPlace, target: Record<string, unknown>): void {
  for (const [key, property] of Object.entries(place.schema.properties ?? {})) {
    const given = Object.hasOwn(target, key) ? target[key] : property.default;
    if (given === undefined) continue;
    // An empty list of a filter does not filter: later code need not tell it from an absent one.
    if (Array.isArray(given) && given.length === 0) delete target[key];
    else target[key] = normaliseValue({ ...place, schema: property }, given);
  }
}

function normaliseValue(place: SchemaPlace, value: unknown): unknown {
  const at = dereference(place);
  if (typeof value === 'string') return SPELLINGS[at.schema.format ?? '']?.(value) ?? value;
  const items = at.schema.items;
  if (Array.isArray(value)) {
    return items ? value.map((each) => normaliseValue({ ...at, schema: items }, each)) : value;
  }
  if (isRecord(value)) normaliseProperties(at, value);
  return value;
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
