/** Makes the ledger entry of a charge. */
import { randomUUID } from 'node:crypto';
import type { Charge } from '../ports/credit-meter.js';
import type { LedgerEntry } from '../ports/usage-store.js';

/** Returns an entry with a new id at every call. */
export function ledgerEntryOf(
  charge: Charge,
  { periodStart, chargedAt }: Pick<LedgerEntry, 'periodStart' | 'chargedAt'>,
): LedgerEntry {
  return {
    entryId: randomUUID(),
    accountId: charge.account.accountId,
    apiKeyId: charge.key.keyId,
    requestId: charge.requestId,
    route: charge.route,
    credits: charge.credits,
    units: charge.units,
    periodStart,
    chargedAt,
  };
}
