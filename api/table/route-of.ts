/** The route that a request means: named before its handler, so that refusals on the way there name it too. */
import { ADMIN_OPERATIONS, OPERATIONS } from './operations.js';

const ALL = [...OPERATIONS, ...ADMIN_OPERATIONS];
const PATTERNS = [...new Set(ALL.map(({ path }) => path))].map((path) => ({
  segments: path.split('/'),
  operations: ALL.filter((each) => each.path === path),
}));

/** That of the first method of its path if it has not this one; `null` for an unknown path. */
export function routeOf(method: string, path: string): string | null {
  const given = path.split('/');
  // Earlier paths win, as where they are mounted.
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
