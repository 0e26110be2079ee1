/** What a call costs: units of an entry in the table of prices. */
import { DEFAULT_PRICES, type PricedOperation } from '../../shared/domain/billing/prices.js';

/** By the request, before any work, or by the number of results; `null`: the call is free. */
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
