/** Finds where a text says that something happens: a city, a region or a state. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type Find, isAt, phraseLookup } from '../words/phrases.js';
import type { Match } from '../words/question-part.js';
import type { PlacesInStates } from './places-in-states.js';

/** A place that a text names. `isInside`: true if it is in an area that is asked for. */
export interface Site {
  at: number;
  isInside: boolean;
}

/** Returns a site: one in an area asked for, or elsewhere, or `undefined` without one. */
type FindSite = (tokens: readonly number[], asked: ReadonlySet<string>) => Site | undefined;

/**
 * Words and signs before a site. A name without them may belong to a company: "New York Life is
 * laying off in Parsippany".
 */
const IN_FRONT = ['in', 'near', 'around', 'outside', 'across', 'into', ',', '(', ':'];

/** Words that a place stands before as an adjective: "London office", "German plant". */
export const SITE_WORDS =
  `office offices centre centres center centers plant plants factory factories
  site sites campus headquarters hq hub hubs branch branches warehouse warehouses store stores shop
  shops showroom showrooms studio studios lab labs laboratory laboratories facility facilities base
  premises depot terminal subsidiary unit footprint`.split(/\s+/);

/** Returns the word pieces of words of one piece; others would also be parts of longer words. */
function piecesOf(words: readonly string[], split: WordPieces['phrases']): ReadonlySet<number> {
  const phrases = words.flatMap((word) => split(word));
  return new Set(phrases.filter(({ length }) => length === 1).flat());
}

/** True if a word goes on at a place: "Germantown" is not German. */
function continuesWord(tokens: readonly number[], at: number, spell: WordPieces['spell']): boolean {
  const next = tokens[at];
  return next !== undefined && !spell([next]).startsWith(' ');
}

/** Rates a site for a place that is asked for or excluded. */
export function matchBySite(site: Site | undefined, isExcluded = false): Match {
  const isInside = site?.isInside ?? false;
  return { at: isInside ? site?.at : undefined, likeness: isInside === isExcluded ? 0 : 1 };
}

type Areas = readonly (readonly [name: string, said: readonly string[]])[];

/** Names, such as countries, and what texts call each. */
interface PlaceNames {
  /** Sites, such as cities, by area. */
  sites: Areas;
  /** Names that are sites only after "in" or before "office" and the like, not in "Bank of Japan". */
  names?: Areas;
  /** Words that are sites only before "office" and the like: "Danish". */
  adjectives?: Areas;
}

interface PlaceOptions
  extends Pick<WordPieces, 'phrases' | 'spell'>,
    Pick<PlacesInStates, 'stateAt'> {
  /** Returns the area of a state of the US. */
  areaOf(state: string): string;
}

/**
 * Creates finders of where a text says that something happens, and of where its company seems to be
 * from: the place that the text names first, as in "Danish retailer Acme opens in Toronto"; one after
 * "in" and the like only if there is no other.
 */
export function placeFinders(
  { sites, names = [], adjectives = [] }: PlaceNames,
  { phrases: split, spell, stateAt, areaOf }: PlaceOptions,
): { findSite: FindSite; findHome: FindSite } {
  const entriesOf = (areas: Areas, kind: keyof PlaceNames) =>
    areas.map(([area, said]) => [said.flatMap(split), { area, kind }] as const);
  const lookup = phraseLookup([
    ...entriesOf(sites, 'sites'),
    ...entriesOf(names, 'names'),
    ...entriesOf(adjectives, 'adjectives'),
  ]);
  const areas = new Set(sites.flatMap(([area]) => split(area)).map(String));
  /** Returns the names at a place; of "Oakland, New Jersey" the area is that of the state. */
  const namedAt: typeof lookup = (tokens, at) =>
    lookup(tokens, at)
      .filter(([{ length }]) => !continuesWord(tokens, at + length, spell))
      .map(([phrase, named]) => {
        // "In California, Texas and Nevada" names three states.
        const isState = areas.has(String(phrase));
        const state = isState ? undefined : stateAt(tokens, at + phrase.length);
        return [phrase, state ? { ...named, area: areaOf(state.name) } : named];
      });
  const inFront = piecesOf(IN_FRONT, split);
  const siteWords = piecesOf(SITE_WORDS, split);
  return {
    /** Returns the first site in an area asked for, else the first elsewhere. */
    findSite(tokens, asked) {
      const found: Partial<Record<'other' | 'nameInside' | 'nameOther', Site>> = {};
      for (let at = 0; at < tokens.length; at += 1) {
        const named = namedAt(tokens, at);
        if (named.length === 0) continue;
        // Some begin with a comma of their own: ", NY".
        const isAfter = [tokens[at - 1], tokens[at]].some((token) => inFront.has(token ?? -1));
        const isBefore = siteWords.has(tokens[at + (named[0]?.[0].length ?? 0)] ?? -1);
        const isSite = isAfter || isBefore;
        const fits = named.filter(
          ([, { kind }]) =>
            kind === 'sites' || (kind === 'names' && isSite) || (kind === 'adjectives' && isBefore),
        );
        // The longest are meant: "Portland, Maine" is not the Portland of another state.
        const here = fits.filter(([{ length }]) => length === fits[0]?.[0].length);
        if (here.length === 0) continue;
        const isInside = here.some(([, { area }]) => asked.has(area));
        if (isSite && isInside) return { at, isInside };
        const kind = isInside ? 'nameInside' : isSite ? 'other' : 'nameOther';
        found[kind] ??= { at, isInside };
      }
      return found.other ?? found.nameInside ?? found.nameOther;
    },
    findHome(tokens, asked) {
      let site: Site | undefined;
      for (let at = 0; at < tokens.length; at += 1) {
        const named = namedAt(tokens, at);
        if (named.length === 0) continue;
        const place = { at, isInside: named.some(([, { area }]) => asked.has(area)) };
        if (!inFront.has(tokens[at - 1] ?? -1)) return place;
        site ??= place;
      }
      return site;
    },
  };
}

/** Words in front of a city or of a name: "from Boston to", but not "from Boston Scientific to". */
const MAYBE_IN_FRONT = ['from', 'to', 'at', 'leaving', 'leaves'];
/** Words and signs that end the name of a city: "from Boston to", "from Boston." */
const ENDS = ['.', ';', ':', ')', 'to', 'from', 'in', 'by', 'and', 'with', 'for', 'after', 'next'];
/** Signs behind a city: "Osaka's", "Austin, Texas". */
const SIGNS_BEHIND = ["'", '’', ','];

/**
 * Creates finders of a city as a site: after "in" and the like; before its state, its country, "'s",
 * "-based" or a word such as "office"; or after "from" and the like, if its name ends there. `isIn`
 * says whether the city is in a state that the text names behind it.
 */
export function cityFinder({
  phrases: split,
  spell,
  stateAt,
}: Omit<PlaceOptions, 'areaOf'>): (
  names: readonly number[][],
  isIn: (state: string) => boolean,
) => Find {
  const inFront = piecesOf(IN_FRONT, split);
  const maybeInFront = piecesOf(MAYBE_IN_FRONT, split);
  const ends = piecesOf(ENDS, split);
  const behind = piecesOf([...SITE_WORDS, ...SIGNS_BEHIND], split);
  const based = split('-based').flat();
  const isSite = (tokens: readonly number[], name: readonly number[], at: number): boolean => {
    if (!isAt(name, tokens, at)) return false;
    const end = at + name.length;
    if (continuesWord(tokens, end, spell)) return false;
    const before = tokens[at - 1] ?? -1;
    const after = tokens[end];
    if (inFront.has(before) || behind.has(after ?? -1)) return true;
    if (isAt(based, tokens, end)) return true;
    return maybeInFront.has(before) && (after === undefined || ends.has(after));
  };
  return (names, isIn) => (tokens) => {
    for (let at = 0; at < tokens.length; at += 1) {
      const name = names.find((each) => isSite(tokens, each, at));
      // "New Boston, Texas" is not the Boston of Massachusetts.
      const state = name && stateAt(tokens, at + name.length);
      if (name && (!state || isIn(state.name))) return { at, end: at + name.length };
    }
    return;
  };
}
