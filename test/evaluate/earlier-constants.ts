/**
 * The constants of ranking before their last change, over today's tables and words; `npm run evaluate` compares
 * with them. Copy today's to here before you change them.
 */
import { RANKING, type RankingConstants } from '../../api/signals/ranking/relevance/constants.js';

export const EARLIER: RankingConstants = {
  ...RANKING,
  seldom: {},
};
