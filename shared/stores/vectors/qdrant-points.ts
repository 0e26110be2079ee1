/**
 * Converts signals to points of Qdrant. A point has the id of its signal, the fields that filters
 * need, folded as in ClickHouse, and the version of its row there. A withdrawn signal keeps a point
 * without a vector: no search finds it, and no older version replaces it.
 */
import { foldCase } from '../../domain/normalise/fold-case.js';
import type { PointVersion, VectorRecord } from '../../domain/ports/vector-writer.js';
import { unpackVector } from '../../domain/vectors.js';
import { partsOfVersion, versionOfParts } from '../../domain/versions.js';
import { wellFormed } from '../../domain/well-formed.js';
import type { QdrantCondition, QdrantFilter, QdrantPoint } from '../../platform/qdrant/client.js';

/** Every field of a filter has an index, because strict mode rejects filters on other fields. */
export const PAYLOAD_INDEXES = {
  type: 'keyword',
  subtype: 'keyword',
  industries: 'keyword',
  company: 'keyword',
  contact: 'keyword',
  contact_email: 'keyword',
  contact_network_url: 'keyword',
  association: 'keyword',
  detected_at: 'integer',
  employees_low: 'integer',
  employees_high: 'integer',
  largest_money: 'float',
  largest_people: 'float',
  version_time: 'integer',
  version_hash: 'integer',
  version_written: 'integer',
} as const;

export type PayloadField = keyof typeof PAYLOAD_INDEXES;

/** The payload fields that `pointVersion` reads. */
export const VERSION_FIELDS = ['version_time', 'version_hash', 'version_written', 'withdrawn'];

/** The upper end of an open employee range; the SQL of the filters uses the same number. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/**
 * The factor that makes vectors whole numbers. These are less than half as long as text and are
 * written and read in half the time. A power of two keeps the few digits of a stored number, so the
 * products in Qdrant are those of ClickHouse times this factor.
 */
export const POINT_SCALE = 2 ** 30;

export function pointOf(signal: VectorRecord): QdrantPoint {
  const { draft, company, contact, amounts, embedding } = signal;
  return {
    id: draft.signalId,
    vector: wholeNumbersOf(unpackVector(embedding)),
    payload: wellFormed({
      type: foldCase(draft.signalType),
      subtype: foldCase(draft.signalSubtype),
      industries: [...new Set(company.industries.map(foldCase))],
      company: company.key,
      ...present('contact', contact?.key),
      ...present('contact_email', contact?.email),
      ...present('contact_network_url', contact?.networkUrl),
      association: draft.association,
      detected_at: draft.detectedAtMs,
      ...employees(company.employeeCountLow, company.employeeCountHigh),
      largest_money: Math.fround(amounts.money),
      largest_people: Math.fround(amounts.people),
      ...versionFields(signal.version),
    }),
  };
}

export function tombstoneOf(signalId: string, version: bigint): QdrantPoint {
  return { id: signalId, vector: {}, payload: { withdrawn: true, ...versionFields(version) } };
}

export function pointVersion(point: {
  id: string | number;
  payload?: Record<string, unknown> | null | undefined;
}): PointVersion {
  const payload = point.payload ?? {};
  const version = versionOfParts({
    time: numberIn(payload.version_time),
    hash: numberIn(payload.version_hash),
    written: numberIn(payload.version_written),
  });
  return { signalId: String(point.id), version, withdrawn: payload.withdrawn === true };
}

/** Returns the condition that a point replaces only a version that is not newer than itself. */
export function onlyOlder(points: readonly { signalId: string; version: bigint }[]): QdrantFilter {
  return {
    should: points.map(({ signalId, version }) => ({
      must: [{ has_id: [signalId] }, notNewerThan(version)],
    })),
  };
}

function notNewerThan(version: bigint): QdrantFilter {
  const { time, hash, written } = partsOfVersion(version);
  const sameTime = equals('version_time', time);
  return {
    should: [
      { key: 'version_time', range: { lt: time } },
      { must: [sameTime, { key: 'version_hash', range: { lt: hash } }] },
      {
        must: [
          sameTime,
          equals('version_hash', hash),
          { key: 'version_written', range: { lte: written } },
        ],
      },
    ],
  };
}

function equals(key: PayloadField, value: number): QdrantCondition {
  return { key, match: { value } };
}

function versionFields(version: bigint) {
  const { time, hash, written } = partsOfVersion(version);
  return { version_time: time, version_hash: hash, version_written: written };
}

/** Unknown sizes are left out, so that no range matches them. */
function employees(low: number | null, high: number | null) {
  if (low === null && high === null) return {};
  return { employees_low: low ?? 0, employees_high: high ?? UNLIMITED };
}

function present(field: PayloadField, text: string | null | undefined) {
  return text ? { [field]: text } : {};
}

function wholeNumbersOf(vector: Float32Array): number[] {
  const numbers = new Array<number>(vector.length);
  for (let at = 0; at < vector.length; at += 1) {
    numbers[at] = Math.round((vector[at] ?? 0) * POINT_SCALE);
  }
  return numbers;
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
