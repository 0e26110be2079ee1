/**
 * Opens and closes HTTP servers of a process, for the API and the gateway alike. If a port cannot
 * be used, the error names the setting to change. Closing has a time limit.
 */
import type { Server } from 'node:http';
import { AppError } from '../../domain/errors.js';
import { ConfigError } from './config.js';

export interface ListenAddress {
  host: string;
  /** 0 means any free port. */
  port: number;
  /** Name of the environment variable that contains the port. */
  setting: string;
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is in use. Stop the process that listens there, or',
  EACCES: 'requires permissions that this process does not have. Run it with these permissions, or',
};

/** Errors for addresses that this machine does not have, and for names without an address. */
const WRONG_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Resolves with the port. Rejects with an `AppError` (`conflict`) if the port cannot be used, and
 * with a `ConfigError` if the host is not an address of this machine.
 */
export async function listen(
  server: Server,
  { host, port, setting }: ListenAddress,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      reject(listenError(error, { host, port, setting }));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve();
    });
  });
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}

function listenError(error: NodeJS.ErrnoException, { host, port, setting }: ListenAddress): Error {
  const { code = '', message } = error;
  if (WRONG_HOST.has(code)) {
    return new ConfigError([`HOST must be an address of this machine, or its name (${message})`]);
  }
  const reason = REASONS[code];
  if (!reason) return error;
  const text = `Port ${port} of ${host} ${reason} set ${setting} to another port.`;
  return new AppError('conflict', text, { cause: error });
}

/** Stops accepting connections, lets requests end (at most `timeoutMs`), then cuts the others. */
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
