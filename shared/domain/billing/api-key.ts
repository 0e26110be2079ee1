/**
 * Makes and checks API keys: `sig_live_`, 32 random base62 characters, 6 characters of checksum. A
 * key is shown once. Only its SHA-256 is stored, which says nothing about the key.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Every key begins with this. */
export const KEY_START = 'sig_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const SHAPE = /^sig_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Returns a new key, its first 12 characters, and its hash. */
export function generateApiKey(): { key: string; prefix: string; hash: string } {
  let secret = '';
  while (secret.length < SECRET_CHARACTERS) secret += BASE62[randomInt(BASE62.length)];
  const key = `${KEY_START}${secret}${checksum(secret)}`;
  return { key, prefix: key.slice(0, 12), hash: hashKey(key) };
}

/** Returns true if the key's checksum is right, which finds typing errors without a lookup. */
export function isWellFormedKey(key: string): boolean {
  const match = SHAPE.exec(key);
  return match !== null && checksum(match[1] ?? '') === match[2];
}

/** Returns the SHA-256 of the key, hexadecimal. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Compares in constant time, so that nobody can measure how much of a hash is right. */
export function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function checksum(secret: string): string {
  const digest = createHash('sha256').update(`${KEY_START}${secret}`).digest();
  return [...digest.subarray(0, CHECKSUM_CHARACTERS)]
    .map((byte) => BASE62[byte % BASE62.length])
    .join('');
}
