/**
 * Serves the built console and the page of the API reference. Browsers request the HTML again each
 * time, and keep the other files, which are named after their content, for a year. Everything is
 * read once, with its compressed forms, so that a later build does not change what a running
 * service serves.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { EXACT_PATHS } from '../http/create-express-app.js';
import { pageHeaders } from '../http/page-headers.js';
import { mountGet } from '../operations/mount-operations.js';
import { CLIENT_PATHS } from './client-paths.js';

interface Built {
  plain: Buffer;
  /** The compressed forms by the name of the encoding, best first. */
  encoded: ReadonlyMap<string, Buffer>;
}

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
  const index = readBuilt(folder, 'index.html');
  for (const path of Object.values(CLIENT_PATHS)) {
    mountGet(router, path.replaceAll('$', ':'), answer(index, 'html', 'no-cache'));
  }
  // The style sheet of Swagger UI contains images.
  const docs = readBuilt(folder, 'docs.html');
  for (const path of DOCS_PATHS) {
    mountGet(router, path, answer(docs, 'html', 'no-cache', pageHeaders("'self' data:")));
  }
  const assets = readdirSync(join(folder, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
  const kept = `public, max-age=${YEAR_SECONDS}, immutable`;
  for (const name of assets) {
    const type = name.slice(name.lastIndexOf('.') + 1);
    mountGet(router, `/assets/${name}`, answer(readBuilt(folder, `assets/${name}`), type, kept));
    // Browsers request this path if no page names an icon, for example for a JSON document.
    if (/^icon-.*\.svg$/.test(name)) {
      const icon = answer(readBuilt(folder, `assets/${name}`), 'svg', `max-age=${DAY_SECONDS}`);
      mountGet(router, '/favicon.ico', icon);
    }
  }
  return router;
}

function readBuilt(folder: string, name: string): Built {
  const encoded = ENCODINGS.flatMap(([encoding, suffix]) => {
    const path = join(folder, `${name}${suffix}`);
    return existsSync(path) ? [[encoding, readFileSync(path)] as const] : [];
  });
  return { plain: readFileSync(join(folder, name)), encoded: new Map(encoded) };
}

function answer(
  { plain, encoded }: Built,
  type: string,
  caching: string,
  headers = pageHeaders("'self'"),
): RequestHandler {
  return (request, response) => {
    response
      .set({ ...headers, 'Cache-Control': caching })
      .vary('Accept-Encoding')
      .type(type);
    const encoding = request.acceptsEncodings([...encoded.keys(), 'identity']);
    const body = encoding === false ? undefined : encoded.get(encoding);
    if (body) response.set('Content-Encoding', String(encoding));
    response.send(body ?? plain);
  };
}
