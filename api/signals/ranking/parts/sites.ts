/** Finds where a text says that something happens: a city, a region or a state. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type Find, isAt, phraseLookup } from '../words/phrases.js';
import type { Match } from '../words/question-part.js';

/** A place that a text names. `isInside`: true if it is in an area that is asked for. */
export interface Site {
  at: number;
  isInside: boolean;
}

/** Returns the first site in an area asked for, else the first elsewhere, else `undefined`. */
export type FindSite = (tokens: readonly number[], asked: ReadonlySet<string>) => Site | undefined;

/**
 * Words and signs before a site. A name without them may belong to a company: "New York Life is
 * laying off in Parsippany".
 */
const IN_FRONT = ['in', 'near', 'around', 'outside', 'across', 'into', ',', '(', ':'];

function piecesInFront(split: WordPieces['phrases']): ReadonlySet<number> {
  return new Set(IN_FRONT.flatMap((word) => split(word).flat()));
}

/** Rates a site for a place that is asked for or excluded. */
export function matchBySite(site: Site | undefined, isExcluded = false): Match {
  const isInside = site?.isInside ?? false;
  return { at: site?.isInside ? site.at : -1, likeness: isInside === isExcluded ? 0 : 1 };
}

type Areas = readonly (readonly [name: string, said: readonly string[]])[];

/**
 * Creates a finder of sites. `areas`: names, such as countries, and the sites of each in texts.
 * `strict`: those that are sites only after "in" and the like: "in Japan", but not "Bank of Japan".
 */
export function siteFinder(
  areas: Areas,
  split: WordPieces['phrases'],
  strict: Areas = [],
): FindSite {
  const entriesOf = (from: Areas, isStrict: boolean) =>
    from.flatMap(([area, said]) =>
      said.flatMap(split).map((phrase) => [phrase, { area, isStrict }] as const),
    );
  const namedAt = phraseLookup([...entriesOf(areas, false), ...entriesOf(strict, true)]);
  const inFront = piecesInFront(split);
  return (tokens, asked) => {
    const found: Partial<Record<'other' | 'nameInside' | 'nameOther', Site>> = {};
    for (let at = 0; at < tokens.length; at += 1) {
      const named = namedAt(tokens, at);
      if (named.length === 0) continue;
      // Some begin with a comma of their own: ", NY".
      const isSite = [tokens[at - 1], tokens[at]].some((token) => inFront.has(token ?? -1));
      const areasHere = named.filter(([, { isStrict }]) => isSite || !isStrict);
      if (areasHere.length === 0) continue;
      const isInside = areasHere.some(([, { area }]) => asked.has(area));
      if (isSite && isInside) return { at, isInside };
      const kind = isInside ? 'nameInside' : isSite ? 'other' : 'nameOther';
      found[kind] ??= { at, isInside };
    }
    return found.other ?? found.nameInside ?? found.nameOther;
  };
}

/**
 * Creates a finder of where the company of a text seems to be from: the place that the text names
 * first, as in "Danish retailer Acme opens in Toronto"; one after "in" and the like only if there is
 * no other.
 */
export function homeFinder(areas: Areas, split: WordPieces['phrases']): FindSite {
  const namedAt = phraseLookup(
    areas.flatMap(([area, said]) => said.flatMap(split).map((phrase) => [phrase, area] as const)),
  );
  const inFront = piecesInFront(split);
  return (tokens, asked) => {
    let site: Site | undefined;
    for (let at = 0; at < tokens.length; at += 1) {
      const named = namedAt(tokens, at);
      if (named.length === 0) continue;
      const place = { at, isInside: named.some(([, area]) => asked.has(area)) };
      if (!inFront.has(tokens[at - 1] ?? -1)) return place;
      site ??= place;
    }
    return site;
  };
}

/** Creates finders of a city as a site: after "in" and the like, or before its state or country. */
export function cityFinder(split: WordPieces['phrases']): (names: readonly number[][]) => Find {
  const inFront = piecesInFront(split);
  const [comma = -1] = split(',').flat();
  const isSite = (tokens: readonly number[], name: readonly number[], at: number): boolean =>
    isAt(name, tokens, at) &&
    (inFront.has(tokens[at - 1] ?? -1) || tokens[at + name.length] === comma);
  return (names) => (tokens) => {
    for (let at = 0; at < tokens.length; at += 1) {
      const name = names.find((each) => isSite(tokens, each, at));
      if (name) return { at, end: at + name.length };
    }
    return;
  };
}
