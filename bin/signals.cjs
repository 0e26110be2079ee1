#!/usr/bin/env node
/**
 * Starts the command line. CommonJS, so that the size of libuv's thread pool is set before anything
 * uses it: every ClickHouse session needs a thread of its own. Builds what it runs when that is
 * missing or older than its source.
 */
process.env.UV_THREADPOOL_SIZE ??= '16';

// Until the command says what a signal means to it: the first process of a container has no default.
const early = [];
const keep = (signal) => early.push(signal);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, keep);

// Nobody reads on: what hears signals goes on without output, any other command has nothing left to do.
const hearsSignals = () => process.listeners('SIGTERM').some((listener) => listener !== keep);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    if (stream === process.stdout && !hearsSignals()) process.exit(0);
  });
}

const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { buildMissing } = require('./build.cjs');

const entry = join(__dirname, '../dist/service/signals.js');

/** Signals that are on their way are heard before it resolves. */
const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

async function main() {
  buildMissing();
  // Data of others is in what a command writes: from here on nobody else reads its files.
  process.umask(0o077);
  const { loadCommand } = await import(pathToFileURL(entry).href);
  const run = await loadCommand(process.argv.slice(2));
  await turnOfLoop();
  const missed = early.splice(0);
  const ended = run();
  await turnOfLoop();
  // A service listens by now, and has heard what came since.
  const listens = process.listenerCount('SIGTERM') > 1;
  for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, keep);
  const [signal] = listens ? missed : [...missed, ...early];
  if (signal) process.kill(process.pid, signal);
  await ended;
}

main().catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exitCode = 1;
});
