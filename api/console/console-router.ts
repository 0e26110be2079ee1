/**
 * Serves the built console: one HTML file for all of its pages, never kept by browsers, and files that are
 * named after their content, kept for a year. Everything is read once, with its compressed forms, so that
 * a later build does not change what a running service serves.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { EXACT } from '../http/exact-paths.js';
import { getOnly } from '../operations/mount-operations.js';
import { CLIENT_PATHS } from './client-paths.js';

interface Built {
  plain: Buffer;
  /** By the name of the encoding, best first. */
  encoded: ReadonlyMap<string, Buffer>;
}

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const YEAR_SECONDS = 31_536_000;

/** Scripts, styles and calls of this origin only, and nothing inline. */
const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** `folder`: what the build has written. Without it there is no console, and its paths are unknown. */
export function consoleRouter(folder: string): Router {
  const router = Router(EXACT);
  if (!existsSync(join(folder, 'index.html'))) return router;
  const index = readBuilt(folder, 'index.html');
  for (const path of Object.values(CLIENT_PATHS)) {
    getOnly(router, path.replaceAll('$', ':'), answer(index, 'html', 'no-cache'));
  }
  const assets = readdirSync(join(folder, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
  const kept = `public, max-age=${YEAR_SECONDS}, immutable`;
  for (const name of assets) {
    const type = name.slice(name.lastIndexOf('.') + 1);
    getOnly(router, `/assets/${name}`, answer(readBuilt(folder, `assets/${name}`), type, kept));
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

function answer({ plain, encoded }: Built, type: string, caching: string): RequestHandler {
  return (request, response) => {
    response
      .set({ ...HEADERS, 'Cache-Control': caching })
      .vary('Accept-Encoding')
      .type(type);
    const encoding = request.acceptsEncodings([...encoded.keys(), 'identity']);
    const body = encoding === false ? undefined : encoded.get(encoding);
    if (body) response.set('Content-Encoding', String(encoding));
    response.send(body ?? plain);
  };
}
