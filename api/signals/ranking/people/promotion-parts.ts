/** Reads the way of a promotion: "promoted to director" asks for no former directors. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type AskedQuestion, wordsMatching } from '../words/asked-question.js';
import { isAt, type PlacedWord, positionsOf, wordsWithin } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

/** Matches a promotion up to the title: "promoted to director", "becomes a vice president". */
const RISE =
  /\b(?:promot(?:ed|ions?)|moved up|moves up|steps up|stepped up|rises|rose|rising|became|becomes|becoming) (?:people )?(?<way>to|into|from)? ?(?:the |a |an )?(?:new )?(?=\p{L})/giu;
/** Words of a title after the rise. The title ends before the words of a place or a time. */
const TITLE_WORDS = 3;
const END = /^(?:in|at|of|for|from|to|within|this|last|recently|since|,|and|or)$/i;
const ORIGIN = ['from', 'formerly', 'former', 'previously', 'ex'];
const GOAL = ['to', 'as', 'becomes', 'became', 'now', 'into'];
/** How far before a title a word may stand that says whether somebody had or got it. */
const REACH = 6;

export function createPromotionReader({
  phrases,
}: WordPieces): (asked: AskedQuestion) => QuestionPart[] {
  const pieceOf = (word: string): number => phrases(word)[0]?.[0] ?? -1;
  const origins = new Set(ORIGIN.map(pieceOf));
  const goals = new Set(GOAL.map(pieceOf));
  /** True if the word nearest before a title says that somebody had it before. */
  const isOrigin = (tokens: readonly number[], at: number): boolean => {
    const before = tokens.slice(Math.max(0, at - REACH), at).reverse();
    return origins.has(before.find((token) => origins.has(token) || goals.has(token)) ?? -1);
  };
  return (asked) =>
    wordsMatching(asked, RISE).flatMap(({ said, end }) => {
      const title = titleAfter(asked, end);
      const positions = positionsOf(title);
      if (positions.length === 0) return [];
      const isFrom = / from /i.test(said);
      const pieces = title.flatMap((word) => word.pieces);
      const part: QuestionPart = {
        positions,
        overridesWords: true,
        match(tokens) {
          const places = [...tokens.keys()].filter((at) => isAt(pieces, tokens, at));
          if (places.length === 0 || places.some((at) => isOrigin(tokens, at) === isFrom)) return;
          return { likeness: 0, isOpposite: true };
        },
      };
      return [part];
    });
}

function titleAfter({ words, text }: AskedQuestion, start: number): PlacedWord[] {
  const after = wordsWithin(words, start, text.length).slice(0, TITLE_WORDS);
  const end = after.findIndex((word) => END.test(word.text));
  return end < 0 ? after : after.slice(0, end);
}
