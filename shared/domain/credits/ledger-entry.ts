/** The ledger entry of a charge. */
import { randomUUID } from 'node:crypto';
import type { Charge } from '../ports/credit-meter.js';
import type { LedgerEntry } from '../ports/usage-store.js';

/** Every call makes an entry of its own. */
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
