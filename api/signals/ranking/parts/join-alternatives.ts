/**
 * Joins places, industries or rounds of which one is enough: "hospitals or pharma companies",
 * "Germany and Sweden", "Series A or Series B". A long row costs little more than a short one:
 * equal alternatives count once, and a signal is compared with a row once.
 */

import { type PlacedWord, spoken } from '../words/phrases.js';
import type { Match, QuestionPart, StoreCondition } from '../words/question-part.js';

const MAX_WORDS_BETWEEN = 4;
/**
 * The most different alternatives of a row. People write a few, and no more have room among the word
 * pieces of a question that are compared. Further ones are met by the same signals as these.
 */
const MAX_ALTERNATIVES = 32;
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
    row.length === 1 || !(hasWord || areOfOneLevel(row)) ? row : joined(row),
  );
}

/** All parts of a row share one match and one list of phrases: a text with one of them is enough. */
function joined(row: readonly QuestionPart[]): QuestionPart[] {
  const alternatives = differentOf(row);
  const match = bestMatch(alternatives);
  const phrases = phrasesOf(alternatives);
  const withPhrases = (condition: StoreCondition | undefined) =>
    phrases.length > 0 && { storeCondition: { ...condition, phrases } };
  return row.map((part) => ({ ...part, ...withPhrases(part.storeCondition), match }));
}

/** Returns the first part with each condition: "banks or banks" has one alternative. */
function differentOf(row: readonly QuestionPart[]): QuestionPart[] {
  const first = new Map<string, QuestionPart>();
  for (const part of row) {
    const condition = JSON.stringify(part.storeCondition);
    if (!first.has(condition)) first.set(condition, part);
  }
  return [...first.values()].slice(0, MAX_ALTERNATIVES);
}

/** Returns a function that finds the best match. It keeps that of the last signal for all parts. */
function bestMatch(alternatives: readonly QuestionPart[]): QuestionPart['match'] {
  let last: { of: Parameters<QuestionPart['match']>; best: Match | undefined } | undefined;
  return (tokens, company, signal) => {
    const isLast = last?.of[0] === tokens && last.of[1] === company && last.of[2] === signal;
    if (last && isLast) return last.best;
    let best: Match | undefined;
    for (const each of alternatives) {
      const match = each.match(tokens, company, signal);
      if (match && match.likeness > (best?.likeness ?? -1)) best = match;
    }
    last = { of: [tokens, company, signal], best };
    return best;
  };
}

/** The first phrases of each come first, because stores look for a limited number. */
function phrasesOf(alternatives: readonly QuestionPart[]): NonNullable<StoreCondition['phrases']> {
  const lists = alternatives.map(({ storeCondition }) => storeCondition?.phrases ?? []);
  const most = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
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
