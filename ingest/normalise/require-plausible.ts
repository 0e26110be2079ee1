/** Checks that a time can be true: from 1900 to two days ahead, because clocks differ. */
import { DAY_MS } from '../../shared/domain/time.js';
import { Rejection } from '../outcomes/outcome.js';

const EARLIEST_MS = Date.UTC(1900, 0, 1);
const MAX_AHEAD_MS = 2 * DAY_MS;

/** Returns the time; throws `invalid_date` if it is not plausible. */
export function requirePlausible(ms: number, field: string, nowMs: number): number {
  if (ms >= EARLIEST_MS && ms <= nowMs + MAX_AHEAD_MS) return ms;
  const message = `${field} must not be before 1900 or more than 2 days in the future`;
  throw new Rejection('invalid_date', field, message);
}
