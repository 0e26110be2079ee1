/** Finds the route before its handler runs, so that the log of a rejected request has it too. */
import { ADMIN_OPERATIONS, OPERATIONS } from './operations.js';

const ALL = [...OPERATIONS, ...ADMIN_OPERATIONS];
const PATTERNS = [...new Set(ALL.map(({ path }) => path))].map((path) => ({
  segments: path.split('/'),
  operations: ALL.filter((each) => each.path === path),
}));

/** Returns the route, or the path's first one for an unsupported method; `null` if unknown. */
export function routeOf(method: string, path: string): string | null {
  const given = path.split('/');
  // Earlier paths win, as they do where the operations are mounted.
  const operations = PATTERNS.find(({ segments }) => matches(segments, given))?.operations ?? [];
  const own = operations.find((each) => each.method === method) ?? operations[0];
  return own?.route ?? null;
}

function matches(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, at) => (segment.startsWith(':') ? given[at] : segment === given[at]))
  );
}
