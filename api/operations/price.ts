/** The price of a call: a number of units, each at its price in `prices.ts`. */
import { DEFAULT_PRICES, type PricedOperation } from '../../shared/domain/billing/prices.js';

/** The request tells the units before any work, or the number of results does; `null` is a free call. */
export type Price<Input> = {
  name: PricedOperation;
  /** What one unit is, in words. */
  per: string;
} & ({ units: (input: Input) => number | null } | { unitsOf: (results: number) => number | null });

/** What one request costs. */
export interface Due {
  name: PricedOperation;
  /** `null` when only the results tell. */
  units: number | null;
  unitsOf: (results: number) => number | null;
}

export function perCall(name: PricedOperation): Price<unknown> {
  return { name, per: 'call', units: () => 1 };
}

/** `null` for a free call. */
export function dueOf<Input>(price: Price<Input> | undefined, input: Input): Due | null {
  if (!price) return null;
  const { name } = price;
  if ('unitsOf' in price) return { name, units: null, unitsOf: price.unitsOf };
  const units = price.units(input);
  return units === null ? null : { name, units, unitsOf: () => units };
}

/** The figure is the default of the configuration. */
export function priceText({ name, per }: Pick<Price<never>, 'name' | 'per'>): string {
  const credits = DEFAULT_PRICES[name];
  return `${credits} ${credits === 1 ? 'credit' : 'credits'} per ${per}`;
}
