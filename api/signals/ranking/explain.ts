/** Says what a signal owes its score to, and which of its words met which words of the question. Pure. */
import type { SignalExplanation } from '../../../shared/domain/schemas/types.generated.js';
import type { Word, WordPieces } from '../../../shared/domain/word-pieces.js';
import { type RankedSignal, type ReadQuestion, rounded } from './ranking.js';

/** Pieces that are less alike met by chance. */
const LEAST_LIKENESS = 0.4;

export function explainRank(
  { text, weighed, words }: ReadQuestion,
  signal: RankedSignal,
  summary: string,
  wordPieces: WordPieces | null,
): SignalExplanation {
  const { most } = weighed;
  const meaning = weighed.meaning * signal.similarity;
  const inWindow = signal.relevance * most - signal.weight;
  const own = wordPieces?.words(summary) ?? [];
  const asked = wordPieces?.words(text) ?? [];
  const best = words && inWindow > 0 ? words.best(signal.tokens, undefined, signal) : [];
  const wordOf = placesOf(own);
  const askedOf = placesOf(asked);
  const found = new Map<string, SignalExplanation['matches'][number]>();
  best.forEach(({ at, likeness }, piece) => {
    const met = wordOf[at];
    const by = askedOf[piece];
    if (!met || !by || likeness < LEAST_LIKENESS) return;
    const key = `${by.start} ${met.start}`;
    const before = found.get(key)?.likeness ?? 0;
    found.set(key, {
      query_word: text.slice(by.start, by.end),
      summary_word: summary.slice(met.start, met.end),
      start: met.start,
      end: met.end,
      likeness: rounded(Math.min(1, Math.max(before, likeness))),
    });
  });
  return {
    meaning: rounded(meaning / most),
    subtype: rounded((signal.weight - meaning) / most),
    words: rounded(inWindow / most),
    matches: [...found.values()].sort((a, b) => b.likeness - a.likeness),
  };
}

/** The word of each piece. */
function placesOf(words: readonly Word[]): Word[] {
  return words.flatMap((word) => word.pieces.map(() => word));
}
