/**
 * Builds the console into dist/console: bundled with Vite, each file beside its gzip and Brotli form. The
 * folder is replaced at the end, so that nobody reads half of it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { replaceFolder } from '../../bin/replace-folder.mjs';

const app = fileURLToPath(new URL('app', import.meta.url));
const target = fileURLToPath(new URL('../../dist/console', import.meta.url));
const draft = `${target}.${process.pid}`;
const MIN_COMPRESSED_BYTES = 500;

await build({
  configFile: false,
  root: app,
  logLevel: 'warn',
  plugins: [react()],
  build: {
    outDir: draft,
    emptyOutDir: true,
    target: 'es2022',
    // Data URLs are forbidden by the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ['index.html', 'docs.html'].map((page) => join(app, page)) },
  },
});

for (const file of readdirSync(draft, { recursive: true, withFileTypes: true })) {
  if (!file.isFile()) continue;
  const path = join(file.parentPath ?? file.path, file.name);
  const plain = readFileSync(path);
  if (plain.length < MIN_COMPRESSED_BYTES) continue;
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(plain));
}
replaceFolder(draft, target);
