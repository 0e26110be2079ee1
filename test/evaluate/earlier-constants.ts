/** The constants of ranking before their last change; `npm run evaluate` compares with them. */
import { RANKING, type RankingConstants } from '../../api/signals/ranking/constants.js';

export const EARLIER: RankingConstants = { ...RANKING };
