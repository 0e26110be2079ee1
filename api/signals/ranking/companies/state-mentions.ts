/**
 * Says where a question names a state of the US by its code: "austin, tx", "TX layoffs". Codes in
 * capitals behind a city or "in" were written out before, see short-places.ts. Pure.
 */
import { spoken, wordsAfter } from '../words/phrases.js';
import type { Wording } from '../words/wording.js';
import type { Mention } from './trait-part.js';

/** Matches the code of a state among what texts say. Codes that are words have more behind them. */
const CODE = /^, (?<code>[a-z]{2})$/;
/** Codes that mean little else before "startups". "VA jobs" may be of Veterans Affairs. */
const CLEAR = new Set('az ca fl ga il mi mn nc nj nv ny oh tn tx ut wa wi'.split(' '));
/** Codes that are those of states only behind a comma: not in "Boston AR startups". */
const UNCLEAR = new Set('al ar ct mo ms'.split(' '));
/** Matches words after a place that say where companies are. */
export const BEHIND_PLACE =
  /^(?:- )?(?:start (?:- )?ups?|startups?|companies|company|firms?|businesses|based|area|region|layoffs|jobs|tech|biotechs?|fintechs?|funding|hiring) /;
/** Most words of a phrase that says where companies are, such as "-start-ups". */
export const MOST_BEHIND = 4;
const OUTSIDE_OF = /(?:^| )outside of $/;
/** Matches a city or another name. */
const NAME = /^\p{Lu}\p{Ll}/u;
/** Matches what may be between the states of a list. */
const LISTED = /^(?:[,&/]|and|or|New|York)$/;
const MOST_LISTED = 12;
/** Matches what may follow a place. "Outside of CT scanners" names no state. */
const END =
  /^(?:$|[^\p{L}\p{N}]|(?:after|and|before|but|by|during|for|from|in|last|or|since|that|this|which|who|with) )/u;
/** Most words of a city: "salt lake city", "st . louis". */
const CITY_WORDS = 3;
const COMMA = /^, /;
/** Words of the longest name of a state, and a comma. */
const STATE_WORDS = 4;

type State = Wording['states'][number];

/** Returns the codes of a state, in lower case, except those that are words. */
export function codesOf({ said }: Pick<State, 'said'>): string[] {
  return said.flatMap((each) => CODE.exec(each)?.groups?.code ?? []);
}

/** Creates a function that says whether a code is that of a state. `cities`: those of the US. */
export function createIsStateMeant(cities: ReadonlySet<string>): (mention: Mention) => boolean {
  return ({ words, positions, before }) => {
    const index = words.findIndex(({ at }) => at === positions[0]);
    const code = words[index]?.text ?? '';
    const isClear = before.endsWith(', ') || !UNCLEAR.has(code.toLowerCase());
    if (isClear && endsWithCity(before, cities)) return true;
    if (code !== code.toUpperCase()) return false;
    const behind = wordsAfter(words, Math.max(...positions), MOST_BEHIND);
    if (OUTSIDE_OF.test(before)) return END.test(behind);
    // "Toronto, CA startups" are not from California.
    if (words[index - 1]?.text === ',' && NAME.test(words[index - 2]?.text ?? '')) return false;
    return CLEAR.has(code.toLowerCase()) && isBeforeCompanies(words, positions);
  };
}

/** Returns true for each state of "TX startups" and "CA, TX and New York startups". */
function isBeforeCompanies(words: Mention['words'], positions: Mention['positions']): boolean {
  const rest = words.filter(({ at }) => at > Math.max(...positions)).slice(0, MOST_LISTED);
  const inList = rest.findIndex(({ text }) => !CLEAR.has(text.toLowerCase()) && !LISTED.test(text));
  return inList >= 0 && BEHIND_PLACE.test(spoken(rest.slice(inList)));
}

function endsWithCity(before: string, cities: ReadonlySet<string>): boolean {
  const words = before.trimEnd().replace(/ ,$/, '').split(' ').slice(-CITY_WORDS);
  return words.some((_, from) => cities.has(words.slice(from).join(' ')));
}

/** Creates a function that says whether a state follows a city: "Durham, North Carolina". */
export function createIsBeforeState(
  states: readonly State[],
): (mention: Pick<Mention, 'words' | 'positions'>) => boolean {
  const names = new Set(states.flatMap((state) => [...state.asked, ...codesOf(state)]));
  return ({ words, positions }) => {
    const after = wordsAfter(words, Math.max(...positions), STATE_WORDS).replace(COMMA, '');
    const said = after.trimEnd().split(' ');
    return said.some((_, end) => names.has(said.slice(0, end + 1).join(' ')));
  };
}
