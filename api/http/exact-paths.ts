/**
 * Paths must match exactly: `/Metrics` and `/metrics/` are unknown, so that they cannot bypass the rules
 * of a proxy.
 */
import type { Express } from 'express';

/** For routers, which do not take it over from their application. */
export const EXACT = { caseSensitive: true, strict: true } as const;

export function exactPaths(app: Express): Express {
  app.set('case sensitive routing', EXACT.caseSensitive);
  app.set('strict routing', EXACT.strict);
  app.disable('x-powered-by');
  app.disable('etag');
  return app;
}
