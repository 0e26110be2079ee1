/**
 * Assembles the OpenAPI 3.1 document from the operations and the schema files. Validation and
 * generated types use the same files, so the document cannot differ from the behaviour.
 */
import type { ErrorCode } from '../../shared/domain/errors.js';
import { referencedName, schemaNamed } from '../../shared/domain/schemas/schemas.js';
import { HTTP_STATUS } from '../http/handle-error.js';
import { API_VERSION, type Operation } from '../operations/operation.js';
import { ADMIN_OPERATIONS, OPERATIONS } from '../table/operations.js';
import { describedAlternatives } from '../validation/code-names.js';
import { MAX_IDEMPOTENCY_KEY } from '../validation/limits.js';
import { errorExample } from './error-example.js';
import { operationFacts } from './operation-facts.js';
import { ACCOUNT_HEADERS, REQUEST_ID, RETRY_AFTER, successHeaders } from './response-headers.js';

type Json = Record<string, unknown>;

export const API_TITLE = 'Signals Service';
export const API_DESCRIPTION =
  'Business signals about companies and people. Signals can be searched by meaning, filtered, counted and followed over time. Requests with unknown fields or parameters are rejected. Unknown values are `null`. Timestamps are in UTC. An answer may have 32 MB: a request for more is rejected (`too_big`), free of charge.';

const IDEMPOTENCY_KEY_TEXT = [
  'For 24 hours, the same request with the same key returns the first response again, free of charge.',
  'Responds 400 if the key is used for another request to this path, and 409 with `Retry-After` while the first request is running.',
  'A response above 1 MB is not stored: within 10 minutes of the charge it is computed again, up to five',
  'times, from current data and free of charge. After that, the request is charged as a new',
  'call. The response of a free call is not stored.',
].join(' ');
const ADMIN_SECRET = 'The secret of `SIGNALS_ADMIN_KEY`.';

/** Makes the document. Admin operations are hidden from everybody unless `withAdmin` is true. */
export function openApiDocument({ withAdmin = false } = {}): Json {
  const operations: readonly Operation[] = withAdmin
    ? [...OPERATIONS, ...ADMIN_OPERATIONS]
    : OPERATIONS;
  return {
    openapi: '3.1.0',
    info: {
      title: API_TITLE,
      version: API_VERSION,
      description: API_DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [
      ...[...new Set(OPERATIONS.map(tagOf))].map((name) => ({ name })),
      ...(withAdmin ? [ADMIN_TAG] : []),
    ],
    paths: pathsObject(operations),
    components: {
      schemas: componentSchemas(operations),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
        ...(withAdmin && ADMIN_SCHEMES),
      },
    },
  };
}

const ADMIN_TAG = {
  name: 'Admin',
  description:
    'For operators, with the secret of `SIGNALS_ADMIN_KEY`. If it is not set, these endpoints respond 404.',
};

const ADMIN_SCHEMES = {
  adminKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: ADMIN_SECRET },
  adminBearer: { type: 'http', scheme: 'bearer', description: ADMIN_SECRET },
};

/** Errors that every endpoint can return. */
const SHARED_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'rate_limited',
  'internal_error',
  'unavailable',
];

const PAID_ERRORS: readonly ErrorCode[] = ['credits_exhausted', 'conflict'];

function pathsObject(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = documentedPath(operation);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation) };
  }
  return paths;
}

/** Returns the path with placeholders in the notation of OpenAPI, for example `{signal_id}`. */
export function documentedPath({ path }: Pick<Operation, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Returns the heading of an operation: those whose paths begin alike belong together. */
export function tagOf({ path, access }: Pick<Operation, 'path' | 'access'>): string {
  if (access === 'operator') return ADMIN_TAG.name;
  return TAGS[path.split('/')[2] ?? ''] ?? 'Account';
}

const TAGS: Readonly<Record<string, string>> = {
  signals: 'Signals',
  companies: 'Companies',
  contacts: 'Contacts',
  intent: 'Intent',
};

function operationObject(operation: Operation): Json {
  const { summary, description } = operation;
  const isAdmin = operation.access === 'operator';
  const success = successHeaders(operation);
  const paidErrors = operation.price === null ? [] : PAID_ERRORS;
  const errors = [...new Set([...SHARED_ERRORS, ...paidErrors, ...operation.errors])];
  return {
    operationId: operation.id,
    tags: [tagOf(operation)],
    summary,
    description: `${description}\n\n${operationFacts(operation, Object.keys(success), errors)}`,
    ...(isAdmin && { security: [{ adminKey: [] }, { adminBearer: [] }] }),
    parameters: parameters(operation),
    ...(operation.body && {
      requestBody: {
        required: needsBody(operation.body),
        content: { 'application/json': schemaOf([operation.body]) },
      },
    }),
    responses: {
      [operation.status]: {
        description: 'Success.',
        headers: success,
        content: { ...successContent(operation), ...csvContent(operation) },
      },
      ...errorResponses(operation, errors, isAdmin ? {} : ACCOUNT_HEADERS),
    },
  };
}

/** True if a body is required. Without required fields, a missing body means the defaults. */
function needsBody(schema: string): boolean {
  const { required = [], 'x-one-of-required': oneOf } = schemaNamed(schema);
  return required.length > 0 || oneOf !== undefined;
}

function parameters(operation: Operation): Json[] {
  const path = operation.params ? parametersOf(operation.params, 'path') : [];
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description: IDEMPOTENCY_KEY_TEXT,
    schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY },
  };
  const paid = operation.price === null ? [] : [idempotencyKey];
  return [...path, ...parametersOf(operation.query, 'query'), ...paid];
}

function parametersOf(name: string, location: 'path' | 'query'): Json[] {
  const schema = schemaNamed(name);
  return Object.entries(schema.properties ?? {}).map(([property, { description, ...rest }]) => ({
    name: property,
    in: location,
    description,
    required: location === 'path' || (schema.required ?? []).includes(property),
    ...(rest['x-comma-separated'] && { style: 'form', explode: false }),
    schema: rest,
  }));
}

/** True if the response says when to repeat the call. A conflict of a free call does not end. */
function isRetriable(code: ErrorCode, { price }: Operation): boolean {
  return code === 'conflict' ? price !== null : code === 'rate_limited' || code === 'unavailable';
}

/** Describes errors. All of them, except that of a wrong key, have `accountHeaders`. */
function errorResponses(
  operation: Operation,
  codes: readonly ErrorCode[],
  accountHeaders: Json,
): Json {
  return Object.fromEntries(
    codes.map((code) => [
      HTTP_STATUS[code],
      {
        description: code,
        headers: {
          ...REQUEST_ID,
          ...(code !== 'unauthorized' && accountHeaders),
          ...(isRetriable(code, operation) && RETRY_AFTER),
        },
        content: {
          'application/json': { ...schemaOf(['error']), example: errorExample(code, operation) },
        },
      },
    ]),
  );
}

function csvContent({ csvExample }: Operation): Json {
  if (!csvExample) return {};
  return { 'text/csv': { schema: { type: 'string' }, example: csvExample() } };
}

function schemaOf(names: readonly string[]): Json {
  const references = names.map((name) => ({ $ref: componentReference(name) }));
  return { schema: references.length === 1 ? references[0] : { anyOf: references } };
}

/** Returns the schemas of an answer, with an example of each. */
function successContent({ method, responses }: Operation): Json {
  // What is deleted or revoked is the last example of its schema.
  const at = method === 'DELETE' ? -1 : 0;
  const examples = responses.map((name) => [
    titleOf(name),
    { value: schemaNamed(name).examples?.at(at) },
  ]);
  return {
    'application/json': { ...schemaOf(responses), examples: Object.fromEntries(examples) },
  };
}

/** Returns all schemas that the operations use, by title. */
function componentSchemas(operations: readonly Operation[]): Json {
  const pending = operations.flatMap(({ body, responses }) => [
    ...responses,
    ...(body ? [body] : []),
  ]);
  const names = new Set<string>(['error', ...pending]);
  const components: [title: string, schema: unknown][] = [];
  // asComponent adds the names of nested references, which the loop then reaches.
  for (const name of names) {
    const { $schema: _dialect, examples, ...schema } = schemaNamed(name);
    // The operations have the examples of answers.
    const shown = examples && !name.endsWith('.response') ? { ...schema, examples } : schema;
    components.push([titleOf(name), asComponent(name, shown, names)]);
  }
  return Object.fromEntries(components.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * Turns references between files into references between components, and adds the names that they
 * refer to, to `names`.
 */
function asComponent(name: string, value: unknown, names: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => asComponent(name, each, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]: [string, unknown]) => {
    if (key !== '$ref' || typeof each !== 'string') return [key, asComponent(name, each, names)];
    const referenced = referencedName(name, each);
    names.add(referenced);
    return [key, componentReference(referenced)];
  });
  return {
    ...Object.fromEntries(entries),
    ...describedAlternatives(value),
    ...exampleOf(value),
  };
}

/** Gives timestamps an example: tools would make a text of the pattern that is no time. */
function exampleOf(schema: object): Json {
  const isTime = Reflect.get(schema, 'format') === 'date-time';
  return isTime ? { examples: ['2026-01-31T12:00:00.000Z'] } : {};
}

function componentReference(name: string): string {
  return `#/components/schemas/${titleOf(name)}`;
}

function titleOf(name: string): string {
  const { title } = schemaNamed(name);
  if (title === undefined) throw new Error(`schema ${name} has no title`);
  return title;
}
