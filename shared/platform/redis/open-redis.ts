/** Opens the connection to Redis. Its client takes long to load, so it is loaded only if needed. */
import type { Logger } from '../../domain/ports/logger.js';
import type { Redis } from './redis.js';

/** Resolves when the server has replied, or after the time that a connection may take. */
export async function openRedis(url: string, logger: Logger): Promise<Redis> {
  const { RedisConnection } = await import('./redis-connection.js');
  const connection = new RedisConnection(url, logger);
  await connection.open();
  return connection;
}
