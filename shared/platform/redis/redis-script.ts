/** A Lua script that Redis runs as one atomic step. */
import { createHash } from 'node:crypto';

export interface RedisScript {
  text: string;
  /** How Redis knows a script it has run before. */
  sha: string;
}

/** `ARGV[1]` is the server's run id; what the caller gives follows. Replies are flat lists. */
export function redisScript(text: string): RedisScript {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}
