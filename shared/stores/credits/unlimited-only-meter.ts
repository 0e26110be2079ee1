/**
 * For a second API process without shared counters: unlimited accounts are metered, all others are
 * rejected, because their remaining credits are unknown.
 */
import { AppError } from '../../domain/errors.js';
import type { Account } from '../../domain/ports/account-store.js';
import type { CreditMeter } from '../../domain/ports/credit-meter.js';

export function unlimitedOnly<M extends CreditMeter>(meter: M): M {
  const refuse = (account: Account): void => {
    if (account.unlimited) return;
    throw new AppError(
      'unavailable',
      'this process serves only unlimited accounts (--unsafe-local-credits); use another process',
    );
  };
  return {
    ...meter,
    async balance(payer) {
      refuse(payer.account);
      return meter.balance(payer);
    },
    async charge(charge) {
      refuse(charge.account);
      return meter.charge(charge);
    },
  };
}
