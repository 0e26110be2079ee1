/**
 * The constants of ranking before their last change. `npm run evaluate` compares with them, on
 * today's tables and words. Copy today's constants here before you change them.
 */
import { RANKING, type RankingConstants } from '../../api/signals/ranking/relevance/constants.js';

export const EARLIER: RankingConstants = {
  ...RANKING,
  weakMembers: {},
};
