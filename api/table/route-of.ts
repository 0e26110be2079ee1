/** Finds the route before its handler runs, so that the log of a rejected request has it too. */
import { ADMIN_OPERATIONS, OPERATIONS } from './operations.js';

const ALL = [...OPERATIONS, ...ADMIN_OPERATIONS];
const PATTERNS = [...new Set(ALL.map(({ path }) => path))].map((path) => ({
  pattern: path.split('/'),
  operations: ALL.filter((each) => each.path === path),
}));

/** Returns the route, or the path's first one for an unsupported method; `null` if unknown. */
export function routeOf(method: string, path: string): string | null {
  const segments = path.split('/');
  // Earlier paths win, as they do where the operations are mounted.
  const operations = PATTERNS.find(({ pattern }) => matches(pattern, segments))?.operations ?? [];
  const operation = operations.find((each) => each.method === method) ?? operations[0];
  return operation?.route ?? null;
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (part.startsWith(':') ? segments[at] : part === segments[at]))
  );
}
