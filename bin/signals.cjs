#!/usr/bin/env node
/**
 * Starts the command line. This file is CommonJS, so that the size of libuv's thread pool is set
 * before anything uses it: every ClickHouse session needs a thread of its own. It builds the
 * service first if that is missing or older than its source.
 */
process.env.UV_THREADPOOL_SIZE ??= '16';
// The engine would take the zone of this machine for the times of statements, and no unknown zone.
process.env.TZ = 'UTC';

// Keeps signals until the command handles them: the first process of a container has no default.
const early = [];
const keep = (signal) => early.push(signal);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, keep);

// The output cannot be written: nobody reads it any more, or its disk is full. A process that handles
// signals continues without it; any other command has nothing left to do.
const hearsSignals = () => process.listeners('SIGTERM').some((listener) => listener !== keep);
const { stdout, stderr } = process;
for (const [stream, other] of [
  [stdout, stderr],
  [stderr, stdout],
]) {
  stream.on('error', (error) => {
    if (hearsSignals()) return;
    if (error.code !== 'EPIPE') {
      other.write(`error: The output cannot be written: ${error.message}\n`);
      process.exit(1);
    }
    if (stream === stdout) process.exit(0);
  });
}

const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { buildMissing } = require('./build.cjs');

const entry = join(__dirname, '../dist/service/signals.js');

/** Waits for one turn of the event loop, in which signals that have arrived are delivered. */
const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

async function main() {
  buildMissing();
  // Commands write data of customers. From here on nobody else can read the files they create.
  process.umask(0o077);
  const { loadCommand } = await import(pathToFileURL(entry).href);
  const run = await loadCommand(process.argv.slice(2));
  await turnOfLoop();
  const missed = early.splice(0);
  const ended = run();
  await turnOfLoop();
  // A service has its own handlers by now, which received the signals that came since.
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
