/** Defines parts of a question, such as a time, that are met by more than similar words. */
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import type { AmountRange, Candidate } from '../../../../shared/domain/ports/vector-index.js';
import type { WordMatch } from '../../../../shared/domain/schemas/types.generated.js';
import type { Find, Span } from './phrases.js';

/**
 * How a signal meets a part. `at`: place of the word piece that meets it, if one does.
 * `likeness`: how well it is met, from 0 to 1.
 */
export interface Match {
  at?: number | undefined;
  likeness: number;
  /** True if the signal says the opposite of the part, so that all of its words count less. */
  isOpposite?: boolean;
}

/** The fields of a signal that parts check in addition to its words. */
export interface SignalFacts
  extends Pick<Candidate, 'detectedAtMs' | 'signalType' | 'subtypeKey'>,
    Partial<Pick<Candidate, 'companyKey' | 'contactKey'>> {
  /** Job title of the person whom it is about. Only read if a part of the question needs it. */
  contactTitle?: string | undefined;
  /**
   * 1 for the first in the order of a superlative, less for later ones, 0 for all others.
   * `undefined` for a signal that is not ranked with others.
   */
  superlativeScore?: number;
}

/** A range that a store is asked for to find the signals that come first in an order. */
export type Tier = { amounts: readonly AmountRange[] } | { detected: Detected };

/** The order of signals that a superlative asks for, the highest value first. */
export interface Order {
  /** Returns the value of a signal to sort by, `undefined` if the signal has none. */
  valueOf(tokens: readonly number[], signal: SignalFacts): number | undefined;
  /** Ranges to ask a store for, the narrowest first. */
  tiers: readonly Tier[];
}

/** Times of detection in milliseconds: from `fromMs`, up to but not including `untilMs`. */
type Detected = readonly [fromMs: number, untilMs: number];

/** A range of numbers of employees of a company, both ends included. */
export interface Employees {
  least: number;
  most: number;
}

/** A condition that a store can look for. */
export interface StoreCondition {
  /** Keys of companies. */
  companies?: readonly string[];
  /** Keys of people. */
  contacts?: readonly string[];
  countries?: readonly string[];
  /** Parts of the names of industries, in lower case. */
  industries?: readonly string[];
  detected?: Detected;
  /** Types of signals. */
  types?: readonly string[];
  /** Size of the company, as in `SignalFilter`. `most` is infinite if there is no upper limit. */
  employees?: Employees;
  /** Ranges, one of which contains the largest amount that a summary mentions. */
  amounts?: readonly AmountRange[];
  /** Phrases as lists of word pieces. A summary contains one of them. */
  phrases?: readonly (readonly number[])[];
}

export interface QuestionPart {
  /** Positions of the word pieces of the question that belong to the part. */
  positions: readonly number[];
  /** Positions of all words that ask for it, if these are more: for explanations. */
  askedBy?: readonly number[];
  /** True if only `match` decides, so that the likeness of the words does not count. */
  overridesWords?: boolean;
  /** True if it narrows down the rest of the question. Few of the top candidates may meet it. */
  isCondition?: boolean;
  /**
   * True for a time or something excluded: signals of any kind may meet it, so intent does not count
   * it, but leaves out signals that surely miss it, if it is a condition.
   */
  isFilter?: boolean;
  /** Least share of the weight of all words, however common its own are: 0 to 1, exclusive. */
  leastShare?: number;
  /** Greatest share of the weight of all words, however many words it has. */
  mostShare?: number;
  /** True if `match` needs the facts of the company. */
  needsCompany?: boolean;
  /** True if `match` needs the job title of the person. */
  needsContact?: boolean;
  /** The condition for a store. Not set if a store cannot look for it. */
  storeCondition?: StoreCondition;
  /** The order that a superlative asks for. */
  order?: Order;
  /** What meets it if no words of a summary do. Default: the company if `needsCompany` is true. */
  metBy?: WordMatch['met_by'];
  /** True if companies of the place or industry that the part names are excluded. */
  isExclusion?: true;
  /** Returns the word pieces of a text that meet it. Only used for explanations. */
  locate?(tokens: readonly number[]): Span | undefined;
  /** Returns how well a signal meets it, `undefined` if it cannot judge the signal. */
  match(
    tokens: readonly number[],
    company: CompanyFacts | undefined,
    signal?: SignalFacts,
  ): Match | undefined;
  /** Rates the facts of one company in a summary, for example "software, Boston, MA". */
  matchFacts?(facts: readonly number[]): Match;
}

interface PhrasePartOptions {
  overridesWords: boolean;
  isExcluded: boolean;
  phrases?: StoreCondition['phrases'];
}

/**
 * Creates a part that a text meets if it contains one of some phrases or, if the part is excluded,
 * none of them. `find` finds the phrases. `phrases` lists them if a store is to look for them.
 */
export function phrasePart(
  positions: readonly number[],
  find: Find,
  { overridesWords, isExcluded, phrases }: PhrasePartOptions,
): QuestionPart {
  return {
    positions,
    overridesWords,
    isCondition: true,
    match: (tokens) => phraseMatch(find(tokens), isExcluded),
    ...(isExcluded ? { metBy: 'absence' } : { locate: find }),
    ...(phrases && !isExcluded && { storeCondition: { phrases } }),
  };
}

/** Rates a text by the phrase that was found in it. */
export function phraseMatch(found: Span | undefined, isExcluded = false): Match {
  return { at: found?.at, likeness: (found === undefined) === isExcluded ? 1 : 0 };
}

/** Returns a match for which a text that misses the part, but `saysOther`, says the opposite. */
export function orOpposite(
  match: QuestionPart['match'],
  saysOther: (tokens: readonly number[]) => boolean,
): QuestionPart['match'] {
  return (tokens, company, signal) => {
    const met = match(tokens, company, signal);
    return met?.likeness === 0 && saysOther(tokens) ? { ...met, isOpposite: true } : met;
  };
}
