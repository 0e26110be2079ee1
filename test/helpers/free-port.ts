/**
 * Finds a loopback port that stays free while its server is stopped, because it is outside the
 * range of outgoing connections.
 */
import { createServer } from 'node:net';

const FIRST = 20_000;
const COUNT = 10_000;

export async function freePort(
  candidate = FIRST + Math.floor(Math.random() * COUNT),
): Promise<number> {
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(candidate, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort(candidate + 1);
  await new Promise((resolve) => probe.close(resolve));
  return candidate;
}
