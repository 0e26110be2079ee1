/** The price of a call: a number of units, each at the unit's price in `prices.ts`. */
import { DEFAULT_PRICES, type PricedOperation } from '../../shared/domain/billing/prices.js';

/**
 * The price of an operation. The number of units is known either from the request, before any work,
 * or from the number of results. `null` units of a request make its call free; no units cost nothing.
 */
export type Price<Input> = {
  name: PricedOperation;
  /** The unit in words, for example `call`. */
  per: string;
} & ({ units: (input: Input) => number | null } | { unitsOf: (results: number) => number });

/** What one request costs. */
export interface Cost {
  name: PricedOperation;
  /** The number of units. `null` if it is known only from the results. */
  units: number | null;
  unitsOf: (results: number) => number;
}

export function perCall(name: PricedOperation): Price<unknown> {
  return { name, per: 'call', units: () => 1 };
}

/** Returns what a request costs, or `null` for a free call. */
export function costOf<Input>(price: Price<Input> | undefined, input: Input): Cost | null {
  if (!price) return null;
  const { name } = price;
  if ('unitsOf' in price) return { name, units: null, unitsOf: price.unitsOf };
  const units = price.units(input);
  return units === null ? null : { name, units, unitsOf: () => units };
}

/** Returns the default price in words. The configuration may replace it. */
export function priceText({ name, per }: Pick<Price<never>, 'name' | 'per'>): string {
  const credits = DEFAULT_PRICES[name];
  return `${credits} ${credits === 1 ? 'credit' : 'credits'} per ${per}`;
}
