/**
 * Reads the JSON Schemas, the single source of shapes, limits and defaults. A schema's name is its path
 * below `schemas/` without the extension: `signal`, `api/search.request`, `events/filing`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isObject } from '../is-object.js';
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
  'x-comma-separated'?: boolean;
  'x-one-of-required'?: string[];
  [keyword: string]: unknown;
}

/** Every schema by name, sorted by name; read once. */
export function schemas(): ReadonlyMap<string, JsonSchema> {
  loaded ??= readSchemas(join(packageRoot(), 'schemas'));
  return loaded;
}

export function schemaNamed(name: string): JsonSchema {
  const schema = schemas().get(name);
  if (schema === undefined) throw new Error(`schema ${name} does not exist`);
  return schema;
}

/** The same with what its references refer to in their place, so that its reader need not follow them. */
export function wholeSchema(name: string): JsonSchema {
  const made = whole.get(name) ?? withoutReferences(name, schemaNamed(name));
  whole.set(name, made);
  return made;
}

const whole = new Map<string, JsonSchema>();

/** A reference has nothing beside it, and none leads back to itself. */
function withoutReferences<T>(name: string, value: T): T;
function withoutReferences(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutReferences(name, each));
  if (!isSchema(value)) return value;
  if (value.$ref !== undefined) return wholeSchema(referencedName(name, value.$ref));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutReferences(name, each)]));
}

/** The name that a `$ref` inside the schema `from` means: relative file paths, like a browser's. */
export function referencedName(from: string, ref: string): string {
  return new URL(ref, schemaUri(from)).pathname.slice(1).replace(/\.json$/, '');
}

/** Under this address a schema is known to the validator, so that relative references resolve. */
export function schemaUri(name: string): string {
  return `https://schemas.example/${name}.json`;
}

let loaded: ReadonlyMap<string, JsonSchema> | undefined;

function readSchemas(folder: string): ReadonlyMap<string, JsonSchema> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort();
  return new Map(files.map((file) => [schemaName(file), readSchema(join(folder, file))]));
}

function schemaName(file: string): string {
  return file.slice(0, -'.json'.length).split(sep).join('/');
}

function readSchema(path: string): JsonSchema {
  const schema: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isSchema(schema)) throw new Error(`${path} is not a JSON Schema object`);
  return schema;
}

export function isSchema(value: unknown): value is JsonSchema {
  return isObject(value);
}
