/**
 * Checks requests and responses against Qdrant's published OpenAPI document: the whole one if it is
 * beside the checkout, otherwise the part in `test/fixtures`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { packageRoot } from '../../shared/domain/package-root.js';

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Json } } };
  responses: Record<string, { content?: { 'application/json': { schema: Json } } }>;
}

type Json = Record<string, unknown>;

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

const WHOLE = join(packageRoot(), '../shared/qdrant-openapi.json');
const RECORDED = join(packageRoot(), 'test/fixtures/qdrant-openapi.json');

type QdrantChecks = ReturnType<typeof compileChecks>;

/** By path: each fake server of a process uses the same checks, because compiling them is slow. */
const compiled = new Map<string, QdrantChecks>();

/** Returns the checks of one document; each returns the violations it finds. */
export function createQdrantChecks(path = existsSync(WHOLE) ? WHOLE : RECORDED): QdrantChecks {
  const checks = compiled.get(path) ?? compileChecks(path);
  compiled.set(path, checks);
  return checks;
}

function compileChecks(path: string) {
  const document: OpenApi = JSON.parse(readFileSync(path, 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(jsonSchemaOf(document), 'qdrant');
  const operations = new Map<string, ReturnType<typeof findOperation>>();
  const operationOf = (call: Call) => {
    const name = `${call.method} ${call.path}`;
    const found = operations.get(name) ?? findOperation(document, call);
    operations.set(name, found);
    return found;
  };
  const faultsOf = (pointer: string, value: unknown): string[] => {
    const validate = ajv.getSchema(`qdrant#${pointer}`);
    if (!validate) return [`no schema at ${pointer}`];
    return validate(value) ? [] : [ajv.errorsText(validate.errors)];
  };
  return {
    request(call: Call): string[] {
      const found = operationOf(call);
      if (!found) return [`${call.method} ${call.path} is not an endpoint`];
      const { operation, pointer } = found;
      const known = new Set(operation.parameters?.map(({ name }) => name));
      const faults = [...call.query.keys()]
        .filter((name) => !known.has(name))
        .map((name) => `no query parameter ${name}`);
      const schema = operation.requestBody?.content['application/json'].schema;
      if (!schema) return call.body === undefined ? faults : [...faults, 'a body is not expected'];
      const body = `${pointer}/requestBody/content/application~1json/schema`;
      return [...faults, ...faultsOf(body, call.body), ...unknownKeys(document, schema, call.body)];
    },
    response(call: Call, status: number, body: unknown): string[] {
      const found = operationOf(call);
      if (status >= 400) return faultsOf('/components/schemas/ErrorResponse', body);
      return found
        ? faultsOf(`${found.pointer}/responses/200/content/application~1json/schema`, body)
        : [`${call.method} ${call.path} is not an endpoint`];
    },
  };
}

function findOperation(document: OpenApi, { method, path }: Pick<Call, 'method' | 'path'>) {
  const parts = path.split('/');
  const fits = (template: string): boolean => {
    const own = template.split('/');
    return (
      own.length === parts.length && own.every((each, at) => /^\{/.test(each) || each === parts[at])
    );
  };
  // Prefers a fixed path to one with a parameter: `/collections/aliases`.
  const [template] = Object.keys(document.paths)
    .filter((each) => fits(each) && document.paths[each]?.[method.toLowerCase()])
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const operation = template && document.paths[template]?.[method.toLowerCase()];
  if (!template || !operation) return null;
  const escaped = template
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/[{}]/g, encodeURIComponent);
  return { template, operation, pointer: `/paths/${escaped}/${method.toLowerCase()}` };
}

/** Finds unknown fields. Qdrant ignores them, so a misspelt one would have no effect. */
function unknownKeys(document: OpenApi, schema: Json, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const known = new Set(keysOf(document, schema));
  return Object.keys(body)
    .filter((key) => !known.has(key))
    .map((key) => `no field ${key}`);
}

function keysOf(document: OpenApi, schema: Json): string[] {
  const { $ref, anyOf, oneOf, properties } = schema;
  if (typeof $ref === 'string') {
    const target = document.components.schemas[$ref.split('/').at(-1) ?? ''];
    return target ? keysOf(document, target) : [];
  }
  const branches = [anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? each : []));
  return [...Object.keys(properties ?? {}), ...branches.flatMap((each) => keysOf(document, each))];
}

/** Converts `nullable` of OpenAPI 3.0 to the type null of JSON Schema. */
function jsonSchemaOf(value: unknown): Json {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null || !('nullable' in each)) return each;
    const { nullable, ...rest } = each as Json;
    if (nullable !== true) return rest;
    if (Object.keys(rest).length === 0) return { type: 'null' };
    return typeof rest.type === 'string' ? { ...rest, type: [rest.type, 'null'] } : rest;
  });
}
