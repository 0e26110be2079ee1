/**
 * Provides standard input to a process that opens the embedded engine. The engine would read it as
 * rows of its own inserts, so another process reads it first.
 */
import { spawn } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '../../shared/domain/errors.js';

/** Starts the reader. Call this before the engine is opened, which leaves standard input empty. */
export function takeStandardInput(): Readable {
  const reader = spawn('cat', { stdio: ['inherit', 'pipe', 'inherit'] });
  // Read at once: bytes that nobody has read when the process ends would be lost.
  const bytes = reader.stdout.pipe(new PassThrough(), { end: false });
  const fail = (reason: string): void => {
    bytes.destroy(new AppError('invalid_request', `Standard input cannot be read: ${reason}.`));
  };
  // The error is reported to the consumer, possibly later, so it is not unhandled now.
  bytes.on('error', () => undefined);
  reader.once('error', (error) => fail(error.message));
  // The output ends in either case: only the exit code says whether it is complete.
  reader.once('close', (code, signal) => {
    if (code === 0) bytes.end();
    else fail(`the reader exited with ${signal ?? code}`);
  });
  // Closing the stream ends the reader process too.
  bytes.once('close', () => reader.kill());
  return bytes;
}
