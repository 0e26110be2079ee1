/**
 * Checks the source files. Fails on an import against the directions below, on a cycle of imports
 * between files or folders (imports of types count), on a default export and on a file that has
 * grown too long. Imports are found with regular expressions, because a library would need a
 * configuration.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { packageRoot } from '../shared/domain/package-root.js';

interface SourceFile {
  /** The path from the package's root, with slashes. */
  path: string;
  text: string;
}

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Every layer, with the layers that it may import in addition to itself. */
const DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  'shared/domain': [],
  'shared/platform': ['shared/domain'],
  'shared/stores': ['shared/domain', 'shared/platform'],
  ingest: ['shared/domain'],
  api: ['shared/domain'],
  cli: ['ingest', 'api', 'shared/domain', 'shared/platform', 'shared/stores'],
};

/** Single imports that the directions forbid, with the reason why each of them is allowed. */
const EXCEPTIONS: readonly { from: string; to: string; why: string }[] = [
  {
    from: 'ingest/write/turns.ts',
    to: 'shared/platform/process/process-ids.ts',
    why: 'a turn is taken over as soon as the process that held it is gone',
  },
  {
    from: 'api/start-api.ts',
    to: 'shared/platform/process/listen.ts',
    why: 'the application is started on a port of this process',
  },
  {
    from: 'api/start-api.ts',
    to: 'shared/platform/process/parse-in-turns.ts',
    why: 'the API and the gateway read their connections in the same way',
  },
];

/**
 * The code that runs in browsers. It shares types and the paths of its pages with the service, but
 * no other code. The service serves the build of it.
 */
const BROWSER = 'api/console/app/';
const SHARED_WITH_BROWSER = 'api/console/client-paths.ts';
const SHARED_TYPES = 'shared/domain/schemas/types.generated.ts';

/** Layers that have files in their root. Those connect the folders, which never import them. */
const ROOTS = ['ingest', 'api', 'cli'];
const PORTS = 'shared/domain/ports/';
const OTHER_FOLDERS = [
  'test',
  'seeds/demo/generate',
  'seeds/news/train',
  'seeds/ranking/build',
  '.ci',
];
const GENERATED = new Set(['shared/domain/schemas/types.generated.ts']);
const MAX_LINES = 300;
/**
 * Matches one import or export statement. There are no quotes and no semicolons between `import`
 * and its path, so a match does not span two statements.
 */
const STATIC =
  /(?:^|\n|;|\*\/)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?(?:'(\.[^']+)'|"(\.[^"]+)")/g;
const DYNAMIC = /\bimport\(\s*['"`](\.[^'"`]+)['"`]/g;

/** Returns one line per fault: the file or folder, and what is wrong with it. */
export function findFaults(files: readonly SourceFile[]): string[] {
  const imports = files.flatMap(importsOf);
  const between = imports.filter(({ from, to }) => layerOf(from) && layerOf(to));
  return [
    ...files.flatMap(shapeFaults),
    ...imports.flatMap(directionFaults),
    ...cycleFaults(imports, 'files'),
    ...cycleFaults(between.map(betweenFolders), 'folders'),
  ];
}

function shapeFaults({ path, text }: SourceFile): string[] {
  if (GENERATED.has(path)) return [];
  const faults: string[] = [];
  const lines = text.split('\n').length - 1;
  if (lines > MAX_LINES && !path.startsWith('test/')) {
    faults.push(`${path}: ${lines} lines, at most ${MAX_LINES}`);
  }
  if (/^export default /m.test(text)) faults.push(`${path}: a default export`);
  if (path.startsWith('shared/') && !layerOf(path)) {
    faults.push(`${path}: belongs into domain, platform or stores`);
  }
  return faults;
}

function directionFaults({ from, to, typeOnly }: Import): string[] {
  const fault = (why: string): string => `${from}: imports ${to}: ${why}`;
  if (EXCEPTIONS.some((each) => each.from === from && each.to === to)) return [];
  if (from.startsWith(BROWSER) || to.startsWith(BROWSER)) {
    return isBrowserImport({ from, to, typeOnly })
      ? []
      : [fault('code for browsers and the service share types alone')];
  }
  const faults: string[] = [];
  const layer = layerOf(from);
  const target = layerOf(to);
  if (layer && target && layer !== target && !DIRECTIONS[layer]?.includes(target)) {
    faults.push(fault(`${layer} may import ${DIRECTIONS[layer]?.join(', ') || 'itself alone'}`));
  }
  if (ROOTS.includes(dirname(to)) && layer === dirname(to) && dirname(from) !== layer) {
    faults.push(fault(`a folder of ${layer} does not need its root`));
  }
  if (from.startsWith(PORTS) && !typeOnly) faults.push(fault('ports import types only'));
  if (to.startsWith('test/')) {
    if (!from.startsWith('test/')) faults.push(fault('only tests need tests'));
  } else if (layer && !target) {
    faults.push(fault('the service imports its own folders alone'));
  }
  return faults;
}

function isBrowserImport({ from, to, typeOnly }: Import): boolean {
  if (!from.startsWith(BROWSER)) return false;
  return to.startsWith(BROWSER) || to === SHARED_WITH_BROWSER || (to === SHARED_TYPES && typeOnly);
}

/** Returns one fault, a shortest cycle, for every node that is not on an earlier cycle. */
function cycleFaults(imports: readonly Pick<Import, 'from' | 'to'>[], what: string): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const known = new Set<string>();
  return [...targets.keys()].sort().flatMap((node) => {
    if (known.has(node)) return [];
    const cycle = shortestWay(targets, node, node);
    for (const each of cycle) known.add(each);
    return cycle.length === 0 ? [] : [`a cycle of ${what}: ${[node, ...cycle].join(' -> ')}`];
  });
}

/** Returns the shortest path from `start` to `end`, without `start`. Empty if there is none. */
function shortestWay(
  targets: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
  end: string,
): string[] {
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [node, way] of ways) {
    for (const next of targets.get(node) ?? []) {
      if (next === end) return [...way, next];
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return [];
}

function betweenFolders({ from, to }: Import): Pick<Import, 'from' | 'to'> {
  return { from: dirname(from), to: dirname(to) };
}

function layerOf(path: string): string | undefined {
  return Object.keys(DIRECTIONS).find((layer) => path.startsWith(`${layer}/`));
}

function importsOf({ path, text }: SourceFile): Import[] {
  const found = [
    ...[...text.matchAll(STATIC)].map(([, type, single, double]) => ({
      type,
      specifier: single ?? double,
    })),
    ...[...text.matchAll(DYNAMIC)].map(([, specifier]) => ({ type: undefined, specifier })),
  ];
  return found.map(({ type, specifier = '' }) => ({
    from: path.replace(/\.tsx$/, '.ts'),
    to: normalize(join(dirname(path), specifier)).replace(/\.js$/, '.ts'),
    typeOnly: type !== undefined,
  }));
}

function readSources(root: string): SourceFile[] {
  const folders = [...new Set(Object.keys(DIRECTIONS).map((layer) => layer.split('/')[0] ?? ''))];
  return [...folders, ...OTHER_FOLDERS].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
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
