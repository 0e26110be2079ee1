/**
 * Finds the words of names in a text that say nothing of what is asked: "Jobster" is no job, "Mills"
 * no plant, and "Red Bank, NJ" no bank. A name still meets its own words. Pure.
 */
import { stemmer } from 'stemmer';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { isAt, type PlacedWord, type Span } from '../words/phrases.js';
import type { FindOwnName } from './company-names.js';
import type { PlacesInStates } from './places-in-states.js';
import type { FindFacts } from './summary-facts.js';

/** Matches what may stand between the longer words of a name: "Bank of America", "Quillby & Sons". */
const BETWEEN = /^ ?(?:\p{L}{1,3}|\P{L}*)$/u;
/** At this number of remembered stems, all are forgotten. */
const MAX_STEMS = 10_000;

interface NameDeps extends Pick<WordPieces, 'spell'> {
  factsIn: FindFacts;
  findOwnName: FindOwnName;
  findPlaces: PlacesInStates['findPlaces'];
}

/** Creates the finder for a question. `isTaken`: true for its words that are not only a name. */
export type NameWordsFinder = (
  words: readonly PlacedWord[],
  isTaken: (word: PlacedWord) => boolean,
) => FindOwnName;

export function createNameWordsFinder(deps: NameDeps): NameWordsFinder {
  const { spell, factsIn, findOwnName, findPlaces } = deps;
  const stems = new Map<string, string>();
  const stemOf = (word: string): string => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    if (stems.size >= MAX_STEMS) stems.clear();
    const stem = stemmer(word);
    stems.set(word, stem);
    return stem;
  };
  const spellings: string[] = [];
  const spellingOf = (piece = 0): string => {
    spellings[piece] ??= spell([piece]);
    return spellings[piece];
  };
  return (words, isTaken) => {
    const stemsOf = (those: readonly PlacedWord[]): ReadonlySet<string> =>
      new Set(those.map(({ text }) => stemOf(text.toLowerCase())));
    const asked = stemsOf(words);
    const untaken = stemsOf(words.filter((word) => !isTaken(word)));
    return (tokens, companyKey) => {
      const found = new Set<number>();
      const add = ({ at: start, end: stop }: Span, meant: ReadonlySet<string>): void => {
        for (let at = start; at < stop; ) {
          let word = spellingOf(tokens[at]);
          let end = at + 1;
          for (; end < tokens.length && !spellingOf(tokens[end]).startsWith(' '); end += 1) {
            word += spellingOf(tokens[end]);
          }
          if (!meant.has(stemOf(word.trimStart().toLowerCase())))
            for (let each = at; each < end; each += 1) found.add(each);
          at = end;
        }
      };
      for (const span of namesIn(tokens, companyKey)) add(span, asked);
      for (const span of findPlaces(tokens)) add(span, untaken);
      return found;
    };
  };

  /** Returns where a text has the name of its company, and names of companies with facts. */
  function namesIn(tokens: readonly number[], companyKey: string): Span[] {
    const own = longestRun(tokens, findOwnName(tokens, companyKey));
    const { names = [] } = factsIn(tokens);
    const spans: Span[] = [];
    for (const name of own ? [own, ...names] : names) {
      const phrase = tokens.slice(name.at, name.end);
      const [first = -1] = phrase;
      for (let at = tokens.indexOf(first); at >= 0; at = tokens.indexOf(first, at + 1)) {
        if (isAt(phrase, tokens, at)) spans.push({ at, end: at + phrase.length });
      }
    }
    return spans;
  }

  /** Returns the longest run of places of a name, with the short words between them. */
  function longestRun(tokens: readonly number[], places: ReadonlySet<number>): Span | undefined {
    let longest: Span | undefined;
    let run: Span | undefined;
    for (const at of places) {
      const between = run && tokens.slice(run.end, at);
      const isJoined = between?.every((piece) => BETWEEN.test(spellingOf(piece)));
      run = run && isJoined ? { at: run.at, end: at + 1 } : { at, end: at + 1 };
      if (!longest || run.end - run.at > longest.end - longest.at) longest = run;
    }
    return longest;
  }
}
