/**
 * The constants of ranking before their last change; `npm run evaluate` compares with them. Copy today's to
 * here before you change them.
 */
import { RANKING, type RankingConstants } from '../../api/signals/ranking/constants.js';

export const EARLIER: RankingConstants = {
  ...RANKING,
  meaning: 0.55,
  subtype: 0.3,
  words: 0.8,
  window: 300,
  temperature: 0.05,
  familyShare: 0.7,
};
