/** Starts a process of the service, from built code also when the rest runs from source. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../domain/package-root.js';

/** As `bin/build-service.mjs` names them. */
type BuiltProcess = 'analyst-worker' | 'embedding-worker' | 'ranking-builder';

/** `settings`: its only argument, as JSON. `options` replace those that are given here. */
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
