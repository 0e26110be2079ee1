/** Where a question wants signals from: "LinkedIn posts about hiring", "8-K filings". Pure. */
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, piecesOf, wordsWithin } from './phrases.js';

/** What people call a source, and how the types of its signals begin. */
const SOURCES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    // Not the posts of a company that are filled or cut.
    /\b(?:linkedin|social media|network) (?:posts?|updates?)\b|(?<!\bjob )\bposts? (?:about|from|of|on|by(?! \d))\b|\bpost(?:ing|ed) (?:about|on)\b/gi,
    ['network-post'],
  ],
  [
    /\bposts? (?:of|by|from) (?:employees|people|staff|workers|managers|executives|leaders)\b/gi,
    ['network-post-contact'],
  ],
  [
    /(?<!\b(?:bankruptcy|patent|ipo|insolvency) )\b(?:sec |regulatory )?filings?\b/gi,
    ['sec-', '10k'],
  ],
  [/\b8-?ks?\b/gi, ['sec-8k']],
  [/\b10-?ks?\b/gi, ['sec-10k', '10k']],
  [
    /(?<=\b(?:from|in) (?:the )?)(?:press|media)\b|\bpress coverage\b|\bnews (?:stories|articles)\b/gi,
    ['news'],
  ],
];

/** `leftOut`: places of pieces that are not asked for. */
export function sourceParts(
  question: string,
  words: readonly PlacedWord[],
  leftOut: ReadonlySet<number>,
): AskedPart[] {
  return SOURCES.flatMap(([pattern, types]) =>
    [...question.matchAll(pattern)].map(({ 0: phrase, index }): AskedPart => {
      const pieces = piecesOf(wordsWithin(words, index, index + phrase.length));
      const isExcluded = pieces.some((piece) => leftOut.has(piece));
      const isFrom = (type = ''): boolean => types.some((each) => type.startsWith(each));
      return {
        pieces,
        isAlone: true,
        isCondition: true,
        isOfCompany: false,
        meet: (_, __, signal) => ({
          at: -1,
          likeness: isFrom(signal?.signalType) === isExcluded ? 0 : 1,
        }),
      };
    }),
  );
}
