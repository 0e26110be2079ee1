/**
 * For a second API process without shared counters: accounts without a cap are metered, all others are
 * refused, because nobody could say what they have left.
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
