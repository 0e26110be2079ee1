/**
 * Says what a signal owes its score to: which words of the question met which of its own, and which parts of
 * the question are met by its company, its date or its type. A phrase or an amount is shown whole. Pure.
 */
import { groupBy } from '../../../shared/domain/group-by.js';
import type { CompanyFacts } from '../../../shared/domain/ports/identity-graph.js';
import type {
  SignalExplanation,
  WordMatch,
} from '../../../shared/domain/schemas/types.generated.js';
import { rounded } from '../../../shared/domain/score.js';
import type { Word, WordPieces } from '../../../shared/domain/word-pieces.js';
import type { RankedSignal, ReadQuestion } from './rank.js';
import type { BestMet } from './relevance/late-interaction.js';
import type { AskedPart } from './words/asked-part.js';
import type { Span } from './words/phrases.js';

/** Pieces that are less alike met by chance. */
const LEAST_LIKENESS = 0.4;
/** Of a word that says what the company or the date meets. */
const SAYS_SO = 0.7;

export interface Explained {
  signal: RankedSignal;
  summary: string;
  /** Of its company, if the question asks for something of companies. */
  company: CompanyFacts | undefined;
}

export function explainRank(
  { text, weighed, words }: ReadQuestion,
  { signal, summary, company }: Explained,
  wordPieces: WordPieces | null,
): SignalExplanation {
  const { most } = weighed;
  const { weight, byWords, tokens } = signal;
  const meaning = weighed.meaning * signal.similarity;
  const best = words && byWords > 0 ? words.best(tokens, company, signal) : [];
  const matches = wordPieces ? matchesOf(best, tokens, { text, summary }, wordPieces) : [];
  return {
    meaning: rounded(meaning / most),
    subtype: rounded((weight - meaning) / most),
    words: rounded(byWords / most),
    matches: matches.sort((a, b) => b.likeness - a.likeness),
  };
}

interface Texts {
  text: string;
  summary: string;
}

function matchesOf(
  best: readonly BestMet[],
  tokens: readonly number[],
  texts: Texts,
  wordPieces: WordPieces,
): WordMatch[] {
  const asked = placesOf(wordPieces.words(texts.text));
  const told = placesOf(wordPieces.words(texts.summary));
  const matchOf = (by: Span, met: Span | undefined, likeness: number): WordMatch => {
    const [start, end] = (met && rangeOf(told, met)) ?? [0, 0];
    return {
      query_word: texts.text.slice(...(rangeOf(asked, by) ?? [0, 0])),
      summary_word: texts.summary.slice(start, end),
      start,
      end,
      likeness: rounded(Math.min(1, likeness)),
      met_by: 'summary',
    };
  };
  const found = best
    .map((each, piece) => ({ ...each, piece }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS);
  const shown = new Set<number>();
  const parts = [...groupBy(found, ({ part }) => part)].flatMap(([part, own]) => {
    if (!part) return [];
    const { span, by } = placeOf(part, tokens, own);
    // "Off" of "laid off", where a signal says "laying off".
    const within = part.pieces.filter((piece) => !best[piece]?.part && isWithin(best[piece], span));
    const pieces = [...own.map(({ piece }) => piece), ...within];
    for (const piece of pieces) shown.add(piece);
    const asks = { at: Math.min(...pieces), end: Math.max(...pieces) + 1 };
    return [{ ...matchOf(asks, span, own[0]?.likeness ?? 0), met_by: by }];
  });
  const words = found
    .filter(({ piece, at }) => !shown.has(piece) && asked[piece] && told[at])
    .map(({ piece, at, likeness }) => matchOf(spanOf(piece), spanOf(at), likeness));
  return [...bestOfEach(words), ...parts].filter(({ query_word: asks }) => asks !== '');
}

function isWithin(met: BestMet | undefined, span: Span | undefined): boolean {
  return met !== undefined && span !== undefined && met.at >= span.at && met.at < span.end;
}

/** Where a part is met, and by what; also by words of the summary that say so. */
function placeOf(
  part: AskedPart,
  tokens: readonly number[],
  own: readonly BestMet[],
): { span: Span | undefined; by: WordMatch['met_by'] } {
  const at = own[0]?.at ?? -1;
  const span = part.where?.(tokens) ?? (at < 0 ? undefined : spanOf(at));
  if (span) return { span, by: 'summary' };
  const by = part.metBy ?? (part.isOfCompany ? 'company' : 'summary');
  return { span: by === 'absence' ? undefined : saidBy(own), by };
}

/** Words behind each other that are those of the question. */
function saidBy(own: readonly BestMet[]): Span | undefined {
  const places = own.map(({ alike }) => alike.at);
  const [first = -1] = places;
  const isSaid = own.every(
    ({ alike }, offset) => alike.likeness >= SAYS_SO && alike.at === first + offset,
  );
  return isSaid && first >= 0 ? { at: first, end: first + places.length } : undefined;
}

/** Of the pieces of two words the most alike. */
function bestOfEach(matches: readonly WordMatch[]): WordMatch[] {
  const best = new Map<string, WordMatch>();
  for (const match of matches) {
    const key = `${match.query_word} ${match.start}`;
    const before = best.get(key)?.likeness ?? 0;
    best.set(key, { ...match, likeness: Math.max(before, match.likeness) });
  }
  return [...best.values()];
}

function spanOf(at: number): Span {
  return { at, end: at + 1 };
}

/** The word of each piece. */
function placesOf(words: readonly Word[]): Word[] {
  return words.flatMap((word) => word.pieces.map(() => word));
}

function rangeOf(words: readonly Word[], { at, end }: Span): [number, number] | undefined {
  const [first, last] = [words[at], words[end - 1]];
  return first && last && [first.start, last.end];
}
