/**
 * Serves the OpenAPI document, the files of Swagger UI (its page is part of the console) and a text
 * for AI agents. Nothing is loaded from the internet. Admin operations need the admin key.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';
import { createAdminCheck } from '../callers/credentials.js';
import { EXACT_PATHS } from '../http/create-express-app.js';
import { pageHeaders } from '../http/page-headers.js';
import { mountGet } from '../operations/mount-operations.js';
import { llmsText } from './llms-text.js';
import { openApiDocument } from './openapi-document.js';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

export function docsRouter(adminKey: string | undefined): Router {
  const router = Router(EXACT_PATHS);
  const isOperator = createAdminCheck(adminKey);
  const publicDocument = Buffer.from(JSON.stringify(openApiDocument()));
  const adminDocument = Buffer.from(JSON.stringify(openApiDocument({ withAdmin: true })));
  mountGet(router, '/openapi.json', (request, response) => {
    response.type('json').send(isOperator(request) ? adminDocument : publicDocument);
  });
  const textForAgents = llmsText();
  mountGet(router, '/llms.txt', (_request, response) => {
    response.type('text/plain').send(textForAgents);
  });
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const file of FILES) {
    mountGet(router, `/docs/${file}`, (_request, response) => {
      response.set(pageHeaders("'self'"));
      response.sendFile(join(folder, file), { maxAge: '1d' });
    });
  }
  return router;
}
