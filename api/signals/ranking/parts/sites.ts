/** Where a text says that something happens: a city, a region or a state that it names. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import type { AskedPart, Met } from '../words/asked-part.js';
import { type Find, phraseLookup } from '../words/phrases.js';

export interface Site {
  at: number;
  isInside: boolean;
}

/** The first site of one of the areas that is asked for, or else that of any other; nothing without a site. */
export type FindSite = (tokens: readonly number[], asked: ReadonlySet<string>) => Site | undefined;

/** In front of a site. A name without them may be part of a company's: "New York Life is laying off in Parsippany". */
const IN_FRONT = ['in', 'near', 'around', 'outside', 'across', 'into', ',', '(', ':'];

function piecesInFront(split: WordPieces['phrases']): ReadonlySet<number> {
  return new Set(IN_FRONT.flatMap((word) => split(word).flat()));
}

/** How well a site meets a place that is asked for, or that is left out. */
export function metBySite(told: Site | undefined, isExcluded = false): Met {
  const isInside = told?.isInside ?? false;
  return { at: told?.isInside ? told.at : -1, likeness: isInside === isExcluded ? 0 : 1 };
}

/** `areas`: a name, such as a country, and what texts say of its sites. */
export function siteFinder(
  areas: readonly (readonly [name: string, said: readonly string[]])[],
  split: WordPieces['phrases'],
): FindSite {
  const namedAt = phraseLookup(
    areas.flatMap(([name, said]) => said.flatMap(split).map((phrase) => [phrase, name] as const)),
  );
  const inFront = piecesInFront(split);
  return (tokens, asked) => {
    const found: Partial<Record<'other' | 'nameInside' | 'nameOther', Site>> = {};
    for (let at = 0; at < tokens.length; at += 1) {
      const areasHere = namedAt(tokens, at);
      if (areasHere.length === 0) continue;
      const isInside = areasHere.some((area) => asked.has(area));
      // Some begin with a comma of their own: ", NY".
      const isSite = [tokens[at - 1], tokens[at]].some((token) => inFront.has(token ?? -1));
      if (isSite && isInside) return { at, isInside };
      const kind = isInside ? 'nameInside' : isSite ? 'other' : 'nameOther';
      found[kind] ??= { at, isInside };
    }
    return found.other ?? found.nameInside ?? found.nameOther;
  };
}

/** Where a text names a city as a site: behind what stands in front of one, or in front of its state or country. */
export function cityFinder(split: WordPieces['phrases']): (names: readonly number[][]) => Find {
  const inFront = piecesInFront(split);
  const [comma = -1] = split(',').flat();
  const isSite = (tokens: readonly number[], name: readonly number[], at: number): boolean =>
    name.every((piece, next) => tokens[at + next] === piece) &&
    (inFront.has(tokens[at - 1] ?? -1) || tokens[at + name.length] === comma);
  return (names) => (tokens) => {
    for (const name of names) {
      const [first = -1] = name;
      for (let at = tokens.indexOf(first); at >= 0; at = tokens.indexOf(first, at + 1)) {
        if (isSite(tokens, name, at)) return at;
      }
    }
    return -1;
  };
}

/** A city: "layoffs in Seattle", "Boston startups". A text that names none, or another, does not meet it. */
export function cityPart(
  pieces: readonly number[],
  find: Find,
  { isExcluded, says }: { isExcluded: boolean; says: readonly (readonly number[])[] },
): AskedPart {
  const meet = (tokens: readonly number[]): Met => {
    const at = find(tokens);
    return { at: isExcluded ? -1 : at, likeness: at >= 0 === isExcluded ? 0 : 1 };
  };
  return {
    pieces,
    isAlone: true,
    isCondition: true,
    isOfCompany: false,
    ...(isExcluded ? { metBy: 'absence' as const } : { narrows: { says } }),
    meet,
    meetFacts: meet,
  };
}

/** A text that names no site may be of the state, or not: it comes before those that surely are not meant. */
const UNKNOWN = 0.4;

/** A state of the United States, which no company has: sites tell, or that the company is from elsewhere. */
export function statePart(
  pieces: readonly number[],
  site: (tokens: readonly number[]) => Site | undefined,
  { isExcluded, says }: { isExcluded: boolean; says: readonly (readonly number[])[] },
): AskedPart {
  return {
    pieces,
    isAlone: true,
    isCondition: true,
    isOfCompany: true,
    ...(!isExcluded && { narrows: { says } }),
    // Without a site: no other is told.
    metBy: 'absence',
    meet(tokens, company) {
      const told = site(tokens);
      if (told) return metBySite(told, isExcluded);
      const isForeign = company && company.country !== '' && company.country !== 'US';
      const isElsewhere = isForeign ? 1 : UNKNOWN;
      return { at: -1, likeness: isExcluded ? isElsewhere : isForeign ? 0 : UNKNOWN };
    },
    meetFacts: (facts) => metBySite(site(facts), isExcluded),
  };
}
