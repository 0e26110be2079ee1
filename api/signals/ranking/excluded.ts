/** What a question does not ask for: "outside the US", "not in Germany", "executives other than CFOs". Pure. */
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import { inBothNumbers } from './alike-words.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, phraseFinder, piecesOf, wordsBefore } from './phrases.js';

/** In front of a place, an industry or a round. */
export const EXCLUDED =
  /(?:^| )(?:not (?:in |from |based in )?|non - |outside (?:of )?|except (?:for |in |from )?|excluding |without |other than )(?:an? |the )?$/;
/** In front of any words: "not" alone mostly belongs to a verb. */
const LEFT_OUT =
  /(?:^| )(?:except (?:for )?|excluding |without |other than |apart from |aside from |but not |rather than |instead of )(?:an? |the |any )?$/;
const WORDS_BEFORE = 6;
/** Ends what is left out. */
const END =
  /^(?:[^\p{L}\p{N}]|in|at|of|for|from|since|during|after|before|with|and|but|that|who|which|this|last)$/u;
const MAX_WORDS = 4;

/**
 * Met by what does not say all of the words, nor others of the same meaning. `others`: parts of words that
 * are met by those.
 */
export function excludedParts(
  words: readonly PlacedWord[],
  split: WordPieces['pieces'],
  isLight: (word: PlacedWord) => boolean,
  others: (words: readonly PlacedWord[]) => AskedPart[],
): AskedPart[] {
  return words.flatMap((word, at) => {
    if (END.test(word.text.toLowerCase())) return [];
    if (!LEFT_OUT.test(wordsBefore(words, word.at, WORDS_BEFORE))) return [];
    const rest = words.slice(at, at + MAX_WORDS);
    const end = rest.findIndex(({ text }) => END.test(text.toLowerCase()));
    const own = end < 0 ? rest : rest.slice(0, end);
    const finders = own
      .filter((each) => !isLight(each))
      .map(({ text }) => phraseFinder(inBothNumbers(text, []).map(split)));
    if (finders.length === 0) return [];
    const alike = others(own);
    const isTold = (tokens: readonly number[]): boolean =>
      finders.every((find) => find(tokens) >= 0) ||
      alike.some((part) => (part.meet(tokens, undefined)?.likeness ?? 0) > 0);
    const part: AskedPart = {
      pieces: piecesOf(own),
      isAlone: true,
      isCondition: true,
      isOfCompany: false,
      meet: (tokens) => ({ at: -1, likeness: isTold(tokens) ? 0 : 1 }),
    };
    return [part];
  });
}
