/**
 * Reads the JSON Schemas, the single source of shapes, limits and defaults. A schema's name is its
 * path below `schemas/` without the extension: `signal`, `api/search.request`, `events/filing`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isObject } from '../is-object.js';
import { once } from '../once.js';
import { packageRoot } from '../package-root.js';

export interface JsonSchema {
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  $ref?: string;
  examples?: unknown[];
  'x-comma-separated'?: boolean;
  'x-one-of-required'?: string[];
  [keyword: string]: unknown;
}

/** Returns every schema, keyed and sorted by name. They are read once. */
export const schemas = once(() => readSchemas(join(packageRoot(), 'schemas')));

/** Returns a schema. Throws if it does not exist. */
export function schemaNamed(name: string): JsonSchema {
  const schema = schemas().get(name);
  if (schema === undefined) throw new Error(`schema ${name} does not exist`);
  return schema;
}

/** Returns a schema in which references are replaced by the schemas that they refer to. */
export function wholeSchema(name: string): JsonSchema {
  const schema = wholeSchemas.get(name) ?? withoutReferences(name, schemaNamed(name));
  wholeSchemas.set(name, schema);
  return schema;
}

const wholeSchemas = new Map<string, JsonSchema>();

/** Relies on references that have no other keywords next to them and are never circular. */
function withoutReferences<T>(name: string, value: T): T;
function withoutReferences(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutReferences(name, each));
  if (!isSchema(value)) return value;
  if (value.$ref !== undefined) return wholeSchema(referencedName(name, value.$ref));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutReferences(name, each)]));
}

/**
 * Returns the name of the schema that a `$ref` in the schema `from` refers to. References are
 * relative paths of files, resolved as browsers resolve URLs.
 */
export function referencedName(from: string, ref: string): string {
  return new URL(ref, schemaUri(from)).pathname.slice(1).replace(/\.json$/, '');
}

/** Returns the address of a schema in the validator, which makes relative references resolve. */
export function schemaUri(name: string): string {
  return `https://schemas.example/${name}.json`;
}

function readSchemas(folder: string): ReadonlyMap<string, JsonSchema> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort();
  const read = new Map(
    files.map((file): [string, JsonSchema] => {
      const schema: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      if (!isSchema(schema)) throw new Error(`${file} is not a JSON Schema object`);
      return [file.slice(0, -'.json'.length).split(sep).join('/'), schema];
    }),
  );
  return new Map([...read].map(([name, schema]) => [name, withWholeExamples(name, schema, read)]));
}

/**
 * Returns a schema whose examples are complete. In a file, `{"$ref": "../signal.json#/examples/1",
 * "score": 0.6}` stands for the second example of a signal, with this score.
 */
function withWholeExamples(
  name: string,
  schema: JsonSchema,
  all: ReadonlyMap<string, JsonSchema>,
): JsonSchema {
  if (schema.examples === undefined) return schema;
  const whole = (from: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => whole(from, each));
    if (!isObject(value)) return value;
    const { $ref: ref, ...own } = value;
    const entries = Object.entries(own).map(([key, each]) => [key, whole(from, each)]);
    if (typeof ref !== 'string') return Object.fromEntries(entries);
    const [file = '', at = ''] = ref.split('#/examples/');
    const to = referencedName(from, file);
    const example = whole(to, all.get(to)?.examples?.[Number(at)]);
    if (!isObject(example)) throw new Error(`schema ${from} refers to no example: ${ref}`);
    return { ...example, ...Object.fromEntries(entries) };
  };
  return { ...schema, examples: schema.examples.map((each) => whole(name, each)) };
}

export function isSchema(value: unknown): value is JsonSchema {
  return isObject(value);
}
