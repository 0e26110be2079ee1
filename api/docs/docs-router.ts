/**
 * Serves the OpenAPI document, the files of Swagger UI (its page is part of the console) and a text
 * for AI agents. Nothing is loaded from the internet. Admin operations need the admin key.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { createAdminCheck, hasOtherKey, type RefuseKey } from '../callers/credentials.js';
import { EXACT_PATHS } from '../http/create-express-app.js';
import { serveFixed } from '../http/fixed-body.js';
import { pageHeaders } from '../http/page-headers.js';
import { mountGet } from '../operations/mount-operations.js';
import { llmsText } from './llms-text.js';
import { openApiDocument } from './openapi-document.js';

const FILES = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
] as const;

/** Clients may keep these, but ask each time whether they have changed. */
const REVALIDATED = { 'Cache-Control': 'no-cache' };

/** Operators get another document. */
const DOCUMENT_HEADERS = {
  'Cache-Control': 'private, no-cache',
  'Content-Type': 'application/json; charset=utf-8',
  Vary: 'x-api-key, Authorization',
};

export function docsRouter(adminKey: string | undefined, refuse: RefuseKey): Router {
  const router = Router(EXACT_PATHS);
  const isOperator = createAdminCheck(adminKey);
  const sendPublic = serveDocument(() => openApiDocument());
  const sendAdmin = serveDocument(() => openApiDocument({ withAdmin: true }));
  mountGet(router, '/openapi.json', (request, response, next) => {
    if (isOperator(request)) return sendAdmin(request, response, next);
    if (adminKey !== undefined && hasOtherKey(request)) {
      // The document is public, but guesses of the key count as everywhere.
      const refusal = refuse(request, response);
      if (refusal.code === 'rate_limited') return next(refusal);
      response.removeHeader('WWW-Authenticate');
    }
    return sendPublic(request, response, next);
  });
  const textHeaders = { ...REVALIDATED, 'Content-Type': 'text/plain; charset=utf-8' };
  mountGet(
    router,
    '/llms.txt',
    serveFixed(textHeaders, () => Buffer.from(llmsText())),
  );
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const [file, type] of FILES) {
    const headers = { ...pageHeaders("'self'"), ...REVALIDATED, 'Content-Type': type };
    mountGet(
      router,
      `/docs/${file}`,
      serveFixed(headers, () => readFile(join(folder, file))),
    );
  }
  return router;
}

/** Makes the document for the first request, because its examples would take 8 % of a start. */
function serveDocument(make: () => object): RequestHandler {
  return serveFixed(DOCUMENT_HEADERS, () => Buffer.from(JSON.stringify(make())));
}
