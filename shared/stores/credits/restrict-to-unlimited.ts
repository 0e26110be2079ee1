/**
 * A meter for a second API process without shared counters. Unlimited accounts are metered by their
 * keys without a cap. All others are rejected, because their remaining credits are unknown.
 */
import { AppError } from '../../domain/errors.js';
import type { CreditMeter, Payer } from '../../domain/ports/credit-meter.js';

export function restrictToUnlimited<M extends CreditMeter>(meter: M): M {
  const requireUnlimited = ({ account, key }: Payer): void => {
    if (account.unlimited && key.monthlyCreditCap === null) return;
    throw new AppError(
      'unavailable',
      'this process serves only unlimited accounts, by keys without a cap (--unsafe-local-credits); use another process',
    );
  };
  return {
    ...meter,
    async balance(payer) {
      requireUnlimited(payer);
      return meter.balance(payer);
    },
    async charge(charge) {
      requireUnlimited(charge);
      return meter.charge(charge);
    },
  };
}
