/**
 * Joins places, industries or rounds of which one is enough: "hospitals or pharma companies",
 * "Germany and Sweden", "Series A or Series B". Pure.
 */

import { type PlacedWord, spoken } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

const MAX_WORDS_BETWEEN = 4;
const WORD = /(?:^| )(?:and|or|&|\/) /;
const BETWEEN =
  /^ ?(?:(?:company|companies|firms?|groups?|makers?|startups?|(?:- )?stage|rounds?|funding) ){0,2}(?:or|and|,|\/|&)(?: or| and)? (?:(?:the|an?|in) )?$/;

interface Row {
  parts: QuestionPart[];
  /** True if a word joins two of them. "Austin, Texas" is one place. */
  hasWord: boolean;
}

/** Joins alternatives: each part of a row of them is met as well as the best of the row. */
export function joinAlternatives(
  parts: readonly QuestionPart[],
  words: readonly PlacedWord[],
): QuestionPart[] {
  const inOrder = parts.toSorted((a, b) => Math.min(...a.positions) - Math.min(...b.positions));
  const rows: Row[] = [];
  for (const part of inOrder) {
    const row = rows.at(-1);
    const last = row?.parts.at(-1);
    const joint = last && areOfOneKind(last, part) ? jointOf(last, part, words) : undefined;
    if (row && joint !== undefined) {
      row.parts.push(part);
      row.hasWord ||= WORD.test(joint);
    } else {
      rows.push({ parts: [part], hasWord: false });
    }
  }
  return rows.flatMap(({ parts: row, hasWord }) =>
    row.length === 1 || !(hasWord || areOfOneLevel(row))
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

/** Returns true for countries alone, or for industries alone, which a comma also joins. */
function areOfOneLevel(row: readonly QuestionPart[]): boolean {
  return row.every(({ storeCondition }) => storeCondition?.countries || storeCondition?.industries);
}

/** Returns the words between two parts if they join them. */
function jointOf(
  { positions: a }: QuestionPart,
  { positions: b }: QuestionPart,
  words: readonly PlacedWord[],
): string | undefined {
  const between = words.filter(({ at }) => at > Math.max(...a) && at < Math.min(...b));
  const joint = spoken(between);
  return between.length <= MAX_WORDS_BETWEEN && BETWEEN.test(joint) ? joint : undefined;
}
