/**
 * Joins places, industries or rounds of which one is enough: "hospitals or pharma companies",
 * "Germany and Sweden", "Series A or Series B". Pure.
 */

import { type PlacedWord, spoken } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

const MAX_WORDS_BETWEEN = 4;
const BETWEEN =
  /^ ?(?:(?:company|companies|firms?|groups?|makers?|startups?) )?(?:or|and|,|\/|&)(?: or| and)? (?:(?:the|an?|in) )?$/;

/** Joins alternatives: each part of a row of them is met as well as the best of the row. */
export function joinAlternatives(
  parts: readonly QuestionPart[],
  words: readonly PlacedWord[],
): QuestionPart[] {
  const inOrder = parts.toSorted((a, b) => Math.min(...a.positions) - Math.min(...b.positions));
  const rows: QuestionPart[][] = [];
  for (const part of inOrder) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && areOfOneKind(last, part) && isJoined(last, part, words)) row.push(part);
    else rows.push([part]);
  }
  return rows.flatMap((row) =>
    row.length === 1
      ? row
      : row.map((part) => ({
          ...part,
          ...joinedCondition(part, row),
          match: (...signal: Parameters<QuestionPart['match']>) =>
            row
              .flatMap((each) => each.match(...signal) ?? [])
              .toSorted((a, b) => b.likeness - a.likeness)[0],
        })),
  );
}

/** Returns the phrases of all parts of a row, because a text with one of them is enough. */
function joinedCondition(
  part: QuestionPart,
  row: readonly QuestionPart[],
): Pick<QuestionPart, 'storeCondition'> {
  const lists = row.map(({ storeCondition }) => storeCondition?.phrases ?? []);
  // The first of each come first, because stores look for a limited number.
  const most = Math.max(...lists.map(({ length }) => length));
  const phrases = Array.from({ length: most }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
  return phrases.length === 0 ? {} : { storeCondition: { ...part.storeCondition, phrases } };
}

/** Returns true unless one is an industry and the other is not. Excluded ones have no condition. */
function areOfOneKind(
  { storeCondition: a }: QuestionPart,
  { storeCondition: b }: QuestionPart,
): boolean {
  return a !== undefined && b !== undefined && Boolean(a.industries) === Boolean(b.industries);
}

function isJoined(
  { positions: a }: QuestionPart,
  { positions: b }: QuestionPart,
  words: readonly PlacedWord[],
): boolean {
  const between = words.filter(({ at }) => at > Math.max(...a) && at < Math.min(...b));
  return between.length <= MAX_WORDS_BETWEEN && BETWEEN.test(spoken(between));
}
