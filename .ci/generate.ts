/**
 * Writes the generated files. With `--check` it writes nothing, and fails if a committed file
 * differs. The files are:
 *
 * - `shared/domain/schemas/types.generated.ts` from every file below `schemas/`; `SchemaTypes` maps
 *   each schema's name to its type.
 * - `api/signals/ranking/relevance/products.generated.ts` from the WebAssembly text next to it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import startWabt from 'wabt';
import { packageRoot } from '../shared/domain/package-root.js';
import { type JsonSchema, schemas } from '../shared/domain/schemas/schemas.js';

const PRODUCTS = 'api/signals/ranking/relevance/products';
const isCheck = process.argv.includes('--check');
write('shared/domain/schemas/types.generated.ts', await generateTypes());
write(`${PRODUCTS}.generated.ts`, await compileProducts());

function write(path: string, content: string): void {
  const target = join(packageRoot(), path);
  if (content === current(target)) console.error(`${path} is up to date`);
  else if (isCheck) {
    console.error(`${path} differs from what it is made from: run \`npm run generate\``);
    process.exitCode = 1;
  } else {
    writeFileSync(target, content);
    console.error(`${path} written`);
  }
}

async function compileProducts(): Promise<string> {
  const source = `${PRODUCTS}.wat`;
  const wabt = await startWabt();
  const text = wabt.parseWat(source, readFileSync(join(packageRoot(), source), 'utf8'), {
    simd: true,
  });
  const bytes = Buffer.from(text.toBinary({}).buffer).toString('base64');
  const lines = bytes.match(/.{1,80}/g) ?? [];
  return [
    `/** Compiled from ${source} by .ci/generate.ts; do not edit. */`,
    'export const PRODUCTS =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}

function generateTypes(): Promise<string> {
  const names = [...schemas().keys()];
  const root = {
    title: 'SchemaTypes',
    type: 'object' as const,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `${name}.json` }])),
    required: names,
    additionalProperties: false,
  };
  return compile(root, 'SchemaTypes', {
    bannerComment: '/** Generated from schemas/ by .ci/generate.ts; do not edit. */',
    cwd: `${join(packageRoot(), 'schemas')}/`,
    $refOptions: { resolve: { file: { read: ({ url }) => describeValidated(url) } } },
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 100 },
    unreachableDefinitions: false,
  });
}

/**
 * Returns a schema as its values are after validation, which fills in defaults: a field with a
 * default in the schema of a request is then always present.
 */
function describeValidated(url: string): string {
  const name = new URL(url, 'file:///').pathname.split('/schemas/').at(-1) ?? '';
  const schema = schemas().get(name.replace(/\.json$/, ''));
  if (schema === undefined) throw new Error(`${url} is not a schema of this project`);
  if (!name.startsWith('api/')) return JSON.stringify(schema);
  return JSON.stringify({ ...schema, required: alwaysPresent(schema) });
}

function alwaysPresent(schema: JsonSchema): string[] {
  const properties = Object.entries(schema.properties ?? {});
  const withDefault = properties.filter(([, property]) => property.default !== undefined);
  return [...new Set([...(schema.required ?? []), ...withDefault.map(([name]) => name)])];
}

function current(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
