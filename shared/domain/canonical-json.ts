/** Writes parsed JSON with sorted keys, so that equal content has equal text, and hashes it. */
import { hash } from 'node:crypto';
import { isObject } from './is-object.js';

export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}

/** Returns the SHA-256 of the canonical JSON, hexadecimal. */
export function contentHash(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}
