/**
 * Versions decide which of two rows with one key is valid, whatever their order of arrival: by the
 * event's `observed_at`, then by the hash of its payload, then by the time of writing.
 */

/** Returns an event's version: 44 bits of time since 1830, then 20 bits of the payload's hash. */
export function eventVersion(observedAtMs: number, payloadHash: string): bigint {
  const time = BigInt(observedAtMs) + EPOCH_OFFSET_MS;
  return (time << 20n) | (BigInt(`0x${payloadHash.slice(0, 5)}`) & 0xfffffn);
}

/** Returns a version that reverses the order of times: of two times the earlier one wins. */
export function earliestVersion(ms: number, version: bigint): bigint {
  const time = (1n << 44n) - 1n - (BigInt(ms) + EPOCH_OFFSET_MS);
  return (time << 20n) | (version & 0xfffffn);
}

/** Returns the event's version followed by the time of writing, which increases with each call. */
export function rowVersion(event: bigint): bigint {
  return (event << 64n) | BigInt(nextMicros());
}

/**
 * Returns a version above every `rowVersion`, for rows that are decided from all observations: the
 * last write wins.
 */
export function lastVersion(): bigint {
  return (1n << 127n) | BigInt(nextMicros());
}

/** Returns the event's version in a row's version. */
export function eventPart(row: bigint): bigint {
  return row >> 64n;
}

/** A row's version as three numbers that a double holds exactly, the most significant first. */
interface VersionParts {
  time: number;
  hash: number;
  written: number;
}

export function partsOfVersion(row: bigint): VersionParts {
  return {
    time: Number(row >> 84n),
    hash: Number((row >> 64n) & 0xfffffn),
    written: Number(row & 0xffffffffffffffffn),
  };
}

export function versionOfParts({ time, hash, written }: VersionParts): bigint {
  return (BigInt(time) << 84n) | (BigInt(hash) << 64n) | BigInt(written);
}

/** Returns microseconds since the epoch, strictly increasing within the process. */
export function nextMicros(): number {
  lastMicros = Math.max(lastMicros + 1, Date.now() * 1_000);
  return lastMicros;
}

/** Makes later calls of `nextMicros` exceed `micros`, which may be from a clock that is ahead. */
export function overtakeMicros(micros: number): void {
  lastMicros = Math.max(lastMicros, micros);
}

const EPOCH_OFFSET_MS = 1n << 42n;
let lastMicros = 0;
