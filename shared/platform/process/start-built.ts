/** Starts a process of the service, always from built code, even if the rest runs from source. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../domain/package-root.js';

/** Names of processes, as in `bin/build-service.mjs`. */
type BuiltProcess = 'analyst-worker' | 'embedding-worker' | 'ranking-builder';

/** `settings`: the only argument, as JSON. `options` replace those that are set here. */
export function startBuilt(
  name: BuiltProcess,
  settings: object,
  options: ForkOptions = {},
): ChildProcess {
  return fork(join(packageRoot(), 'dist/service', `${name}.js`), [JSON.stringify(settings)], {
    execArgv: [],
    // Libraries print to standard output, which belongs to the command.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...options,
  });
}
