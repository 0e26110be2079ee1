/** Reads what is excluded: "outside the US or Canada", "executives other than CFOs". Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { overlaps, type PlacedWord, phraseFinder, positionsOf, wordsBefore } from './phrases.js';
import type { QuestionPart } from './question-part.js';
import { inBothNumbers } from './synonym-parts.js';

/** Excluded items, such as "Canada" and "the US" in "outside Canada or the US". */
export interface Exclusion {
  /** The words that exclude them: "outside". */
  by: PlacedWord[];
  items: PlacedWord[][];
  /** False for "not" or "no" alone, which may belong to a verb: "did not meet expectations". */
  isSure: boolean;
  /** True for words that can only exclude something. */
  isExplicit: boolean;
}

/** Matches words that surely exclude what follows. "Its outside counsel" excludes nothing. */
const EXPLICIT =
  /(?:^| )(?<by>without|except|excepting|exclud(?:e|ing)|besides|ignor(?:e|ing)|omit(?:ting)?|skip(?:ping)?|barring|(?<!(?:^| )(?:its|their|his|her|our) )outside|minus|neither|leav(?:e|ing) (?:aside|out)|other than|apart from|aside from|anything but|rather than|instead of|(?:not|without) (?:counting|including)|with the exception of|non(?: -)?|(?:but|,)(?: just)? (?:not|no|none)|(?:that|which|who)(?: (?:companies|firms|businesses|startups))? (?:(?:(?:is|are|was|were) not|(?:is|are|was|were)n ['’] t)|(?:(?:do|does|did) not|(?:do|does|did)n ['’] t) (?:hit|affect|concern|involve|include|touch|come|mention|name|belong|relate))|(?:for|of|in|by|from) any(?:thing|body|one)?(?: [a-z]{1,20})? but|any(?:where|body|one) but|every(?:where|thing|body|one) but|(?:every|all) (?:countr(?:y|ies)|regions?|states?|cit(?:y|ies)|places?|markets?|sectors?|industr(?:y|ies)|compan(?:y|ies)|firms?|banks?|startups?|sources?|types?|kinds?|departments?|locations?) but|(?:in|for|of|by|from) all but|excl(?: \.)?|(?<=(?:^| )(?:europe|eu|asia|africa|americas?|apac|emea|mena|nordics|worldwide|globally) )ex(?: -)?) $/;
/** Matches "outside". "Took outside money" does not exclude anything. */
const OUTSIDE = /(?:^| )outside $/;
const FROM_OUTSIDE =
  /^(?:accountants?|advis[eo]rs?|auditors?|backers?|backing|capital|cash|counsel|directors?|funding|funds|help|investments?|investors?|lawyers?|money)$/;
const NON = /(?:^| )non (?:- )?$/;
/** Matches words that are terms of their own with "non-" before them: "non-executive directors". */
const TERM_WITH_NON =
  /^(?:alcoholic|binding|cash|competes?|compliance|core|dilutive|disclosure|exec(?:utive)?s?|ferrous|fiction|fungible|gaap|hodgkin|invasive|payment|performing|profits?|recourse|recurring|renewals?|stop|voting|woven)$/;
/** Also matches the first words of "aren't French", which is left of a longer question. */
const BARE_NOT = /(?:^| )(?<by>not?|(?<=^)(?:is|are|was|were)n ['’] t) $/;
/** Matches "not" of a name: not that of a verb, as in "who did not hire". */
const NOT_OF_NAME =
  /(?:^|(?<!(?:^| )(?:am|is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|or|and|if|why|to)) )not $|^(?:is|are|was|were)n ['’] t $/;
/** Matches words after "not" that name nothing: "not yet", "not disclosed". */
const NO_NAME =
  /^(?:yet|just|only|so|too|very|enough|all|every|even|really|(?!seed$)\p{L}{2,20}(?:ed|ing))$/u;
/** Matches a preposition: "not" before one surely excludes something. */
const PREPOSITION = /^(?:in|at|from|by|for|to|of|about|based|headquartered|located)$/;
const WORDS_BEFORE = 6;
/** Matches words that say nothing about what is excluded. */
const FILLER =
  /^(?:in|at|from|by|for|to|of|about|with|on|based|headquartered|located|within|the|an?|any|more|those|ones|compan(?:y|ies)|firms|business(?:es)?|startups)$/;
const JOIN = /^(?:or|nor|and|,)$/;
/** Matches a name. What follows it is not excluded: "other than Boeing laid off". */
const CAPITAL = /^\p{Lu}/u;
/** Matches "without" before a thing that signals lack, as in "a chief left without a successor". */
const LACKING = /(?:^| )without $/;
const ARTICLE = /^an?$/;
/** Matches a year. After a comma it belongs to what is asked for: "no banks, 2012 and 2013". */
const YEAR = /^(?:19|20)\d\d$/;
const END =
  /^(?:[^\p{L}\p{N}-]|ones|please|themselves|itself|in|at|of|for|from|by|to|on|since|during|after|before|with|but|that|who|which)$/u;
/** Matches words that begin a time. "Except this year" excludes it; "no banks this year" does not. */
const BEGINS_TIME = /^(?:this|last)$/;
const MAX_ITEMS = 8;
const MAX_WORDS = 4;

/** All that a question excludes. Positions are those of word pieces. */
export interface Exclusions {
  all: readonly Exclusion[];
  /** Positions of all excluded items, and of those that are surely excluded. */
  positions: ReadonlySet<number>;
  surePositions: ReadonlySet<number>;
  /** Positions of the words that surely exclude something: "outside". */
  byPositions: ReadonlySet<number>;
}

export function exclusionsIn(words: readonly PlacedWord[], spelt: readonly string[]): Exclusions {
  const all = [...listExclusions(words, spelt), ...leftAside(words, spelt)];
  const sure = all.filter(({ isSure }) => isSure);
  const positionsIn = (those: readonly PlacedWord[][]) => new Set(those.flatMap(positionsOf));
  return {
    all,
    positions: positionsIn(all.flatMap(({ items }) => items)),
    surePositions: positionsIn(sure.flatMap(({ items }) => items)),
    byPositions: positionsIn(sure.map(({ by }) => by)),
  };
}

/** Least share of all that is excluded: a signal with it is not an answer, whatever else fits. */
const LEAST_SHARE = 0.35;

/** Gives conditions at `surePositions`, which are excluded, at least their share of all words. */
export function weighExcluded(
  parts: readonly QuestionPart[],
  surePositions: ReadonlySet<number>,
): QuestionPart[] {
  const isExcluded = ({ isCondition, positions }: QuestionPart): boolean =>
    isCondition === true && overlaps(positions, surePositions);
  const leastShare = LEAST_SHARE / Math.max(1, parts.filter(isExcluded).length);
  return parts.map((part) =>
    isExcluded(part)
      ? { ...part, isFilter: true, leastShare: Math.max(leastShare, part.leastShare ?? 0) }
      : part,
  );
}

function listExclusions(words: readonly PlacedWord[], spelt: readonly string[]): Exclusion[] {
  const found: Exclusion[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const before = wordsBefore(words, words[at]?.at ?? 0, WORDS_BEFORE);
    const explicit = EXPLICIT.exec(before);
    const match = explicit ?? BARE_NOT.exec(before);
    if (!match || spelt[at] === '-') continue;
    const by = match.groups?.by?.split(' ').length ?? 0;
    // "Non-patent lawsuits" are lawsuits.
    const items = itemsFrom(words, spelt, at, NON.test(before) ? 1 : MAX_WORDS);
    const word = spelt[at] ?? '';
    // In "healthcare funding not seed" nothing follows, and no verb precedes.
    const isLast = at + (items[0]?.length ?? 0) === words.length;
    const isNameAtEnd = isLast && NOT_OF_NAME.test(before) && !NO_NAME.test(word);
    // "Not layoffs but hiring freezes" asks for hiring freezes.
    const last = items.at(-1)?.at(-1);
    const next = last ? words.indexOf(last) + 1 : 0;
    const isBefore = at === by && spelt[next] === 'but' && !NO_NAME.test(word);
    const isExplicit = explicit !== null || isBefore;
    const isSure = isExplicit || PREPOSITION.test(word) || isNameAtEnd;
    if (items.length === 0 || (OUTSIDE.test(before) && FROM_OUTSIDE.test(word))) continue;
    if (LACKING.test(before) && ARTICLE.test(word)) continue;
    if (NON.test(before) && TERM_WITH_NON.test(word)) continue;
    if (word === 'for' && /^profits?$/.test(spelt[at + 1] ?? '')) continue;
    found.push({ by: words.slice(at - by, at), items, isSure, isExplicit });
  }
  return found;
}

/** Reads "Mattel and General Electric aside", after a comma or at the end of a question. */
function leftAside(words: readonly PlacedWord[], spelt: readonly string[]): Exclusion[] {
  const at = spelt.lastIndexOf('aside');
  const from = spelt.lastIndexOf(',', at) + 1;
  if (at < 0 || from === 0 || !/^(?:[^\p{L}\p{N}]|$)/u.test(spelt[at + 1] ?? '')) return [];
  const items = itemsFrom(words.slice(0, at), spelt.slice(0, at), from, MAX_WORDS);
  const by = words.slice(at, at + 1);
  return items.length === 0 ? [] : [{ by, items, isSure: true, isExplicit: true }];
}

/** Returns the question without explicit exclusions, or all of it if nothing else is left. */
export function withoutExclusions(question: string, exclusions: readonly Exclusion[]): string {
  const cuts = exclusions.flatMap(({ by, items, isExplicit }) => {
    if (!isExplicit) return [];
    const words = [...by, ...items.flat()];
    const start = Math.min(...words.map((word) => word.start));
    return [{ start, end: Math.max(...words.map((word) => word.end)) }];
  });
  const kept = cuts
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), question)
    .replace(/\s{2,}/gu, ' ')
    .trimEnd()
    .replace(/,$/, '');
  return /[\p{L}\p{N}]/u.test(kept) ? kept : question;
}

function itemsFrom(
  words: readonly PlacedWord[],
  spelt: readonly string[],
  from: number,
  mostWords: number,
): PlacedWord[][] {
  const items: PlacedWord[][] = [];
  for (let at = from; items.length < MAX_ITEMS; at += 1) {
    while (FILLER.test(spelt[at] ?? '')) at += 1;
    const item: PlacedWord[] = [];
    for (; item.length < mostWords; at += 1) {
      const word = words[at];
      const text = spelt[at] ?? '';
      const isBehindName =
        item.length > 0 &&
        CAPITAL.test(item[0]?.text ?? '') &&
        !CAPITAL.test(word?.text ?? '') &&
        !FILLER.test(text);
      if (!word || JOIN.test(text) || END.test(text) || isBehindName) break;
      if (item.length > 0 && BEGINS_TIME.test(text)) break;
      item.push(word);
    }
    if (item.length > 0) items.push(item);
    // After a comma a preposition begins something else: "no banks, in Germany".
    const goesOn =
      spelt[at] === ','
        ? !FILLER.test(spelt[at + 1] ?? '') && !YEAR.test(spelt[at + 1] ?? '')
        : JOIN.test(spelt[at] ?? '') && spelt[at + 1] !== 'non';
    if (item.length === 0 || !goesOn) break;
  }
  return items;
}

/**
 * Creates parts for excluded items. A text does not meet one if it has all words of the item or
 * synonyms, for which `others` returns parts.
 */
export function excludedParts(
  excluded: readonly Exclusion[],
  { phrases: split, spell }: WordPieces,
  isStopWord: (word: PlacedWord) => boolean,
  readSynonyms: (words: readonly PlacedWord[]) => QuestionPart[],
): QuestionPart[] {
  const sure = excluded.flatMap(({ items, isSure }) => (isSure ? items : []));
  return sure.flatMap((item) => {
    const texts = item.filter((word) => !isStopWord(word)).map(({ text }) => text.toLowerCase());
    const finders = texts.map((text) => phraseFinder(inBothNumbers(text, []).flatMap(split)));
    if (finders.length === 0) return [];
    const stems = texts.flatMap((text) => stemOf(text) ?? []);
    const synonyms = readSynonyms(item);
    const saysStems = (tokens: readonly number[]): boolean => {
      const said = spell(tokens);
      return stems.every((stem) => said.includes(` ${stem}`));
    };
    const saysItem = (tokens: readonly number[]): boolean =>
      finders.every((find) => find(tokens)) ||
      (stems.length === texts.length && saysStems(tokens)) ||
      synonyms.some((part) => (part.match(tokens, undefined)?.likeness ?? 0) > 0);
    const part: QuestionPart = {
      positions: positionsOf(item),
      overridesWords: true,
      isCondition: true,
      metBy: 'absence',
      match: (tokens) => ({ likeness: saysItem(tokens) ? 0 : 1 }),
    };
    return [part];
  });
}

/** Returns "suspen" for "suspensions": "suspends" begins with it too. `null` for short words. */
function stemOf(word: string): string | null {
  return word.length < 8 ? null : word.slice(0, Math.max(6, word.length - 5));
}
