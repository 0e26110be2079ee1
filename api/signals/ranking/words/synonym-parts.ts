/** Finds synonyms: words for which a signal may use other words with the same meaning. Pure. */
import { stemmer } from 'stemmer';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type Find, type PlacedWord, phraseFinder, phraseReader, positionsOf } from './phrases.js';
import type { QuestionPart } from './question-part.js';
import type { Wording } from './wording.js';

/**
 * Creates the reader of synonyms. `likeness`: of a synonym. "Head of human resources" may be met by
 * a synonym of "human resources" too.
 */
export function createSynonymReader(
  { synonyms: groups, translated }: Pick<Wording, 'synonyms' | 'translated'>,
  wordPieces: WordPieces,
  likeness: number,
): (words: readonly PlacedWord[], which?: 'longest' | 'all') => QuestionPart[] {
  const [hyphen] = wordPieces.phrases('-').flat();
  const byStem = new Map<string, Find[]>();
  /**
   * Phrases of groups without a one-word member, such as "a large customer left". Few of the top
   * candidates contain such a detail, so the store is asked for it.
   */
  const details = new Map<Find, readonly (readonly number[])[]>();
  const phraseGroups = groups.map((listed, at) => {
    const english = listed.flatMap((phrase) => inBothNumbers(phrase, listed));
    const group = new Set([...english, ...(translated[at] ?? [])]);
    const phrases = [...group].flatMap(wordPieces.phrases);
    const find = phraseFinder(phrases, hyphen);
    if (listed.every((phrase) => phrase.includes(' '))) details.set(find, phrases);
    for (const word of listed.filter((phrase) => LONG_WORD.test(phrase))) {
      const stem = stemmer(word);
      byStem.set(stem, [...(byStem.get(stem) ?? []), find]);
    }
    return [phrases, find] as const;
  });
  const readPhrases = phraseReader(phraseGroups);
  /** Finds the groups of words that are not in a phrase in this form, but have the same stem. */
  const byOtherForms = (words: readonly PlacedWord[], usedPositions: ReadonlySet<number>) =>
    words
      .filter(({ at, text }) => !usedPositions.has(at) && LONG_WORD.test(text))
      .flatMap((word) =>
        [...new Set(byStem.get(stemmer(word.text.toLowerCase())))].map((meaning) => ({
          meaning,
          positions: positionsOf([word]),
        })),
      );
  return (words, which = 'all') => {
    const found = readPhrases(words, which);
    const usedPositions = new Set(found.flatMap(({ positions }) => positions));
    return [...found, ...byOtherForms(words, usedPositions)].map(({ meaning: find, positions }) => {
      const detail = details.get(find);
      return {
        positions,
        ...(detail && { storeCondition: { phrases: detail } }),
        match(tokens) {
          const found = find(tokens);
          return { at: found?.at, likeness: found ? likeness : 0 };
        },
        locate: find,
      };
    });
  };
}

/** Matches a word of six or more letters. Short words often share a stem by accident. */
const LONG_WORD = /^\p{L}{6,}$/u;

/** Matches phrases that end with a verb or a particle and so have no plural. */
const NO_NOUN = /(?:^| )(?:\p{L}{1,3}|down|over|into|with|from)$|(?:ss|us|is|ed|ing|ly)$/u;

/** Returns singular and plural: "ethical hacker", "ethical hackers". A verb stays as it is. */
export function inBothNumbers(phrase: string, group: readonly string[]): string[] {
  if (NO_NOUN.test(phrase) || isVerb(phrase, group)) return [phrase];
  if (/[^r]ies$/.test(phrase)) return [phrase, `${phrase.slice(0, -3)}y`];
  if (/(?:ch|sh|x|ss)es$/.test(phrase)) return [phrase, phrase.slice(0, -2)];
  if (phrase.endsWith('s')) return [phrase, phrase.slice(0, -1)];
  if (/[^aeiou]y$/.test(phrase)) return [phrase, `${phrase.slice(0, -1)}ies`];
  return [phrase, `${phrase}${/(?:ch|sh|x)$/.test(phrase) ? 'es' : 's'}`];
}

/** Returns true if the group has the last word with another verb ending: "leaves", "leaving". */
function isVerb(phrase: string, group: readonly string[]): boolean {
  const last = lastWord(phrase);
  const stem = last.slice(0, Math.max(3, last.length - 3));
  return group.some((other) => {
    const word = lastWord(other);
    return word !== last && word.startsWith(stem) && /(?:ed|ing)$/.test(word);
  });
}

function lastWord(phrase: string): string {
  return phrase.slice(phrase.lastIndexOf(' ') + 1);
}
