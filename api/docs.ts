/** The OpenAPI document and a page to read it, from files of this machine alone. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Router, static as serveStatic } from 'express';
import { getOnly } from './mount-operations.js';
import { openApiDocument } from './openapi.js';

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

export function docsRouter(): Router {
  const router = Router();
  const document = Buffer.from(JSON.stringify(openApiDocument()));
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  getOnly(router, '/openapi.json', (_request, response) => {
    response.type('json').send(document);
  });
  getOnly(router, '/docs', (_request, response) => {
    response.type('html').send(PAGE);
  });
  getOnly(router, '/docs/start.js', (_request, response) => {
    response.type('js').send(START);
  });
  router.use('/docs', serveStatic(assets, { index: false, maxAge: '1d' }));
  return router;
}
