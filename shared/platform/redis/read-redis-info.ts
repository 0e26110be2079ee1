/** Asks a Redis server about itself once, over a connection of its own that is then closed. */
import { createClient } from '@redis/client';

const TIMEOUT_MS = 5_000;

/**
 * Returns the fields of `INFO` by name, and `time_ms`, the server's clock in milliseconds since the
 * epoch. Rejects if the server is unavailable.
 */
export async function readRedisInfo(url: string): Promise<ReadonlyMap<string, string>> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS, reconnectStrategy: false },
  });
  // Errors are ignored here, because the commands below reject with them.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const text = String(await client.sendCommand(['INFO']));
    const [seconds, micros] = (await client.sendCommand(['TIME'])) as unknown as [string, string];
    const fields = text.split('\r\n').flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1)]] : [];
    });
    const timeMs = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
    return new Map([...fields, ['time_ms', String(timeMs)]]);
  } finally {
    client.destroy();
  }
}
