/** Makes paths match exactly, so that `/Metrics` or `/metrics/` cannot bypass rules of a proxy. */
import type { Express } from 'express';

/** Options for routers, which do not inherit these settings from their application. */
export const EXACT = { caseSensitive: true, strict: true } as const;

export function exactPaths(app: Express): Express {
  app.set('case sensitive routing', EXACT.caseSensitive);
  app.set('strict routing', EXACT.strict);
  app.disable('x-powered-by');
  app.disable('etag');
  return app;
}
