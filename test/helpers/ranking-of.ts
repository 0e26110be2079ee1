/** Builds the product's ranking over the stores of a test, for measurements without HTTP. */

import {
  createRanking,
  type Ranking,
  type RankingDeps,
} from '../../api/signals/ranking/ranking.js';
import { RANKING } from '../../api/signals/ranking/relevance/constants.js';
import {
  loadRankingTables,
  type RankingTables,
} from '../../api/signals/ranking/relevance/tables.js';
import { systemClock } from '../../shared/domain/ports/clock.js';

/**
 * `more` replaces the product's constants and tables. Words of a question count only by their
 * similarity.
 */
export function rankingOf(
  embedder: RankingDeps['embedder'],
  { vectors, identity, signals }: Pick<RankingDeps, 'vectors' | 'identity' | 'signals'>,
  more: Partial<
    Pick<RankingDeps, 'clock' | 'constants' | 'parseQuestion' | 'foreign' | 'correctSpelling'> & {
      tables: RankingTables;
    }
  > = {},
): Ranking {
  const { tables = loadRankingTables(), ...others } = more;
  return createRanking({
    embedder,
    vectors,
    identity,
    signals,
    constants: RANKING,
    tables: () => tables,
    parseQuestion: null,
    clock: systemClock,
    foreign: null,
    correctSpelling: null,
    ...others,
  });
}
