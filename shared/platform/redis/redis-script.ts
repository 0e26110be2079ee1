/** A Lua script that Redis runs as one atomic step. */
import { createHash } from 'node:crypto';

export interface RedisScript {
  text: string;
  /** SHA-1 of the text, by which Redis knows a script that it has run before. */
  sha: string;
}

/**
 * Makes a script. `ARGV[1]` is the server's run id, and the caller's arguments follow. Replies are
 * flat lists.
 */
export function redisScript(text: string): RedisScript {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}
