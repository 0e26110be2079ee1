/**
 * Fails on an import that crosses a boundary of the house, on a default export and on a file that
 * has grown too long. Imports are read as text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { packageRoot } from '../shared/package-root.js';

export interface SourceFile {
  /** From the package's root, with slashes. */
  path: string;
  text: string;
}

const FOLDERS = [
  'ingest',
  'api',
  'shared',
  'cli',
  'test',
  'seeds/demo/generate',
  'seeds/news/train',
  '.ci',
];
const GENERATED = new Set(['shared/types.generated.ts']);
const MAX_LINES = 300;
const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\s\S]*?\sfrom\s+)?'(\.[^']+)'/g;

/** Who may not import what: patterns of paths, and why. */
const FORBIDDEN: readonly { from: RegExp; to: RegExp; except?: RegExp; why: string }[] = [
  { from: /^ingest\//, to: /^api\//, why: 'ingest and api meet in cli only' },
  { from: /^api\//, to: /^ingest\//, why: 'ingest and api meet in cli only' },
  { from: /^shared\//, to: /^(ingest|api|cli)\//, why: 'shared is below everybody' },
  { from: /^(ingest|api)\//, to: /^cli\//, why: 'cli puts things together, nobody needs it' },
  {
    from: /^(ingest|api|shared)\//,
    to: /^shared\/stores\//,
    except: /^shared\/stores\//,
    why: 'stores are named only where things are put together',
  },
  { from: /^(?!test\/)/, to: /^test\//, why: 'only tests need tests' },
];

/** One line per fault: file, and what is wrong with it. */
export function findFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...importsOf(file).flatMap(({ target, typeOnly }) => importFaults(file.path, target, typeOnly)),
    ...shapeFaults(file),
  ]);
}

function importFaults(from: string, to: string, typeOnly: boolean): string[] {
  const faults = FORBIDDEN.filter(
    (rule) => rule.from.test(from) && rule.to.test(to) && !rule.except?.test(from),
  ).map((rule) => `${from}: imports ${to}: ${rule.why}`);
  if (from.startsWith('shared/ports/') && !typeOnly) {
    faults.push(`${from}: imports ${to}: ports import types only`);
  }
  return faults;
}

function shapeFaults({ path, text }: SourceFile): string[] {
  if (GENERATED.has(path)) return [];
  const faults: string[] = [];
  const lines = text.split('\n').length - 1;
  if (lines > MAX_LINES && !path.startsWith('test/')) {
    faults.push(`${path}: ${lines} lines, at most ${MAX_LINES}`);
  }
  if (/^export default /m.test(text)) faults.push(`${path}: a default export`);
  return faults;
}

function importsOf(file: SourceFile): { target: string; typeOnly: boolean }[] {
  return [...file.text.matchAll(IMPORT)].map(([, type, specifier]) => ({
    target: normalize(join(dirname(file.path), specifier ?? '')).replace(/\.js$/, '.ts'),
    typeOnly: type !== undefined,
  }));
}

function readSources(root: string): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => {
        const path = relative(root, join(root, folder, file));
        return { path, text: readFileSync(join(root, path), 'utf8') };
      }),
  );
}

if (process.argv[1]?.endsWith('check-boundaries.ts')) {
  const faults = findFaults(readSources(packageRoot()));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
