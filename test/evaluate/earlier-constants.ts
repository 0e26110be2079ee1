/**
 * The constants of ranking before their last change, when opposite words were not known; `npm run evaluate`
 * compares with them. Copy today's to here before you change them.
 */
import { RANKING, type RankingConstants } from '../../api/signals/ranking/constants.js';

export const EARLIER: RankingConstants = {
  ...RANKING,
  subtype: 0.5,
  conditionWeight: 1,
};
