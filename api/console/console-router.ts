/**
 * Serves the built console and the page of the API reference. Browsers request the HTML again each
 * time, and keep the other files, which are named after their content, for a year. Everything is
 * read once, with its compressed forms, so that a later build does not change what a running
 * service serves.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { EXACT_PATHS } from '../http/create-express-app.js';
import { sendFixed } from '../http/fixed-body.js';
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
  for (const clientPath of Object.values(CLIENT_PATHS)) {
    const path = clientPath.replaceAll('$', ':');
    mountGet(router, path, index);
    if (path !== CLIENT_PATHS.home) router.get(`${path}/`, dropSlash);
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
  const missing: RequestHandler = (request, response, next) => {
    if (!wantsPage(request)) return next();
    response.status(404).vary('Accept');
    return index(request, response, next);
  };
  // A path such as `/companies/%zz` cannot be decoded.
  const broken: ErrorRequestHandler = (error, request, response, next) =>
    error instanceof URIError && wantsPage(request)
      ? missing(request, response, next)
      : next(error);
  router.use(missing, broken);
  return router;
}

/** True if a browser opens an address outside the paths for programs. */
function wantsPage({ method, path, headers }: Request): boolean {
  return (
    /^(GET|HEAD)$/.test(method) &&
    /\btext\/html\b/.test(headers.accept ?? '') &&
    !/^\/(v1|mcp|health|metrics|docs|assets)(\/|$)/.test(path)
  );
}

/** Redirects `/explore/` to `/explore`, for browsers only. */
const dropSlash: RequestHandler = (request, response, next) => {
  if (!wantsPage(request)) return next();
  const query = request.originalUrl.slice(request.path.length);
  response.redirect(308, request.path.slice(0, -1) + query);
};

/** Reads a built file, and returns the handler that sends it. */
function serveFile(path: string, caching: string, headers = pageHeaders("'self'")): RequestHandler {
  const plain = readFileSync(path);
  const encoded = new Map<string, Buffer>(
    ENCODINGS.flatMap(([encoding, suffix]) =>
      existsSync(path + suffix) ? [[encoding, readFileSync(path + suffix)] as const] : [],
    ),
  );
  const send = sendFixed(plain, encoded);
  return (request, response) => {
    response.set({ ...headers, 'Cache-Control': caching }).type(extname(path));
    send(request, response);
  };
}
