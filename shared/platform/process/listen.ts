/**
 * HTTP servers of a process, for the API and the gateway alike. If a port cannot be used, the error names
 * the setting to change. Closing has a time limit.
 */
import type { Server } from 'node:http';
import { AppError } from '../../domain/errors.js';

interface ListenAddress {
  host: string;
  /** 0: any free one. */
  port: number;
  /** Name of the environment variable with the port. */
  setting: string;
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is in use. Stop the process that listens there, or',
  EACCES: 'requires permissions that this process does not have. Run it with these permissions, or',
};

/** Resolves with the port; rejects with an `AppError` (`conflict`) for a port that others have. */
export async function listen(
  server: Server,
  { host, port, setting }: ListenAddress,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      const reason = REASONS[error.code ?? ''];
      const message = `Port ${port} of ${host} ${reason} set ${setting} to another port.`;
      reject(reason ? new AppError('conflict', message, { cause: error }) : error);
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve();
    });
  });
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}

/** Takes no new connection, lets requests end (at most `timeoutMs`), then cuts what is left. */
export function closeWithin(timeoutMs: number, server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
