/** The product's ranking over the stores of a test, for what is measured without HTTP. */
import { RANKING } from '../../api/signals/ranking/constants.js';
import {
  createRanking,
  type Ranking,
  type RankingDeps,
} from '../../api/signals/ranking/ranking.js';
import { loadRankingTables, type RankingTables } from '../../api/signals/ranking/tables.js';

/** `more` replaces the product's constants and tables. Words of a question count only by their likeness. */
export function rankingOf(
  embedder: RankingDeps['embedder'],
  { vectors, identity }: Pick<RankingDeps, 'vectors' | 'identity'>,
  more: Partial<Pick<RankingDeps, 'constants' | 'readWords'> & { tables: RankingTables }> = {},
): Ranking {
  const { constants = RANKING, tables = loadRankingTables(), readWords = null } = more;
  return createRanking({ embedder, vectors, identity, constants, tables: () => tables, readWords });
}
