/** Reads sizes of companies that have a name: "large firms", "mid-sized companies", "SMEs". Pure. */
import type { SizeWording } from '../words/wording.js';
import { companyAfter, isServed, type SizeQuestion } from './sized-companies.js';

/** Numbers of employees, both ends included. */
export type SizeRange = readonly [least: number, most: number];

/** A size and its words, from `from` up to but not including `until`. */
export interface SizeMention {
  range: SizeRange;
  from: number;
  until: number;
  isExcluded: boolean;
}

/** Number of words of the longest name. */
const NAME_WORDS = 6;
/** Matches words after "big" that do not mean a size: "big data", "large-cap companies". */
const COMPOUND = /^(?:- )?(?:box|caps?|data|language|molecule|ticket)(?= |$)/;

/** Creates the reader of "large German manufacturers", "medium and large firms" or "SMEs". */
export function createNamedSizeReader(
  sizes: readonly SizeWording[],
): (question: SizeQuestion) => SizeMention[] {
  const alone = rangesByName(sizes, ({ alone: names = [] }) => names);
  const beforePlural = rangesByName(sizes, ({ beforePlural: names = [] }) => names);
  const named = new Map([...rangesByName(sizes, ({ asked }) => asked), ...beforePlural]);
  return (question) => {
    const { words, spelt, exclusions } = question;
    const found: SizeMention[] = [];
    for (let at = 0; at < spelt.length; ) {
      const noun = alone.get(spelt[at] ?? '');
      const name = noun ? { range: noun, until: at + 1 } : namesAt(spelt, at, named);
      const company = name && !noun ? companyOf(question, name.until) : at;
      const isCompared = beforePlural.has(spelt[at] ?? '') && !spelt[company]?.endsWith('s');
      if (name && !isServed(question, at) && !isCompared && company >= 0 && !isAny(name.range)) {
        const isExcluded = exclusions.positions.has(words[at]?.at ?? -1);
        found.push({ ...name, from: at, isExcluded });
      }
      at = name?.until ?? at + 1;
    }
    return found;
  };
}

function rangesByName(
  sizes: readonly SizeWording[],
  namesOf: (size: SizeWording) => readonly string[],
): Map<string, SizeRange> {
  return new Map(
    sizes.flatMap((size) => {
      const { least = 0, most = Number.POSITIVE_INFINITY } = size;
      return namesOf(size).map((name) => [name, [least, most]] as const);
    }),
  );
}

function companyOf(question: SizeQuestion, at: number): number {
  const isCompound = COMPOUND.test(question.spelt.slice(at, at + 2).join(' '));
  return isCompound ? -1 : companyAfter(question, at);
}

/** Reads one or several names as one range, from the least of them to the most. */
function namesAt(
  spelt: readonly string[],
  at: number,
  named: ReadonlyMap<string, SizeRange>,
): { range: SizeRange; until: number } | undefined {
  for (let until = at + NAME_WORDS; until > at; until -= 1) {
    const range = named.get(spelt.slice(at, until).join(' '));
    if (!range) continue;
    const isJoined = /^(?:and|or|to|,)$/.test(spelt[until] ?? '');
    const other = isJoined ? namesAt(spelt, until + 1, named) : undefined;
    if (!other) return { range, until };
    const [least, most] = other.range;
    return {
      range: [Math.min(range[0], least), Math.max(range[1], most)],
      until: other.until,
    };
  }
  return;
}

/** Returns true if a range includes all sizes, as in "large and small companies". */
function isAny([least, most]: SizeRange): boolean {
  return least === 0 && most === Number.POSITIVE_INFINITY;
}
