/**
 * Finds the kind of signal that a question asks for, without names: they do not describe the kind
 * and blur its vector. Pure.
 */
import { CAPITALS, mayHoldNames, SHORT } from '../words/capitals.js';
import { type PlacedWord, wordsAfter, wordsBefore, wordsWithin } from '../words/phrases.js';

/** Matches words of a kind of signal, a role or a filing, which may have capitals too. */
const OF_KIND =
  /\b(?:series|chief|vice|president|director|officer|executive|head|manager|chair|chairman|chairwoman|board|annual|report|form|phase)\b/iu;
/** Matches words that say nothing if all else is removed. */
const JOINT =
  /^(?:at|in|with|about|by|to|but|not|no|except|without|excluding|outside|other|than|anything|from|of|on|just|s|or|and)$/i;
/** Matches superlatives of time, which do not name a kind: "latest from Example". */
const NEWEST = /^(?:latest|newest|most|recent|recently)$/i;

/** Match what is left around removed words: "in" before a place, "euros" behind an amount. */
const BEFORE_REMOVED =
  /(?<!\S)(?:(?:across|among|at|by|for|from|in|of|on|than|to|totall?ing|valued|with|within|worth|an?|the) )+(?= )/gi;
const BEHIND_REMOVED = /(?<= {2})(?:euros?|dollars?|pounds?|francs?|eur|usd|gbp|chf)(?!\S)/gi;

/** Stands for removed companies, in one character, as long as positions in the text count. */
const COMPANIES = '\u0001';
/** Matches what follows "retailers" in "struggling retailers" and in "retailers in trouble". */
const BEHIND_COMPANIES =
  /^(?:$|[?.!] |(?:at|facing|in|near|of|on|that|under|which|who|with|without) )/;
/** Matches what precedes "banks" in "layoffs at large banks": these do not decide the kind. */
const AT_COMPANIES =
  /(?:^| )(?:across|among|and|at|by|for|from|in|of|on|or|than|the|to|with|within|,) (?:[a-z]+ )?$/;

interface SubjectOptions {
  /** Words that describe a kind of signal. They do not make a name alone. */
  topicalWords: ReadonlySet<string>;
  /** Words that say little. */
  stopWordSet: ReadonlySet<string>;
  /** Returns true for words that say where, when or of which companies. */
  isAside(word: PlacedWord): boolean;
  /** Returns true for the last word of an industry: "companies" of "software companies". */
  endsIndustry(word: PlacedWord): boolean;
  /** Returns true for "what's new at", sources and what is excluded: they are not about a kind. */
  isOffTopic(word: PlacedWord): boolean;
}

/** Returns the words about a kind of signal: the question if all are, an empty text if none is. */
export function subjectOf(
  question: string,
  words: readonly PlacedWord[],
  { topicalWords, stopWordSet, isAside, endsIndustry, isOffTopic }: SubjectOptions,
): string {
  const tellsKind = ({ text }: PlacedWord): boolean =>
    topicalWords.has(text.toLowerCase()) && !stopWordSet.has(text.toLowerCase());
  const kept = words.filter((word) => !isOffTopic(word));
  const rest = kept.filter((word) => !isAside(word));
  // "Software companies" alone asks for whatever they do, so it stays.
  const namesKind = rest.some(tellsKind);
  const kindWords = namesKind ? rest : kept;
  // "In trouble" alone is less clear than "companies in trouble".
  const areCompanies = (word: PlacedWord): boolean =>
    namesKind &&
    endsIndustry(word) &&
    /s$/i.test(word.text) &&
    BEHIND_COMPANIES.test(wordsAfter(words, word.at, 1)) &&
    !AT_COMPANIES.test(wordsBefore(words, word.at, 2));
  const spaced = blanked(
    question,
    words.filter((word) => !kindWords.includes(word)),
    areCompanies,
  );
  const isNoName = ({ text }: PlacedWord): boolean =>
    !/[\p{L}\p{N}]/u.test(text) || SHORT.test(text) || topicalWords.has(text.toLowerCase());
  const subject = mayHoldNames(spaced, kindWords) ? spaced.replace(CAPITALS, withoutName) : spaced;
  if (subject === question) return question;
  // Only "at" is left of "what's new at Example": it does not name a kind.
  const left = subject.match(/[\p{L}\p{N}]+/gu) ?? [];
  const mayBeIdle = kept.length < words.length || left.some((word) => NEWEST.test(word));
  const saysNothing = (word: string): boolean =>
    stopWordSet.has(word.toLowerCase()) || JOINT.test(word) || NEWEST.test(word);
  const saysKind = left.some((word) => !mayBeIdle || !saysNothing(word));
  if (!saysKind) return '';
  const text = `${subject.replace(BEHIND_REMOVED, '')}  `.replace(BEFORE_REMOVED, '');
  // Of "startups with 50 people that raised money" the startups are removed.
  const isClause = /^\s+(?:that|which)\s/i.test(text);
  return `${isClause ? 'companies ' : ''}${text}`
    .replaceAll(COMPANIES, 'companies')
    .replaceAll(/\s+/g, ' ')
    .trim();

  function withoutName(run: string, index: number): string {
    const within = wordsWithin(words, index, index + run.length);
    // "Lay-offs" and "Pre-seed" are not names.
    if (/^\p{Lu}\p{L}*-\p{Ll}[^ ]*$/u.test(run)) return run;
    const isSentence = spaced.slice(0, index).trim() === '' && within.length === 1;
    // A sentence begins with a capital as a name does. It is a name if the model does not know the
    // word, and other words say what is asked.
    const isWord = (within[0]?.pieces.length ?? 0) < 2;
    const isAsked = !rest.some((word) => tellsKind(word) && !within.includes(word));
    if (isSentence && (isWord || isAsked)) return run;
    if (OF_KIND.test(run) || within.every(isNoName)) return run;
    // If the question is only a name, "Example Freight B", nothing is left to ask.
    if (within.length === kindWords.length) return '';
    const short = within.filter(({ text }) => SHORT.test(text));
    return `${short.map(({ text }) => text).join(' ')} `;
  }
}

/** Replaces words by spaces, and the first letter of companies by `COMPANIES`. */
function blanked(
  question: string,
  words: readonly PlacedWord[],
  areCompanies: (word: PlacedWord) => boolean,
): string {
  return words.reduce((text, word) => {
    const blank = ' '.repeat(word.end - word.start);
    const left = areCompanies(word) ? COMPANIES + blank.slice(1) : blank;
    return text.slice(0, word.start) + left + text.slice(word.end);
  }, question);
}
