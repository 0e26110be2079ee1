/** Finds the names that an agent may have meant by another one. */
import leven from 'leven';
import { inSlices } from '../../shared/domain/concurrency/in-slices.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import { MAX_NAME_CHARACTERS } from '../validation/limits.js';

export const MAX_SIMILAR = 3;

/** The least similarity of two texts of which one may be meant by the other. */
const MIN_SIMILARITY = 0.7;

/** Returns the names that, or a word of which, are spelled like the value, the most similar first. */
export async function similarTo(value: string, names: readonly string[]): Promise<string[]> {
  const [askedWhole, ...askedWords] = partsOf(value);
  const scored = await inSlices(names, (name) => {
    const [whole, ...words] = partsOf(name);
    const ofWords = words.flatMap((word) => askedWords.map((asked) => similarity(asked, word)));
    const ofWhole = similarity(askedWhole, whole);
    return { name, best: Math.max(ofWhole, ...ofWords), ofWhole };
  });
  return scored
    .filter(({ best }) => best >= MIN_SIMILARITY)
    .sort((a, b) => b.best - a.best || b.ofWhole - a.ofWhole)
    .slice(0, MAX_SIMILAR)
    .map(({ name }) => name);
}

/** Returns the name without spaces, then its words: `jobChange` has two. */
function partsOf(name: string): [string, ...string[]] {
  const words = name
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(foldCase);
  return [words.join(''), ...words.filter((word) => word.length > 1)];
}

/** Returns the share of equal letters, from 0 to 1. */
function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length, 1);
  return 1 - leven(one, other) / longest;
}

/** Returns the argument that an unknown one may mean; `undefined` if none is similar. */
export function similarArgument(given: string, known: readonly string[]): string | undefined {
  const name = given.slice(0, MAX_NAME_CHARACTERS);
  const scored = known.map((each) => ({
    each,
    score: isPart(name, each) || isPart(each, name) ? 1 : similarity(name, each),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  return best < MIN_SIMILARITY ? undefined : scored.find(({ score }) => score === best)?.each;
}

/** The fewest letters by which a longer name is recognised. */
const MIN_PART = 4;

function isPart(part: string, whole: string): boolean {
  return part.length >= MIN_PART && whole.includes(part);
}
