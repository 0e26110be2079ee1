/**
 * Builds the service into dist/service: one file for each process, and files for the code that
 * several of them share. They are bundled, because Node takes longer to find and read a thousand
 * small files than to run them. The folder is replaced at the end, so that nobody reads half of it.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { replaceFolder } from './replace-folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist/service');
const draft = `${target}.${process.pid}`;

/** Every file that is started as a process of its own. */
const ENTRIES = {
  signals: 'cli/signals.ts',
  'embedding-worker': 'shared/platform/embedding/embedding-worker.ts',
  'ranking-builder': 'cli/ranking/build-worker.ts',
  'analyst-worker': 'shared/platform/clickhouse/analysts/analyst-worker.ts',
};

/** Packages with native code, which are not bundled; everything else is. */
const FROM_PACKAGES = ['chdb', 'onnxruntime-node'];

/**
 * What the model's library loads for images and in browsers. Texts do not need it, and loading it
 * takes a quarter of a second and 20 MB in every process with a model.
 */
const FOR_OTHERS = ['sharp', 'onnxruntime-web'];
const LEFT_OUT = '\0left-out';
const leaveOut = {
  name: 'leave-out',
  enforce: 'pre',
  resolveId: (id) => (FOR_OTHERS.includes(id) ? LEFT_OUT : undefined),
  load: (id) =>
    id === LEFT_OUT
      ? "export default () => { throw new Error('left out of the build'); };"
      : undefined,
};

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  plugins: [leaveOut],
  build: {
    ssr: true,
    outDir: draft,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(ENTRIES).map(([name, file]) => [name, join(root, file)]),
      ),
      output: { entryFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: true, external: FROM_PACKAGES },
});
replaceFolder(draft, target);
