/** Creates the Express application of a server, and has the options of its routers. */
import express, { type Express } from 'express';

/**
 * Makes paths match exactly, so that `/Metrics` or `/metrics/` cannot bypass rules of a proxy. Every
 * router needs these options, because it does not inherit them from its application.
 */
export const EXACT_PATHS = { caseSensitive: true, strict: true } as const;

export function createExpressApp(): Express {
  const app = express();
  app.set('case sensitive routing', EXACT_PATHS.caseSensitive);
  app.set('strict routing', EXACT_PATHS.strict);
  app.disable('x-powered-by');
  app.disable('etag');
  return app;
}
