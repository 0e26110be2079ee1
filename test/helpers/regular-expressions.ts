/**
 * Finds every regular expression that the service runs on texts from outside: literals in the
 * sources, those that modules put together when they are loaded, patterns of schemas and of rules
 * for content tags.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SyntaxKind } from 'typescript/unstable/ast';
import { createScanner } from 'typescript/unstable/ast/scanner';
import { loadContentTags } from '../../ingest/values/content-tags.js';
import { isObject } from '../../shared/domain/is-object.js';
import { packageRoot } from '../../shared/domain/package-root.js';

export interface FoundExpression {
  /** Path of its file, from the package's root. */
  path: string;
  expression: RegExp;
}

const SOURCES = ['api', 'cli', 'ingest', 'shared'];
const GENERATED = /\.generated\.ts$/;
/** After these tokens, a slash is a division. */
const OPERANDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
]);

export async function findRegularExpressions(): Promise<FoundExpression[]> {
  const literals = filesUnder(SOURCES, '.ts')
    .filter((path) => !GENERATED.test(path))
    .flatMap((path) => literalsOf(path));
  const patterns = filesUnder(['schemas'], '.json').flatMap((path) =>
    patternsOf(JSON.parse(textOf(path))).map((pattern) => ({
      path,
      expression: new RegExp(pattern, 'u'),
    })),
  );
  const tags = loadContentTags().flatMap(({ every, none }) =>
    [...every, ...none].map((expression) => ({ path: 'seeds/content-tags.json', expression })),
  );
  const all = [...literals, ...(await builtAtLoad()), ...patterns, ...tags];
  return [...new Map(all.map((found) => [String(found.expression), found])).values()];
}

/** Returns the files that build regular expressions, which are not literals in the sources. */
export function filesWithBuiltExpressions(): string[] {
  return filesUnder(SOURCES, '.ts').filter((path) => textOf(path).includes('new RegExp('));
}

/** Modules that put expressions together when they, or modules that they import, are loaded. */
const BUILDING_AT_LOAD = [
  'api/signals/ranking/times/time-parts.ts',
  'api/signals/ranking/amounts/number-parts.ts',
  'api/signals/ranking/words/plain-words.ts',
];

/** Records the expressions that modules build while they are loaded for the first time. */
async function builtAtLoad(): Promise<FoundExpression[]> {
  const { RegExp: original } = globalThis;
  const found: FoundExpression[] = [];
  try {
    for (const path of BUILDING_AT_LOAD) {
      globalThis.RegExp = new Proxy(original, {
        construct(target, args, newTarget) {
          const expression: RegExp = Reflect.construct(target, args, newTarget);
          found.push({ path, expression });
          return expression;
        },
      });
      await import(join(packageRoot(), path));
    }
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

function literalsOf(path: string): FoundExpression[] {
  const scanner = createScanner(true, undefined, textOf(path));
  const found: FoundExpression[] = [];
  /** Open braces in each `${…}` around the token. */
  const templates: number[] = [];
  let before = SyntaxKind.Unknown;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    const slash = kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
    if (slash && !OPERANDS.has(before)) {
      kind = scanner.reScanSlashToken();
      found.push({ path, expression: expressionOf(scanner.getTokenText()) });
    }
    const open = templates.at(-1);
    if (kind === SyntaxKind.TemplateHead) templates.push(0);
    else if (kind === SyntaxKind.OpenBraceToken && open !== undefined) {
      templates[templates.length - 1] = open + 1;
    } else if (kind === SyntaxKind.CloseBraceToken && open === 0) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === SyntaxKind.TemplateTail) templates.pop();
    } else if (kind === SyntaxKind.CloseBraceToken && open !== undefined) {
      templates[templates.length - 1] = open - 1;
    }
    before = kind;
  }
  return found;
}

function expressionOf(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

function patternsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(patternsOf);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, value]) => [
    ...(name === 'pattern' && typeof value === 'string' ? [value] : []),
    ...(name === 'patternProperties' && isObject(value) ? Object.keys(value) : []),
    ...patternsOf(value),
  ]);
}

function filesUnder(folders: readonly string[], ending: string): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .map((file) => join(folder, file)),
  );
}

function textOf(path: string): string {
  return readFileSync(join(packageRoot(), path), 'utf8');
}
