/**
 * Searches with candidates from Qdrant that ClickHouse weighs. Qdrant knows only the cosine, so
 * signals of boosted subtypes are asked for separately. The search is widened until the page is
 * full of signals that score more than any that Qdrant may not have proposed. So a page is never
 * short or wrong because of ids that ClickHouse does not know, or of ties at its edge.
 */
import { inSlices } from '../../domain/concurrency/in-slices.js';
import { AppError } from '../../domain/errors.js';
import { foldCase } from '../../domain/normalise/fold-case.js';
import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import type {
  Candidate,
  CandidatePage,
  VectorFilter,
  VectorIndex,
  VectorQuery,
} from '../../domain/ports/vector-index.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import type { Qdrant } from '../../platform/qdrant/client.js';
import { isCurrentVector } from '../signals/current-rows.js';
import { NEWEST_FIRST } from '../signals/signal-record.js';
import { qdrantFilter } from './qdrant-filter.js';
import { type Hits, planSearch, prepareSearch } from './qdrant-search.js';
import type { PointTarget } from './qdrant-vector-writer.js';
import { vectorFilterSql } from './vector-filter-sql.js';
import {
  stepSql,
  WEIGHED_COLUMNS,
  type WeighedRow,
  WITH_QUESTION,
  weighedOf,
  weightParams,
} from './weight-sql.js';

interface QdrantIndexDeps {
  qdrant: Qdrant;
  target: PointTarget;
  clickhouse: ClickHouse;
  plan?: typeof planSearch;
  /** Answers instead if the candidates are not enough and few enough signals match. */
  exact?: { index: VectorIndex; suffices: (filter: SignalFilter) => Promise<boolean> };
}

const SPARE_HITS = 32;
/** Two stores sum up 384 products in different orders; both results differ by less than this. */
const SCORE_ERROR = 1e-5;
/** The most candidates for one page. For more, a scan is faster. */
const MAX_DEPTH = 65_536;
/** A subtype with a greater share of the sum of all boosts is searched separately. */
const LEAST_SHARE = 0.05;

export function createQdrantVectorIndex(deps: QdrantIndexDeps): VectorIndex {
  const { target, clickhouse, exact } = deps;
  return {
    async nearest(question, filter, page) {
      await target.ready();
      // Points have no word pieces, so only the exact index can search for phrases.
      if (filter.phrases) {
        if (!exact || !(await exact.suffices(filter))) return [];
        return exact.index.nearest(question, filter, page);
      }
      const propose = await prepareProposals(deps, question, filter);
      if (!propose) return [];
      const wanted = page.offset + page.limit;
      let untriedExact = exact;
      for (let depth = wanted + SPARE_HITS; depth <= MAX_DEPTH; depth *= 2) {
        const proposed = await propose(depth);
        const found = await weighProposed(clickhouse, question, filter, proposed, page);
        if (found.length === page.limit || proposed.isComplete) return found;
        if (untriedExact && (await untriedExact.suffices(filter))) {
          return untriedExact.index.nearest(question, filter, page);
        }
        untriedExact = undefined;
      }
      throw new AppError('unavailable', 'too many signals are equally relevant');
    },
  };
}

interface Proposed {
  signalIds: readonly string[];
  /**
   * Only signals with a greater score than this weight are returned: of others, some may not have
   * been proposed. `null` if all matches were proposed.
   */
  heavierThan: number | null;
  /** True if nothing else matches. */
  isComplete: boolean;
}

/** Returns a function that proposes candidates; `null` if nothing can satisfy the filter. */
async function prepareProposals(
  { qdrant, target, plan = planSearch }: QdrantIndexDeps,
  question: VectorQuery,
  filter: VectorFilter,
): Promise<((depth: number) => Promise<Proposed>) | null> {
  const { vector, similarityWeight } = question;
  const conditions = qdrantFilter(filter);
  if (conditions === null) return null;
  const deps = { qdrant, collection: target.name, plan };
  const { separate, remaining } = splitBoosts(question, filter);
  const nearest = await prepareSearch(deps, vector, conditions);
  const groups = await Promise.all(
    separate.map(async ([subtype, boost]) => {
      const ofSubtype = qdrantFilter({ ...filter, signalSubtypes: [subtype] }) ?? {};
      return { boost, search: await prepareSearch(deps, vector, ofSubtype) };
    }),
  );
  return async (depth) => {
    const [general, ...separated] = await Promise.all([
      nearest(depth),
      ...groups.map(({ search }) => search(depth)),
    ]);
    const searches = [general, ...separated];
    // The greatest weight of a signal that may be missing: it is as near as the last one of its
    // group, and its subtype is certain.
    const limits = searches.flatMap((hits, at) => {
      if (general.isComplete || hits.isComplete) return [];
      const boost = at === 0 ? remaining : (groups[at - 1]?.boost ?? 0);
      const score = Math.min(lastScoreOf(general), lastScoreOf(hits)) + SCORE_ERROR;
      return [similarityWeight * score + boost];
    });
    return {
      signalIds: [...new Set(searches.flatMap(({ hits }) => hits.map(({ id }) => String(id))))],
      heavierThan: limits.length === 0 ? null : Math.max(...limits),
      isComplete: general.isComplete,
    };
  };
}

function lastScoreOf({ hits }: Hits): number {
  return hits.at(-1)?.score ?? 0;
}

/** Returns the subtypes to search separately, and the greatest boost of the others. */
function splitBoosts({ boosts }: VectorQuery, { signalSubtypes }: SignalFilter) {
  const wanted = signalSubtypes && new Set(signalSubtypes.map(foldCase));
  const all = [...boosts].filter(([subtype]) => wanted?.has(subtype) ?? true);
  const least = LEAST_SHARE * all.reduce((sum, [, boost]) => sum + boost, 0);
  const separate = wanted ? [] : all.filter(([, boost]) => boost > least);
  const others = all.filter((each) => !separate.includes(each));
  return { separate, remaining: Math.max(0, ...others.map(([, boost]) => boost)) };
}

/**
 * Returns the page among the proposed signals, in the order of `VectorIndex`, by one query. Only
 * ClickHouse decides which of them exist, whether they pass the filter now, and what they weigh.
 */
async function weighProposed(
  clickhouse: ClickHouse,
  question: VectorQuery,
  filter: VectorFilter,
  { signalIds, heavierThan }: Proposed,
  { limit, offset }: CandidatePage,
): Promise<Candidate[]> {
  if (signalIds.length === 0) return [];
  const { where, params, vectorConditions } = vectorFilterSql(filter);
  const rows = await clickhouse.rows<WeighedRow>(
    `${WITH_QUESTION}
     SELECT ${WEIGHED_COLUMNS} FROM signal_vectors
     PREWHERE is_deleted = 0 AND ${isCurrentVector('IN {candidates:Array(UUID)}')} AND (${where}) AND ${vectorConditions}
     WHERE ${heavierThan === null ? '1' : `step > ${stepSql('{heavierThan:Float64}')}`}
     ORDER BY step DESC, ${NEWEST_FIRST}
     LIMIT 1 BY signal_id
     LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    {
      ...params,
      ...weightParams(question),
      candidates: signalIds,
      heavierThan: heavierThan ?? 0,
      limit,
      offset,
    },
    'vectors',
  );
  return inSlices(rows, (row) => weighedOf(row).signal);
}
