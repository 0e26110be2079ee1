/** Steps of a career: when two observations of a person differ enough to be one. */
import { describe, expect, it } from 'vitest';
import { type ContactSnapshot, careerSteps } from '../../../../ingest/derive/career.js';

const seenWith = (title: string, day: number): ContactSnapshot => ({
  source: 'contact-profile',
  eventId: 'ann',
  observedAtMs: day,
  takenAtMs: day,
  eventVersion: BigInt(day),
  evidence: {
    kind: 'contact',
    evidence: 'profile',
    atMs: day,
    facts: { name: 'Ann', email: 'ann@alder.example', networkUrl: null, title, employer: null },
  },
});

describe('Profiles of a person', () => {
  it.each([
    ['VP Sales', 'VP, Sales', 0],
    ['vp – sáles', 'VP Sales', 0],
    ['--', '..', 1],
    ['VP Sales', 'VP Sales, EMEA', 1],
  ])('with the title %j and then %j give %i promotions', (before, now, promotions) => {
    expect(careerSteps([seenWith(before, 1), seenWith(now, 2)])).toHaveLength(promotions);
  });
});
