/**
 * Explains the score of a signal: which words of the question match which words of its summary, and
 * which parts of the question are met by its company, its date or its type, and which conditions it
 * does not meet. A phrase or an amount is shown as a whole. Pure.
 */
import { groupBy } from '../../../shared/domain/group-by.js';
import type { CompanyFacts } from '../../../shared/domain/ports/identity-graph.js';
import type {
  SignalExplanation,
  WordMatch,
} from '../../../shared/domain/schemas/types.generated.js';
import { rounded } from '../../../shared/domain/score.js';
import type { Word, WordPieces } from '../../../shared/domain/word-pieces.js';
import type { PreparedQuestion } from './prepared-question.js';
import type { BestMatch } from './relevance/late-interaction.js';
import type { RankedSignal } from './score-signal.js';
import type { Span } from './words/phrases.js';
import type { QuestionPart } from './words/question-part.js';

/** The least likeness of two word pieces that is shown: less alike pieces match by chance. */
const LEAST_LIKENESS = 0.4;
/** The least likeness of summary words that are shown for a part met by the company or the date. */
const LEAST_LIKENESS_OF_SAME = 0.7;

interface ExplainedSignal {
  signal: RankedSignal;
  summary: string;
  /** Facts of its company; `undefined` if they are unknown or the question does not need them. */
  company: CompanyFacts | undefined;
}

/**
 * Creates the function that explains the signals found for a question: what meaning, subtype and
 * words add to the score, and the matching words, best first.
 */
export function createExplainRank(
  question: PreparedQuestion,
  wordPieces: WordPieces | null,
): (explained: ExplainedSignal) => SignalExplanation {
  const { text, vectorQuery, words } = question;
  const { maxWeight } = vectorQuery;
  const queryWords = wordPieces ? wordOfEachPiece(wordPieces.words(text)) : [];
  return ({ signal, summary, company }) => {
    const { weight, byWords, tokens } = signal;
    const meaning = vectorQuery.similarityWeight * signal.similarity;
    const compared = byWords > 0 ? words : null;
    const best = compared?.bestMatches(tokens, company, signal) ?? [];
    const unmet = (compared?.unmetConditions(tokens, company, signal) ?? []).filter(
      ({ metBy, isExclusion }) => metBy !== 'absence' && !isExclusion,
    );
    const summaryWords = wordPieces ? wordOfEachPiece(wordPieces.words(summary)) : [];
    const matches = wordPieces
      ? matchesOf(best, tokens, { text, queryWords, summary, summaryWords })
      : [];
    return {
      meaning: rounded(meaning / maxWeight),
      subtype: rounded((weight - meaning) / maxWeight),
      words: rounded(byWords / maxWeight),
      matches: matches.sort((a, b) => b.likeness - a.likeness),
      unmet: wordPieces ? unmet.map((part) => askedBy(part, text, queryWords)) : [],
    };
  };
}

/** Returns the words of the question that ask for a part. */
function askedBy(part: QuestionPart, text: string, queryWords: readonly Word[]): string {
  const asks = spanOf(...(part.askedBy ?? part.positions));
  return text.slice(...(rangeOf(queryWords, asks) ?? [0, 0]));
}

/** The texts that are compared, and the word of each of their pieces. */
interface ComparedTexts {
  text: string;
  queryWords: readonly Word[];
  summary: string;
  summaryWords: readonly Word[];
}

function matchesOf(
  best: readonly BestMatch[],
  tokens: readonly number[],
  { text, queryWords, summary, summaryWords }: ComparedTexts,
): WordMatch[] {
  const matchOf = (asks: Span, meets: Span | undefined, likeness: number): WordMatch => {
    const [start, end] = (meets && rangeOf(summaryWords, meets)) ?? [0, 0];
    return {
      query_word: text.slice(...(rangeOf(queryWords, asks) ?? [0, 0])),
      summary_word: summary.slice(start, end),
      start,
      end,
      likeness: rounded(Math.min(1, likeness)),
      met_by: 'summary',
    };
  };
  const likely = best
    .map((each, piece) => ({ ...each, piece }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS);
  const shownPieces = new Set<number>();
  const parts = [...groupBy(likely, ({ part }) => part)].flatMap(([part, matches]) => {
    if (!part) return [];
    const { span, by } = matchOfPart(part, tokens, matches);
    // Words that match within the phrase belong to it: "off" of "laid off" in "laying off".
    const within = part.positions.filter((piece) => {
      const { part: deciding, at = -1 } = best[piece] ?? {};
      return !deciding && span && at >= span.at && at < span.end;
    });
    const pieces = [...matches.map(({ piece }) => piece), ...within];
    for (const piece of pieces) shownPieces.add(piece);
    const asks = spanOf(...(part.askedBy ?? pieces));
    return [{ ...matchOf(asks, span, matches[0]?.likeness ?? 0), met_by: by }];
  });
  const words = likely
    .filter(({ piece, isStopWord }) => !shownPieces.has(piece) && !isStopWord)
    .filter(({ piece, at }) => queryWords[piece] && summaryWords[at])
    .map(({ piece, at, likeness }) => matchOf(spanOf(piece), spanOf(at), likeness));
  return [...bestOfEach(words), ...parts].filter(({ query_word: asks }) => asks !== '');
}

/**
 * Finds where in the summary a part is met, and what meets it. If the company or the date meets it,
 * the place is that of summary words that say the same, if there are any.
 */
function matchOfPart(
  part: QuestionPart,
  tokens: readonly number[],
  matches: readonly BestMatch[],
): { span: Span | undefined; by: WordMatch['met_by'] } {
  const at = matches[0]?.at ?? -1;
  const span = part.locate?.(tokens) ?? (at < 0 ? undefined : spanOf(at));
  if (span) return { span, by: 'summary' };
  const by = part.metBy ?? (part.needsCompany ? 'company' : 'summary');
  return { span: by === 'absence' ? undefined : spanSayingSo(matches), by };
}

/** Finds consecutive words of the summary that match the words of the question one by one. */
function spanSayingSo(matches: readonly BestMatch[]): Span | undefined {
  const places = matches.map(({ mostSimilar }) => mostSimilar.at);
  const [first = -1] = places;
  const isSaid = matches.every(
    ({ mostSimilar }, offset) =>
      mostSimilar.likeness >= LEAST_LIKENESS_OF_SAME && mostSimilar.at === first + offset,
  );
  return isSaid && first >= 0 ? { at: first, end: first + places.length } : undefined;
}

/** Keeps the best match of each pair of words, whose pieces may match several times. */
function bestOfEach(matches: readonly WordMatch[]): WordMatch[] {
  const best = new Map<string, WordMatch>();
  for (const match of matches) {
    const key = `${match.query_word} ${match.start}`;
    const before = best.get(key)?.likeness ?? 0;
    best.set(key, { ...match, likeness: Math.max(before, match.likeness) });
  }
  return [...best.values()];
}

function spanOf(...pieces: readonly number[]): Span {
  return { at: Math.min(...pieces), end: Math.max(...pieces) + 1 };
}

/** Returns the word of each word piece, in the order of the pieces. */
function wordOfEachPiece(words: readonly Word[]): Word[] {
  return words.flatMap((word) => word.pieces.map(() => word));
}

function rangeOf(words: readonly Word[], { at, end }: Span): [number, number] | undefined {
  const [first, last] = [words[at], words[end - 1]];
  return first && last && [first.start, last.end];
}
