/**
 * Serves the OpenAPI document, a page to read it and a text for AI agents, without loading anything from
 * the internet. Admin operations are included only for the admin key.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Router, static as serveStatic } from 'express';
import { createAdminCheck } from '../callers/credentials.js';
import { EXACT } from '../http/exact-paths.js';
import { getOnly } from '../operations/mount-operations.js';
import { llmsText } from './llms-text.js';
import { openApiDocument } from './openapi-document.js';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Signals API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true });`;

/** Nothing but files of this origin runs, and no other page shows it; keys are typed into it. */
const PAGE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export function docsRouter(adminKey: string | undefined): Router {
  const router = Router(EXACT);
  const isOperator = createAdminCheck(adminKey);
  const forAll = Buffer.from(JSON.stringify(openApiDocument()));
  const forOperators = Buffer.from(JSON.stringify(openApiDocument({ withAdmin: true })));
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  getOnly(router, '/openapi.json', (request, response) => {
    response.type('json').send(isOperator(request) ? forOperators : forAll);
  });
  const forAgents = llmsText();
  getOnly(router, '/llms.txt', (_request, response) => {
    response.type('text/plain').send(forAgents);
  });
  router.use('/docs', (_request, response, next) => {
    response.set(PAGE_HEADERS);
    next();
  });
  for (const path of ['/docs', '/docs/']) {
    getOnly(router, path, (_request, response) => {
      response.type('html').send(PAGE);
    });
  }
  getOnly(router, '/docs/start.js', (_request, response) => {
    response.type('js').send(START);
  });
  router.use('/docs', serveStatic(assets, { index: false, maxAge: '1d' }));
  return router;
}
