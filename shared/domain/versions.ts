/**
 * Versions decide which of two rows under one key is the truth, whatever their order of arrival:
 * first the event's `observed_at`, then its payload's hash, then the moment of writing.
 */

/** 44 bits of time since 1830, then 20 bits of the payload's hash. */
export function eventVersion(observedAtMs: number, payloadHash: string): bigint {
  const time = BigInt(observedAtMs) + EPOCH_OFFSET_MS;
  return (time << 20n) | (BigInt(`0x${payloadHash.slice(0, 5)}`) & 0xfffffn);
}

/** Orders versions the other way round: of two times the earlier one wins. */
export function earliestVersion(ms: number, version: bigint): bigint {
  const time = (1n << 44n) - 1n - (BigInt(ms) + EPOCH_OFFSET_MS);
  return (time << 20n) | (version & 0xfffffn);
}

/** The event's version followed by the time of writing; each call is later than the last one. */
export function rowVersion(event: bigint): bigint {
  return (event << 64n) | BigInt(nextMicros());
}

/** For what is decided from everything observed: the last write wins, above every `rowVersion`. */
export function lastVersion(): bigint {
  return (1n << 127n) | BigInt(nextMicros());
}

export function eventPart(row: bigint): bigint {
  return row >> 64n;
}

/** A row's version as three numbers that a double holds exactly, the first one weighing most. */
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

/** Microseconds since the epoch, strictly increasing within the process. */
export function nextMicros(): number {
  lastMicros = Math.max(lastMicros + 1, Date.now() * 1_000);
  return lastMicros;
}

/** Each later call of `nextMicros` is greater: what was read from a clock that is ahead is overtaken. */
export function overtakeMicros(micros: number): void {
  lastMicros = Math.max(lastMicros, micros);
}

const EPOCH_OFFSET_MS = 1n << 42n;
let lastMicros = 0;
