/** Credits by operation; what is not named costs nothing. */

export const PRICED_OPERATIONS = [
  'search',
  'signal',
  'companies/enrich',
  'companies/bulk',
  'companies/timeline',
  'contacts/enrich',
  'contacts/bulk',
  'contacts/timeline',
  'intent',
] as const;

export type PricedOperation = (typeof PRICED_OPERATIONS)[number];

export type Prices = Readonly<Record<PricedOperation, number>>;

export const DEFAULT_PRICES: Prices = {
  search: 1,
  signal: 1,
  'companies/enrich': 1,
  /** Per domain given. */
  'companies/bulk': 1,
  'companies/timeline': 1,
  /** Per signal returned. */
  'contacts/enrich': 2,
  /** Per contact given. */
  'contacts/bulk': 1,
  'contacts/timeline': 1,
  /** Nothing without results. */
  intent: 5,
};

export function pricesWith(overrides: Readonly<Record<string, number>>): Prices {
  return { ...DEFAULT_PRICES, ...overrides };
}
