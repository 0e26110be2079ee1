/** A part of a question that is met by more than words alike. */
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import type { AmountRange, WeighedSignal } from '../../../../shared/domain/ports/vector-index.js';
import type { WordMatch } from '../../../../shared/domain/schemas/types.generated.js';
import { type Find, phraseIn, type Span } from './phrases.js';

/** Where a part is met among the word pieces of a signal, -1 for elsewhere, and how well: 0 to 1. */
export interface Met {
  at: number;
  likeness: number;
}

/** What parts ask of a signal beside its words. */
export interface ToldSignal
  extends Pick<WeighedSignal, 'detectedAtMs' | 'signalType' | 'subtypeKey'>,
    Partial<Pick<WeighedSignal, 'companyKey'>> {
  /** Job title of the person whom it is about; not known unless a part of the question needs it. */
  contactTitle?: string | undefined;
  /** Its place in the order that a superlative asks for, 1 for the first; not known where it is read alone. */
  standing?: number;
}

/** What a store is asked for, so that those which come first in an order are found. */
export type Tier = { amounts: readonly AmountRange[] } | { detected: Detected };

/** What a superlative orders signals by, the highest value first. */
export interface Order {
  /** Nothing if the signal tells none. */
  valueOf(tokens: readonly number[], signal: ToldSignal): number | undefined;
  /** The narrowest first. */
  tiers: readonly Tier[];
}

/** From the first moment up to the one behind the last. */
type Detected = readonly [fromMs: number, untilMs: number];

/** How many a company has, both ends included. */
export interface Employees {
  least: number;
  most: number;
}

/** A condition that a store can look for. */
export interface Narrows {
  /** Keys. */
  companies?: readonly string[];
  countries?: readonly string[];
  /** Parts of the names of industries, in lower case. */
  industries?: readonly string[];
  detected?: Detected;
  /** Types of signals. */
  types?: readonly string[];
  /** Of the company, as `SignalFilter` has them; without an end above, `most` is infinite. */
  employees?: Employees;
  /** One of them is the largest amount told. */
  amounts?: readonly AmountRange[];
  /** Phrases, as word pieces, of which a summary has one. */
  says?: readonly (readonly number[])[];
}

export interface AskedPart {
  /** Places of the question's word pieces that it stands for. */
  pieces: readonly number[];
  /** Whether the likeness of their words does not count where it is met or missed. */
  isAlone: boolean;
  /** Whether it narrows down what the rest of the question asks for: few of the heaviest may meet it. */
  isCondition: boolean;
  /** Its least share of all words, however common its own are: 0 to 1, exclusive. */
  leastShare?: number;
  /** Its greatest share, however many they are. */
  mostShare?: number;
  /** Whether it needs what is known of the company. */
  isOfCompany: boolean;
  /** Whether it needs what is known of the person. */
  isOfContact?: boolean;
  /** As a store is asked for it, if it can be. */
  narrows?: Narrows;
  /** Of a superlative. */
  order?: Order;
  /** What meets it where no words of a summary do: the company, if it is of one and nothing is said here. */
  metBy?: WordMatch['met_by'];
  /** Which pieces of a text meet it: for explanations alone. */
  where?(tokens: readonly number[]): Span | undefined;
  /** Nothing if the part says nothing of a signal. */
  meet(
    tokens: readonly number[],
    company: CompanyFacts | undefined,
    signal?: ToldSignal,
  ): Met | undefined;
  /** The same of what a summary tells of one company alone: "software, Boston, MA". */
  meetFacts?(facts: readonly number[]): Met;
}

interface SaidOptions {
  isAlone: boolean;
  isExcluded: boolean;
  says?: Narrows['says'];
}

/**
 * Met by what says one of some phrases, or if it is excluded by what says none of them. `find`: where one begins;
 * `says`: the phrases, if a store is to look for them.
 */
export function saidPart(
  pieces: readonly number[],
  find: Find,
  { isAlone, isExcluded, says }: SaidOptions,
): AskedPart {
  return {
    pieces,
    isAlone,
    isCondition: true,
    isOfCompany: false,
    meet(tokens) {
      const at = find(tokens);
      return { at, likeness: at < 0 === isExcluded ? 1 : 0 };
    },
    ...(isExcluded ? { metBy: 'absence' } : { where: (tokens) => phraseIn(tokens, find) }),
    ...(says && !isExcluded && { narrows: { says } }),
  };
}
