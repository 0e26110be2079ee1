/** The evaluation of ranking: its judged questions are complete, and its measures are correct. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../shared/domain/schemas/signal-types.js';
import { createBm25 } from '../../evaluate/bm25.js';
import { judgedQuestions } from '../../evaluate/judged.js';
import { pairedInterval, qualityOf } from '../../evaluate/measures.js';

const read = (file: string) =>
  JSON.parse(readFileSync(join(packageRoot(), 'test/evaluate', file), 'utf8'));

describe('Judged questions', () => {
  const texts: { id: string; signal_type: string; signal_subtype: string | null }[] =
    read('texts.json');
  const { invented }: { invented: { query: string; grades: Record<string, number> }[] } =
    read('questions.json');
  const questions = judgedQuestions([]);

  it('are at least 120, each once, with about half of them held out', () => {
    expect(questions.length).toBeGreaterThanOrEqual(120);
    expect(new Set(questions.map(({ query }) => query)).size).toBe(questions.length);
    const heldOut = questions.filter(({ isHeldOut }) => isHeldOut).length;
    expect(heldOut / questions.length).toBeGreaterThan(0.45);
    expect(heldOut / questions.length).toBeLessThan(0.55);
  });

  it('have a right answer to each question over invented texts', () => {
    const ids = new Set(texts.map(({ id }) => id));
    for (const { query, grades } of invented) {
      expect(Object.values(grades), query).toContain(2);
      for (const id of Object.keys(grades)) expect(ids, query).toContain(id);
    }
  });

  it('have texts with types and subtypes of the catalogue only', () => {
    const types = loadSignalTypes();
    for (const { id, signal_type: type, signal_subtype: subtype } of texts) {
      expect(types.type(type), id).toBeDefined();
      if (subtype !== null) expect(types.subtype(type, subtype), `${id} ${subtype}`).toBeDefined();
    }
  });
});

describe('Measures of ranking', () => {
  const grades = new Map([
    ['a', 2],
    ['b', 2],
    ['c', 1],
  ]);

  it('are 1 for the best order, and less for any other', () => {
    expect(qualityOf(['a', 'b', 'c'], grades)).toEqual({ ndcg: 1, precision: 1 });
    const other = qualityOf(['c', 'x', 'a'], grades);
    expect(other.ndcg).toBeLessThan(1);
    expect(other.precision).toBe(0.5);
    expect(qualityOf([], grades)).toEqual({ ndcg: 0, precision: 0 });
  });

  it('give the same interval in every run, around the mean difference', () => {
    const a = Array.from({ length: 40 }, (_, at) => (at % 7) / 7);
    const b = a.map((value, at) => value - (at % 3) / 10);
    const interval = pairedInterval(a, b);
    expect(interval).toEqual(pairedInterval(a, b));
    expect(interval.low).toBeLessThan(interval.mean);
    expect(interval.high).toBeGreaterThan(interval.mean);
    expect(pairedInterval(a, a)).toEqual({ mean: 0, low: 0, high: 0 });
  });

  it('rank texts by their words with BM25', () => {
    const { scores } = createBm25(['A plant closes.', 'Banks lend money.', 'Plants and banks.']);
    const [plant, bank, both] = scores('closing plants');
    expect(plant).toBeGreaterThan(both ?? 0);
    expect(bank).toBe(0);
  });
});
