/**
 * Translates a question into English words if a glossary knows its language. The bundled model, the
 * ranking words and most summaries are English. Words that the glossary does not know stay.
 */
import { foldWords } from '../../../../shared/domain/normalise/fold-case.js';
import { type Glossaries, type Language, type NextWord, prepareGlossaries } from './glossary.js';
import { bestMeaningAt, DIGITS, type FoldedWord } from './meanings.js';

/** Least share of the words that a glossary must know. A few may be names that look like words. */
const LEAST_KNOWN = 0.3;
/** The same if it knows one word alone, and that says nothing: "Los Angeles layoffs" is English. */
const LEAST_IDLE = 0.6;
/** How many known words one English word weighs. */
const ENGLISH_WEIGHT = 2;
const MOST_WORDS = 8;
const WORD = /[\p{L}\p{N}]+/gu;
const ABBREVIATION = /^\p{Lu}{2,3}$/u;
const CAPITAL = /^\p{Lu}/u;
/** Matches English words for times. */
const TIME =
  /^(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter|last|this|next|first|second|third|fourth|early|mid|late|yesterday|today)\b|(?:19|20)\d\d$)/;
/** Matches what joins the words of a compound, or an article to its noun. */
const JOINT = /^['’‐‑–-]$/u;
/** Matches numbers as other languages write them: "2,5" and "1.000". */
const DECIMAL_COMMA = /(?<=\b\d{1,3}),(?=\d{1,2}\b)/g;
const THOUSANDS = /(?<=\b\d{1,3})[. ](?=\d{3}\b)/g;

/** Part of a word that counts as known if only another form of it is, or its parts. */
const BENT = 0.75;

/** Words that are replaced together, or one that stays. */
interface Segment {
  start: number;
  end: number;
  /** The folded words. */
  phrase: string;
  /** Number of words that show the language, and of others. */
  known: number;
  neutral: number;
  /** `undefined` if the word stays. */
  english: string | undefined;
}

interface Glossed {
  text: string;
  /** Number of words that the glossary knows and that English does not have. */
  known: number;
  /** Number of words that it knows, but English has them too. */
  neutral: number;
  /** Number of words that only English has. */
  english: number;
  /** True if a known word says something. */
  hasMeaning: boolean;
}

/** Creates the translator. It calls `load` at the first question and is otherwise pure. */
export function createGloss(load: () => Glossaries): (question: string) => string {
  let languages: Language[] | undefined;
  return (asked) => {
    languages ??= prepareGlossaries(load());
    const question = asked.normalize('NFC');
    const words = wordsWithPhrases(question);
    const wordCount = words.filter(({ folded }) => /^\p{L}/u.test(folded)).length;
    let best: Glossed | undefined;
    for (const language of languages) {
      const glossed = gloss(question, words, language);
      if (glossed.known > (best?.known ?? 0)) best = glossed;
    }
    if (!best) return asked;
    const { text, known, neutral, english, hasMeaning } = best;
    const least = hasMeaning || known > 1 ? LEAST_KNOWN : LEAST_IDLE;
    const isThisLanguage =
      known >= least * (wordCount - neutral) && known > ENGLISH_WEIGHT * english;
    // If the glossary only knows words that say nothing, no text may be left.
    return isThisLanguage && /[\p{L}\p{N}]/u.test(text) ? text : asked;
  };
}

function wordsWithPhrases(question: string): FoldedWord[] {
  const isInCapitals = question === question.toUpperCase();
  const words = [...question.matchAll(WORD)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
    text,
    folded: foldWords(text),
    isAbbreviation: ABBREVIATION.test(text) && !isInCapitals,
  }));
  return words.map((word, at) => {
    const folded = words.slice(at, at + MOST_WORDS).map((each) => each.folded);
    return { ...word, phrases: folded.map((_, last) => folded.slice(0, last + 1).join(' ')) };
  });
}

function gloss(question: string, words: readonly FoldedWord[], language: Language): Glossed {
  const framed = glossFrame(question, words, language);
  if (framed) return framed;
  const segments = withPrepositions(segmentsOf(question, words, language), question, language);
  let text = '';
  let end = 0;
  let isBehindKnown = false;
  for (const each of segments) {
    const between = question.slice(end, each.start);
    // "L'été" and "KI-Firmen" are two words, "Coca-Cola" stays.
    const isJoint = (isBehindKnown || each.english !== undefined) && JOINT.test(between);
    text += isJoint && end > 0 ? ' ' : between;
    text += each.english ?? question.slice(each.start, each.end);
    end = each.end;
    isBehindKnown = each.english !== undefined;
  }
  const isKnown = ({ english }: Segment): boolean => english !== undefined;
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  return {
    text: tidy(`${text}${question.slice(end)}`),
    known: sum(segments.map(({ known }) => known)),
    english: segments.filter((each) => !isKnown(each) && language.onlyEnglish.has(each.phrase))
      .length,
    neutral: sum(segments.filter(isKnown).map(({ neutral }) => neutral)),
    hasMeaning: segments.some(
      ({ english, known, phrase }) => english && known > 0 && !language.numbers.has(phrase),
    ),
  };
}

function tidy(text: string): string {
  return text
    .replaceAll(DECIMAL_COMMA, '.')
    .replaceAll(THOUSANDS, ',')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Reads a question about a name, such as "wer hat Acme verlassen". */
function glossFrame(
  question: string,
  words: readonly FoldedWord[],
  language: Language,
): Glossed | undefined {
  const folded = words.map((word) => word.folded);
  const frame = language.frames.find(({ before, after }) => {
    const left = folded.slice(before.length, folded.length - after.length);
    return (
      left.length > 0 &&
      before.every((word, at) => word === folded[at]) &&
      after.every((word, at) => word === folded[folded.length - after.length + at])
    );
  });
  if (!frame) return;
  const named = words.slice(frame.before.length, words.length - frame.after.length);
  const [first, last] = [named[0], named.at(-1)];
  if (!first || !last) return;
  const name = question.slice(first.start, last.end);
  const inside = gloss(name, wordsWithPhrases(name), { ...language, frames: [] });
  const said = [...frame.before, ...frame.after];
  const neutral = said.filter((word) => language.alsoEnglish.has(word)).length;
  return {
    text: frame.english.replace('*', () => inside.text),
    known: inside.known + said.length - neutral,
    neutral: inside.neutral + neutral,
    english: inside.english,
    hasMeaning: true,
  };
}

/** Finds known phrases, the longest at each place. */
function segmentsOf(question: string, words: readonly FoldedWord[], language: Language): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at < words.length; ) {
    const { start = 0, phrases = [], folded = '' } = words[at] ?? {};
    const found = bestMeaningAt(words, at, language);
    const length = found?.length ?? 1;
    const those = words.slice(at, at + length);
    const shown = those.filter(
      (word) => !language.alsoEnglish.has(word.folded) && !DIGITS.test(word.folded),
    );
    segments.push({
      start,
      end: those.at(-1)?.end ?? question.length,
      phrase: phrases[length - 1] ?? folded,
      neutral: those.filter((word) => language.alsoEnglish.has(word.folded)).length,
      known: found ? shown.length * (found.isBent ? BENT : 1) : 0,
      english: found?.english,
    });
    at += length;
  }
  return segments;
}

/** Gives prepositions the meaning that they have before the next word. */
function withPrepositions(
  segments: readonly Segment[],
  question: string,
  { before, numbers, linking }: Language,
): Segment[] {
  const kindOf = ({ english, phrase, start, end }: Segment): NextWord | undefined => {
    if (TIME.test(english ?? phrase)) return 'time';
    if (DIGITS.test(english ?? phrase) || numbers.has(phrase)) return 'number';
    // Languages with compounds may write all nouns in capitals.
    const mayBeName = english === undefined || linking === null;
    return mayBeName && CAPITAL.test(question.slice(start, end)) ? 'name' : undefined;
  };
  return segments.map((segment, at) => {
    const next = segments.slice(at + 1).find(({ english }) => english !== '');
    if (!next) return segment;
    const kind = kindOf(next);
    const english = kind && before[kind].get(segment.phrase);
    return english === undefined ? segment : { ...segment, english };
  });
}
