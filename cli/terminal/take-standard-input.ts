/**
 * Standard input for a process that opens the embedded engine, which would take it for rows of its own
 * inserts: another process reads it, as fast as this one takes it over.
 */
import { spawn } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';

/** Call before the engine is opened: that leaves standard input empty. */
export function takeStandardInput(): Readable {
  const reader = spawn('cat', { stdio: ['inherit', 'pipe', 'inherit'] });
  // What nobody listens to is thrown away when its process ends.
  const bytes = reader.stdout.pipe(new PassThrough());
  const fail = (reason: string): void => {
    bytes.destroy(new Error(`standard input cannot be read: ${reason}`));
  };
  reader.once('error', (error) => fail(error.message));
  reader.once('exit', (code, signal) => {
    if (code !== 0) fail(`the reader exited with ${signal ?? code}`);
  });
  // Whoever has enough of it ends its reader too.
  bytes.once('close', () => reader.kill());
  return bytes;
}
