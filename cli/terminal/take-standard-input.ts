/**
 * Standard input for a process that opens the embedded engine. The engine would read it as rows of its own
 * inserts, so another process reads it first.
 */
import { spawn } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '../../shared/domain/errors.js';

/** Call before the engine is opened: that leaves standard input empty. */
export function takeStandardInput(): Readable {
  const reader = spawn('cat', { stdio: ['inherit', 'pipe', 'inherit'] });
  // Without a reader, the remaining bytes would be lost when the process ends.
  const bytes = reader.stdout.pipe(new PassThrough(), { end: false });
  const fail = (reason: string): void => {
    bytes.destroy(new AppError('invalid_request', `Standard input cannot be read: ${reason}.`));
  };
  // It is told to whoever reads, if need be later.
  bytes.on('error', () => undefined);
  reader.once('error', (error) => fail(error.message));
  // Its output ends in either case: only its exit code tells whether that was all.
  reader.once('close', (code, signal) => {
    if (code === 0) bytes.end();
    else fail(`the reader exited with ${signal ?? code}`);
  });
  // Closing the stream ends the reader process too.
  bytes.once('close', () => reader.kill());
  return bytes;
}
