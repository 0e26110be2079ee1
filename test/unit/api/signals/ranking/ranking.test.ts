/** Abbreviations, prior of subtypes and late interaction, on the tables of the bundled model. Needs no store. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RANKING } from '../../../../../api/signals/ranking/relevance/constants.js';
import { lateInteraction } from '../../../../../api/signals/ranking/relevance/late-interaction.js';
import { subtypePrior } from '../../../../../api/signals/ranking/relevance/subtype-prior.js';
import { loadRankingTables } from '../../../../../api/signals/ranking/relevance/tables.js';
import { expandAbbreviations } from '../../../../../api/signals/ranking/words/abbreviations.js';
import { NO_FRAGMENTS } from '../../../../../api/signals/ranking/words/fragments.js';
import { bundledModel } from '../../../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../../../shared/domain/schemas/signal-types.js';
import { loadBertWordPieces } from '../../../../../shared/platform/embedding/load-word-pieces.js';

const tables = loadRankingTables();

describe('Abbreviations', () => {
  it('are expanded as whole words, in any case and in the plural', () => {
    expect(expandAbbreviations('new CFO')).toBe('new chief financial officer');
    for (const other of ['layoffs in Baltimore, md', 'a 24 hr outage', 'a 24-hr outage']) {
      expect(expandAbbreviations(other)).toBe(other);
    }
    expect(expandAbbreviations('100 HR jobs')).toBe('100 human resources jobs');
    expect(expandAbbreviations('new CFO, MD of X')).toContain('managing director');
    expect(expandAbbreviations('new MD')).toBe('new managing director');
    expect(expandAbbreviations('new CDO, RTO')).toBe('new chief data officer, return to office');
    expect(expandAbbreviations('SDRs, BDRs, CSMs')).toBe(
      'sales development representatives, business development representatives, customer success managers',
    );
    expect(expandAbbreviations('new IT director')).toBe('new information technology director');
    expect(expandAbbreviations('vps of hr')).toBe('vice presidents of human resources');
    expect(expandAbbreviations('EVs, R&D and m&a')).toBe(
      'electric vehicles, research and development and mergers and acquisitions',
    );
  });

  it('leave other text unchanged', () => {
    for (const text of [
      'cut its staff, so it said',
      'IS IT DOWN',
      'said again',
      'CFOx',
      'toString of constructor',
      'AT&T',
      '',
    ]) {
      expect(expandAbbreviations(text)).toBe(text);
    }
  });
});

describe('Prior of subtypes', () => {
  const { dimension, subtypes } = tables;
  const textOf = (wanted: string) => {
    const before = subtypes.findIndex(({ subtype }) => subtype === wanted);
    const first = subtypes.slice(0, before).reduce((sum, { texts }) => sum + texts, 0);
    const numbers = tables.texts.numbers.subarray(first * dimension, (first + 1) * dimension);
    return { vector: Float32Array.from(numbers, (each) => each / 127), pieces: [] };
  };

  it('covers exactly the subtypes of the catalogue', () => {
    const catalogue = loadSignalTypes().types.flatMap(({ subtypes }) => subtypes);
    expect(subtypes.map(({ subtype }) => subtype).sort()).toEqual(
      [...new Set(catalogue.map(({ subtype }) => subtype))].sort(),
    );
  });

  it('is high for a question that matches the learned weights of a subtype', () => {
    expect(tables.subtypeClassifier.biases).toHaveLength(tables.subtypes.length);
    const { subtypeClassifier } = tables;
    const at = tables.subtypes.findIndex(({ subtype }) => subtype === 'dividend');
    const row = subtypeClassifier.weights.slice(at * tables.dimension, (at + 1) * tables.dimension);
    const length = Math.hypot(...row);
    const vector = row.map((each) => each / length);
    const prior = subtypePrior({ vector, pieces: [] }, tables, RANKING);
    expect(prior.get('dividend')).toBeGreaterThan(0.9);
  });

  it('is highest for the subtype whose text is asked for, and shared with its family', () => {
    const prior = subtypePrior(textOf('dividend'), tables, RANKING);
    const [first] = [...prior].sort((a, b) => b[1] - a[1]);
    expect(first?.[0]).toBe('dividend');
    const family = subtypePrior(textOf('acquired'), tables, RANKING);
    expect(family.get('acquisition')).toBeGreaterThan(0.5 * (family.get('acquired') ?? 0));
  });

  it.each([
    ['cybersecurityIncident', 'cybersecurityRisk'],
    ['hiringSurge', 'jobPosting'],
    ['layoff', 'plantClosure'],
    ['fundingAnnouncement', 'equitySale'],
    ['acquisition', 'acquisitionCompleted'],
    ['promotion', 'newRole'],
  ])('of %s is shared less with a subtype that is rarely meant: %s', (subtype, seldom) => {
    const prior = subtypePrior(textOf(subtype), tables, RANKING);
    const share = (prior.get(seldom) ?? 0) / (prior.get(subtype) ?? 1);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
  });

  it('also depends on the word pieces of the question', () => {
    const { vector } = textOf('dividend');
    const pieces = loadBertWordPieces(bundledModel())?.pieces('stellenabbau');
    const layoffs = (found: ReadonlyMap<string, number>) => found.get('layoff') ?? 0;
    const without = layoffs(subtypePrior({ vector, pieces: [] }, tables, RANKING));
    const withWord = layoffs(subtypePrior({ vector, pieces: pieces ?? [] }, tables, RANKING));
    expect(withWord).toBeGreaterThan(1.5 * without);
  });

  it('is 0 for general subtypes and never above 1', () => {
    for (const { subtype } of tables.subtypes) {
      const prior = subtypePrior(textOf(subtype), tables, RANKING);
      expect(prior.get('general') ?? prior.get('otherEvent') ?? 0).toBe(0);
      expect(Math.max(...prior.values())).toBeLessThanOrEqual(1);
    }
  });
});

describe('Late interaction', () => {
  const plain = {
    exactMatch: 0,
    contrast: { power: 1, scale: 1 },
    stopWordWeight: 1,
    conditionWeight: 1,
    oppositeFactor: 1,
    parts: [],
    stopWordPositions: new Set<number>(),
    unknownPiece: -1,
    fragments: NO_FRAGMENTS,
  };
  const question = {
    pieces: [2047, 3000],
    states: [0, 1].map((at) =>
      Float32Array.from({ length: 384 }, (_, i) => Math.sin(i * (at + 1))),
    ),
  };

  it('is never negative, and never lower for more words', () => {
    const { wordScore } = lateInteraction(question, tables, plain);
    const tokens = fc.array(fc.nat({ max: 30_521 }), { maxLength: 30 });
    fc.assert(
      fc.property(tokens, tokens, (some, more) => {
        expect(wordScore(some)).toBeGreaterThanOrEqual(0);
        expect(wordScore([...some, ...more])).toBeGreaterThanOrEqual(wordScore(some));
      }),
    );
  });

  it('is the sum of the best likeness of each piece times its share', () => {
    const { wordScore, bestMatches, shares } = lateInteraction(question, tables, plain);
    const tokens = [1, 5000, 20_000, 777];
    const sum = bestMatches(tokens).reduce(
      (total, each, at) => total + each.likeness * (shares[at] ?? 0),
      0,
    );
    expect(wordScore(tokens)).toBeCloseTo(sum, 6);
  });

  it('counts less if a part says that the text reports the opposite', () => {
    const part = { positions: [0], overridesWords: true, isCondition: false };
    const of = (tokens: number[], isOpposite: boolean) => {
      const match = () => (tokens.length > 1 ? { at: -1, likeness: 0, isOpposite } : undefined);
      const parts = [{ ...part, match }];
      return lateInteraction(question, tables, { ...plain, oppositeFactor: 0.5, parts });
    };
    const opposite = of([1, 5000], true);
    expect(opposite.wordScore([1, 5000])).toBeGreaterThan(0);
    expect(opposite.wordScore([1, 5000])).toBeCloseTo(
      of([1, 5000], false).wordScore([1, 5000]) / 2,
      6,
    );
    // The next text is judged by itself.
    const next = lateInteraction(question, tables, plain).wordScore([777]);
    expect(of([777], true).wordScore([777])).toBeCloseTo(next, 6);
  });

  it('raises the likeness of an identical piece and lowers the share of light pieces', () => {
    const piece = question.pieces[0] ?? 0;
    const { bestMatches } = lateInteraction(question, tables, { ...plain, exactMatch: 0.7 });
    expect(bestMatches([piece])[0]?.likeness).toBeGreaterThan(0.699);
    const { shares } = lateInteraction(question, tables, plain);
    const lighter = { ...plain, stopWordPositions: new Set([0]), stopWordWeight: 0.25 };
    const left = lateInteraction(question, tables, lighter).shares;
    expect(left[0]).toBeLessThan(shares[0] ?? 0);
    expect((left[0] ?? 0) + (left[1] ?? 0)).toBeCloseTo(1, 6);
  });

  it('ignores words unknown to the model and does not treat two of them as the same', () => {
    const [unknown = 0, other = 0] = question.pieces;
    const asked = { ...plain, exactMatch: 0.7, unknownPiece: unknown };
    const { wordScore, shares } = lateInteraction(question, tables, asked);
    expect(shares).toEqual([0, 1]);
    expect(wordScore([unknown, unknown])).toBe(0);
    expect(wordScore([unknown, other])).toBeGreaterThan(0.699);
    const alone = { pieces: [unknown], states: question.states };
    expect(lateInteraction(alone, tables, asked).wordScore([unknown])).toBe(0);
  });

  it('gives more weight to the pieces of a condition', () => {
    const condition = {
      positions: [1],
      overridesWords: false,
      isCondition: true,
      needsCompany: true,
      match: () => undefined,
    };
    const { shares } = lateInteraction(question, tables, plain);
    const asked = { ...plain, parts: [condition], conditionWeight: 2 };
    const more = lateInteraction(question, tables, asked).shares;
    const [first = 0, second = 0] = shares;
    expect(more[1]).toBeCloseTo((2 * second) / (first + 2 * second), 6);
  });

  it('treats a piece outside the frequency table like the rarest one in it', () => {
    const frequencies = tables.inverseFrequencies.slice(0, 1_000);
    const rarest = frequencies.indexOf(Math.max(...frequencies));
    const states = question.states.slice(0, 2);
    const smaller = { ...tables, frequencies };
    const { shares } = lateInteraction({ pieces: [rarest, 60_000], states }, smaller, plain);
    expect(shares).toEqual([0.5, 0.5]);
  });

  it('is 0 for a question or a text without words', () => {
    expect(lateInteraction({ pieces: [], states: [] }, tables, plain).wordScore([1, 2])).toBe(0);
    expect(lateInteraction(question, tables, plain).wordScore([])).toBe(0);
  });
});
