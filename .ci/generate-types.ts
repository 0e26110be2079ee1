/**
 * Writes `shared/domain/schemas/types.generated.ts` from every file below `schemas/`; with `--check` it
 * only fails when the committed file differs. `SchemaTypes` maps each schema's name to its type.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { packageRoot } from '../shared/domain/package-root.js';
import { type JsonSchema, schemas } from '../shared/domain/schemas/schemas.js';

const target = join(packageRoot(), 'shared/domain/schemas/types.generated.ts');
const generated = await generateTypes();
if (generated === current()) {
  console.error('shared/domain/schemas/types.generated.ts is up to date');
} else if (process.argv.includes('--check')) {
  console.error(
    'shared/domain/schemas/types.generated.ts differs from schemas/: run `npm run generate`',
  );
  process.exitCode = 1;
} else {
  writeFileSync(target, generated);
  console.error('shared/domain/schemas/types.generated.ts written');
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
    bannerComment: '/** Generated from schemas/ by .ci/generate-types.ts; do not edit. */',
    cwd: `${join(packageRoot(), 'schemas')}/`,
    $refOptions: { resolve: { file: { read: ({ url }) => describeValidated(url) } } },
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 100 },
    unreachableDefinitions: false,
  });
}

/** Validation fills defaults in, so a request field with a default is always there afterwards. */
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

function current(): string {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return '';
  }
}
