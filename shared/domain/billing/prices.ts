/**
 * Credits per unit of every priced operation. No other file contains these numbers. The `price` of
 * an operation in `api/` defines its unit and the number of units. Everything else is free.
 */
export const DEFAULT_PRICES = {
  search: 1,
  signal: 1,
  'companies/enrich': 1,
  'companies/bulk': 1,
  'companies/timeline': 1,
  'contacts/enrich': 2,
  'contacts/bulk': 1,
  'contacts/timeline': 1,
  intent: 5,
};

/** The highest price of a unit. Up to it, balances, ledger rows and sums are exact integers. */
export const MAX_PRICE = 1_000_000;

export type PricedOperation = keyof typeof DEFAULT_PRICES;

export type Prices = Readonly<Record<PricedOperation, number>>;

export const PRICED_OPERATIONS: readonly string[] = Object.keys(DEFAULT_PRICES);
