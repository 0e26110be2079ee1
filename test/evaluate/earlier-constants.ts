/**
 * The constants of ranking before their last change, without the parts of questions (numbers, places, other
 * words for the same); `npm run evaluate` compares with them. Copy today's to here before you change them.
 */
import { RANKING, type RankingConstants } from '../../api/signals/ranking/constants.js';

export const EARLIER: RankingConstants = {
  ...RANKING,
  meaning: 0.55,
  subtype: 0.3,
  words: 0.8,
  window: 300,
  temperature: 0.05,
  learned: 0,
  same: 0,
  alike: 0,
  lightWeight: 1,
  familyShare: 0.7,
};
