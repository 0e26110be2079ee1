import { foldCase } from '../../../../shared/domain/normalise/fold-case.js';

/** The subtype of posts that give an opinion. */
export const OPINION = 'thoughtLeadership';
export const OPINION_KEY = foldCase(OPINION);
