/** Express applications and routers whose paths match exactly. */
import { parse } from 'node:querystring';
import express, { type Express } from 'express';

/** Options of routers. So `/Metrics` or `/metrics/` cannot bypass rules of a proxy. */
export const EXACT_PATHS = { caseSensitive: true, strict: true } as const;

export function createExpressApp(): Express {
  const app = express();
  app.set('case sensitive routing', EXACT_PATHS.caseSensitive);
  app.set('strict routing', EXACT_PATHS.strict);
  // By default everything after 1,000 parameters is ignored, which would silently widen a paid call.
  app.set('query parser', (text: string) => parse(text, '&', '=', { maxKeys: 0 }));
  app.disable('x-powered-by');
  app.disable('etag');
  return app;
}
