/**
 * Searches all signals in ClickHouse exactly: it applies the filters first and then weighs every
 * remaining signal. The scan may find superseded rows. They are dropped by their version, and the
 * scan is widened until the page is full or no rows are left.
 */
import { inSlices } from '../../domain/concurrency/in-slices.js';
import type {
  Candidate,
  CandidatePage,
  VectorFilter,
  VectorIndex,
  VectorQuery,
} from '../../domain/ports/vector-index.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { isByCompanyOrContact } from '../signals/signal-filter-sql.js';
import { NEWEST_FIRST } from '../signals/signal-record.js';
import { createOnlyCurrent, type OnlyCurrent } from './only-current.js';
import { vectorFilterSql } from './vector-filter-sql.js';
import {
  WEIGHED_COLUMNS,
  type WeighedHit,
  type WeighedRow,
  WITH_QUESTION,
  weighedOf,
  weightParams,
} from './weight-sql.js';

/** Hits read in addition to those wanted, because some may be superseded. */
const SPARE_HITS = 32;
/**
 * Reading takes most of the time. So files are mapped instead of copied, two threads share a scan
 * of more than a few megabytes, and blocks are limited by rows, not by bytes: by default a block of
 * vectors has 1,300 rows. Checksums are not verified: merges and `signals verify` do that, and find
 * damage of the disk.
 */
const SCAN_SETTINGS = `local_filesystem_read_method = 'mmap', min_bytes_to_use_mmap_io = 1, checksum_on_read = 0,
  preferred_block_size_bytes = 0, max_block_size = 8192,
  merge_tree_min_rows_for_concurrent_read = 8192, merge_tree_min_bytes_for_concurrent_read = 8388608`;

/**
 * The most companies or people whose signals are found in the table sorted by them, because
 * `signal_vectors` is sorted by type. For more of them, comparing keys in the scan is faster.
 */
const MAX_LOOKED_UP = 10;

/** Vectors have length 1, so only a damaged one is more similar than 1 and what rounding adds. */
const MAX_SIMILARITY = 1.05;
const DAMAGED =
  'The table signal_vectors has a damaged vector. Run signals verify, and restore a backup (deploy/README.md, "Damaged files").';

interface Vectors {
  clickhouse: ClickHouse;
  onlyCurrent: OnlyCurrent;
}

export function createClickHouseVectorIndex(clickhouse: ClickHouse): VectorIndex {
  const vectors = { clickhouse, onlyCurrent: createOnlyCurrent(clickhouse) };
  return { nearest: (question, filter, page) => search(vectors, question, filter, page) };
}

async function search(
  { clickhouse, onlyCurrent }: Vectors,
  question: VectorQuery,
  filter: VectorFilter,
  { limit, offset }: CandidatePage,
): Promise<Candidate[]> {
  const wanted = offset + limit;
  for (let depth = wanted + SPARE_HITS; ; depth *= 2) {
    const writes = clickhouse.writes();
    const sql = scanSql(question, filter, depth);
    const { hits, isComplete } = await readHeaviest(clickhouse, sql, { wanted, depth });
    const all = await onlyCurrent(hits, writes);
    // An insert sent twice leaves two equal rows in sequence until a merge.
    const current = all.filter(({ id }, at) => id !== all[at - 1]?.id);
    if (current.length >= wanted || isComplete) {
      return current.slice(offset, wanted).map(({ signal }) => signal);
    }
  }
}

interface Scan {
  /** The statement up to its ORDER BY. */
  select: string;
  params: Record<string, unknown>;
}

/**
 * Returns the heaviest hits in the order of the port; `isComplete` is true if nothing else matches.
 * The engine sorts by weight alone, which takes a tenth less time. More rows may have the same step
 * as the last one, so rows with this step are left out, unless the page needs them.
 */
async function readHeaviest(
  clickhouse: ClickHouse,
  { select, params }: Scan,
  { wanted, depth }: { wanted: number; depth: number },
): Promise<{ hits: WeighedHit[]; isComplete: boolean }> {
  const readBy = async (order: string): Promise<WeighedHit[]> => {
    const sql = `${select} ORDER BY ${order} LIMIT {depth:UInt32} SETTINGS ${SCAN_SETTINGS}`;
    const rows = await clickhouse.rows<WeighedRow>(sql, params, 'vectors');
    if (rows.some(({ similarity }) => similarity > MAX_SIMILARITY)) throw new Error(DAMAGED);
    return inSlices(rows, weighedOf);
  };
  const byWeight = await readBy('weight DESC');
  const isComplete = byWeight.length < depth;
  const lastStep = byWeight.at(-1)?.signal.step ?? 0;
  const certain = isComplete ? byWeight : byWeight.filter(({ signal }) => signal.step > lastStep);
  if (isComplete || certain.length >= wanted) return { hits: certain.sort(byStep), isComplete };
  const hits = await readBy(`step DESC, ${NEWEST_FIRST}`);
  return { hits, isComplete: hits.length < depth };
}

function byStep({ signal: a }: WeighedHit, { signal: b }: WeighedHit): number {
  return b.step - a.step || b.detectedAtMs - a.detectedAtMs || (a.signalId < b.signalId ? -1 : 1);
}

function scanSql(question: VectorQuery, filter: VectorFilter, depth: number): Scan {
  const { table, where, params, vectorConditions } = vectorFilterSql(filter);
  const { length: keyCount } = filter.companyKeys ?? filter.contactKeys ?? [];
  // Vectors that the other table finds must also satisfy `where` themselves.
  const lookup =
    isByCompanyOrContact({ table }) && keyCount <= MAX_LOOKED_UP
      ? `(type_key, detected_at, signal_id) IN (
         SELECT type_key, detected_at, signal_id FROM ${table} WHERE ${where}) AND `
      : '';
  const select = `${WITH_QUESTION}
    SELECT ${WEIGHED_COLUMNS}
    FROM signal_vectors
    PREWHERE is_deleted = 0 AND (${lookup}${where}) AND ${vectorConditions}`;
  return { select, params: { ...params, ...weightParams(question), depth } };
}
