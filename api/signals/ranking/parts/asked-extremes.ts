/** Superlatives of a question, compared with the amounts that a signal tells: "biggest layoffs". Pure. */

import type { AmountReader } from '../../../../shared/domain/amount-reader.js';
import type { Amount } from '../../../../shared/domain/amounts.js';
import type { AmountRange } from '../../../../shared/domain/ports/vector-index.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import type { AskedPart } from '../words/asked-part.js';
import { type PlacedWord, phraseFinder, phraseIn, piecesOf, type Span } from '../words/phrases.js';

const MOST = ['largest', 'biggest', 'highest', 'greatest'];
const LEAST = ['smallest', 'lowest'];
/** Among many signals, few are so large, or so small. */
const LARGE: readonly AmountRange[] = [
  { of: 'money', from: 100e6 },
  { of: 'people', from: 500 },
];
const SMALL: readonly AmountRange[] = [
  { of: 'money', from: 1, to: 1e6 },
  { of: 'people', from: 1, to: 20 },
];

/** No event tells of more. */
const MOST_PEOPLE = 10e6;

/** Met the better the more, or the less, a signal tells; or by a signal that says so itself. */
export function extremeParts(
  words: readonly PlacedWord[],
  wordPieces: WordPieces,
  amountsToldIn: AmountReader,
): AskedPart[] {
  const partOf = (word: PlacedWord, spelt: readonly string[]): AskedPart => {
    const find = phraseFinder(spelt.flatMap(wordPieces.phrases));
    const likenessOf = (tokens: readonly number[]): number => {
      if (find(tokens) >= 0) return 1;
      const sizes = amountsToldIn(tokens).flatMap((amount) => sizeOf(amount) ?? []);
      if (sizes.length === 0) return 0;
      const size = Math.min(1, Math.max(0, ...sizes));
      return spelt === MOST ? size : 1 - size;
    };
    return {
      pieces: piecesOf([word]),
      isAlone: true,
      isCondition: true,
      isOfCompany: false,
      narrows: { amounts: spelt === MOST ? LARGE : SMALL },
      meet: (tokens) => ({ at: -1, likeness: likenessOf(tokens) }),
      where: (tokens) => phraseIn(tokens, find) ?? largestIn(tokens, amountsToldIn),
    };
  };
  return words.flatMap((word) => {
    const spelt = [MOST, LEAST].find((each) => each.includes(word.text.toLowerCase()));
    return spelt ? [partOf(word, spelt)] : [];
  });
}

function largestIn(tokens: readonly number[], amountsToldIn: AmountReader): Span | undefined {
  const [largest] = amountsToldIn(tokens)
    .flatMap((amount) => ({ amount, size: sizeOf(amount) ?? Number.NaN }))
    .filter(({ size }) => !Number.isNaN(size))
    .sort((a, b) => b.size - a.size);
  return largest && amountsToldIn.spanOf(tokens, largest.amount);
}

/** 1 for ten billion, ten thousand people, and all of something. */
function sizeOf({ value, unit }: Amount): number | undefined {
  if (unit === 'money') return (Math.log10(value) - 5) / 5;
  // "7 Billion People" is a name.
  if (unit === 'people') return value > MOST_PEOPLE ? undefined : (Math.log10(value) - 1) / 3;
  return unit === 'percent' ? value / 100 : undefined;
}
