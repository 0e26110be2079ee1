/** Builds what is missing or older than its sources: the service, and the console for browsers. */
const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');

const root = join(__dirname, '..');
const CONSOLE_APP = join(root, 'api/console/app');
const SERVICE_BUILD = join(__dirname, 'build-service.mjs');
const CONSOLE_BUILD = join(root, 'api/console/build-console.mjs');

const SERVICE = {
  stamp: 'dist/service/signals.js',
  sources: () => [
    ...['api', 'cli', 'ingest', 'shared'].flatMap((folder) =>
      filesIn(join(root, folder)).filter(
        (file) => file.endsWith('.ts') && !file.startsWith(CONSOLE_APP),
      ),
    ),
    SERVICE_BUILD,
    join(root, 'package-lock.json'),
  ],
  command: [SERVICE_BUILD],
};

const CONSOLE = {
  stamp: 'dist/console/index.html',
  sources: () => [
    ...filesIn(CONSOLE_APP),
    CONSOLE_BUILD,
    join(root, 'api/console/client-paths.ts'),
    join(root, 'package-lock.json'),
  ],
  command: [CONSOLE_BUILD],
};

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath ?? file.path, file.name));
}

const timeOf = (path) => statSync(path).mtimeMs;

function isBuilt({ stamp, sources }) {
  const path = join(root, stamp);
  if (!existsSync(path)) return false;
  // An installed package comes built and without its sources.
  if (!existsSync(join(root, 'cli'))) return true;
  const built = timeOf(path);
  return sources().every((source) => timeOf(source) <= built);
}

/** Builds the parts that need it. Ends the process if a part cannot be built. */
function buildMissing() {
  const missing = [SERVICE, CONSOLE].filter((part) => !isBuilt(part));
  if (missing.length > 0) process.stderr.write('building…\n');
  for (const { command } of missing) {
    const { status } = spawnSync(process.execPath, command, { stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(1);
  }
}

module.exports = { buildMissing };
if (require.main === module) buildMissing();
