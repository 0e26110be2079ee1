/** The interface of Redis that stores use: scripts, each of which runs as one atomic step. */
import { AppError } from '../../domain/errors.js';

export interface Redis {
  /** Host, port and database, without secrets. */
  readonly address: string;
  /** Changes with every restart of the server; `null` while the server is unavailable. */
  readonly runId: string | null;
  /** Version of the server at its last reply; `null` before its first reply. */
  readonly version: string | null;
  /**
   * Runs a script in Lua and returns the elements of its reply, which is a flat list, as text. Its
   * `ARGV[1]` is the server's run id, and `args` follow. Throws `RedisUnavailable`, also after
   * `waitMs` without a reply.
   */
  run(
    script: string,
    keys: readonly string[],
    args?: readonly (string | number)[],
    waitMs?: number,
  ): Promise<string[]>;
  close(): Promise<void>;
}

/** Redis cannot be used now. If `mayHaveRun`, it is unknown whether the command had an effect. */
export class RedisUnavailable extends AppError {
  readonly mayHaveRun: boolean;

  constructor(message: string, mayHaveRun: boolean, cause?: unknown) {
    super('unavailable', message, { cause });
    this.mayHaveRun = mayHaveRun;
  }
}

/** Returns host, port and database of a URL, without its login. */
export function redisAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 6379}/${pathname.slice(1) || 0}`;
}
