/** How opinions count for questions about events. */
import { describe, expect, it } from 'vitest';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import {
  unaskedOpinion,
  withoutOpinions,
} from '../../../../../../api/signals/ranking/relevance/opinions.js';

const { subtype, opinion } = RANKING;

/** Returns the share for a question that asks for subtypes (folded) with these probabilities. */
function unasked(text: string, chances: Record<string, number>, subtypes: string[] | null = null) {
  const boosts = new Map(Object.entries(chances).map(([name, chance]) => [name, subtype * chance]));
  return unaskedOpinion(text, { boosts, subtypes: subtypes && new Set(subtypes) }, RANKING);
}

describe('The words of an opinion', () => {
  it('count less for a question about an event', () => {
    expect(unasked('who was hacked', { cybersecurityincident: 0.8 })).toBe(1 - opinion);
  });

  it('count more, the more likely the question asks for opinions', () => {
    const event = { aiinvestment: 0.3 };
    const half = unasked('views on AI', { ...event, thoughtleadership: 0.11 });
    expect(half).toBeCloseTo((1 - opinion) / 2, 9);
    expect(unasked('views on AI', { ...event, thoughtleadership: 0.3 })).toBe(0);
  });

  it('count whole for a question about no event', () => {
    expect(unasked('Example Foods', { layoff: 0.05 })).toBe(0);
    expect(unasked('Example Foods', {})).toBe(0);
  });

  it('count whole for a question that asks whether or why', () => {
    expect(unasked('Should software pick job candidates?', { jobposting: 0.8 })).toBe(0);
    expect(unasked('why layoffs hurt', { layoff: 0.8 })).toBe(0);
  });

  it('count whole for a question for posts', () => {
    expect(unasked('posts on layoffs', { hiring: 0.8 }, ['hiring', 'thoughtLeadership'])).toBe(0);
    expect(unasked('news on layoffs', { layoff: 0.8 }, ['layoff'])).toBe(1 - opinion);
  });

  it('count like those of a denial, in opinions alone', () => {
    const read = withoutOpinions(([denied = 0]) => ({ asked: 0.7, denied }), 0.5);
    expect(read([0.1], 'thoughtleadership')).toEqual({ asked: 0.7, denied: 0.5 });
    expect(read([0.9], 'thoughtleadership')).toEqual({ asked: 0.7, denied: 0.9 });
    expect(read([0.1], 'layoff')).toEqual({ asked: 0.7, denied: 0.1 });
  });
});
