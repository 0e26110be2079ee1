/**
 * Serves the built console and the page of the API reference. Browsers request the HTML again each
 * time, and keep the other files, which are named after their content, for a year. Everything is
 * read once, with its compressed forms, so that a later build does not change what a running
 * service serves.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { EXACT_PATHS } from '../http/create-express-app.js';
import { pageHeaders } from '../http/page-headers.js';
import { mountGet } from '../operations/mount-operations.js';
import { CLIENT_PATHS } from './client-paths.js';

/** The encodings of the compressed forms and the ends of their names, best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 31_536_000;

const DOCS_PATHS = ['/docs', '/docs/'];

/** Serves the build in `folder`. Without a build, the paths of the console are unknown. */
export function consoleRouter(folder: string): Router {
  const router = Router(EXACT_PATHS);
  if (!existsSync(join(folder, 'index.html'))) return router;
  const index = serveFile(join(folder, 'index.html'), 'no-cache');
  for (const path of Object.values(CLIENT_PATHS)) {
    mountGet(router, path.replaceAll('$', ':'), index);
  }
  // The style sheet of Swagger UI contains images.
  const docs = serveFile(join(folder, 'docs.html'), 'no-cache', pageHeaders("'self' data:"));
  for (const path of DOCS_PATHS) mountGet(router, path, docs);
  for (const name of readdirSync(join(folder, 'assets'))) {
    if (/\.(br|gz)$/.test(name)) continue;
    const path = join(folder, 'assets', name);
    mountGet(
      router,
      `/assets/${name}`,
      serveFile(path, `public, max-age=${YEAR_SECONDS}, immutable`),
    );
    // Browsers request this path if no page names an icon, for example for a JSON document.
    if (/^icon-.*\.svg$/.test(name)) {
      mountGet(router, '/favicon.ico', serveFile(path, `max-age=${DAY_SECONDS}`));
    }
  }
  return router;
}

/** Reads a built file, and returns the handler that sends it. */
function serveFile(path: string, caching: string, headers = pageHeaders("'self'")): RequestHandler {
  const plain = readFileSync(path);
  const encoded = new Map<string, Buffer>(
    ENCODINGS.flatMap(([encoding, suffix]) =>
      existsSync(path + suffix) ? [[encoding, readFileSync(path + suffix)] as const] : [],
    ),
  );
  return (request, response) => {
    response
      .set({ ...headers, 'Cache-Control': caching })
      .vary('Accept-Encoding')
      .type(extname(path));
    const encoding = request.acceptsEncodings([...encoded.keys(), 'identity']);
    const body = encoding === false ? undefined : encoded.get(encoding);
    if (body) response.set('Content-Encoding', String(encoding));
    response.send(body ?? plain);
  };
}
