/**
 * HTTP servers of a process, for the API and the gateway alike. If a port cannot be used, the error names
 * the setting to change. Closing has a time limit.
 */
import type { Server } from 'node:http';
import { AppError } from '../../domain/errors.js';
import { ConfigError } from './config.js';

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

/** Addresses that this machine does not have, and names of none. */
const WRONG_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Resolves with the port; rejects with an `AppError` (`conflict`) for a port that others have, and with a
 * `ConfigError` for a host that this machine is not.
 */
export async function listen(
  server: Server,
  { host, port, setting }: ListenAddress,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      reject(refusalOf(error, { host, port, setting }));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve();
    });
  });
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}

function refusalOf(error: NodeJS.ErrnoException, { host, port, setting }: ListenAddress): Error {
  const { code = '', message } = error;
  if (WRONG_HOST.has(code)) {
    return new ConfigError([`HOST must be an address of this machine, or its name (${message})`]);
  }
  const reason = REASONS[code];
  if (!reason) return error;
  const text = `Port ${port} of ${host} ${reason} set ${setting} to another port.`;
  return new AppError('conflict', text, { cause: error });
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
