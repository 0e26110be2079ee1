/** The result of a validation: either a value, or all errors that were found. */
import { AppError, type ErrorDetail } from '../../shared/domain/errors.js';
import { MAX_LISTED_FAULTS } from './limits.js';

export type Validated<T> =
  | { isValid: true; value: T }
  | { isValid: false; faults: readonly ErrorDetail[] };

export function valid<T>(value: T): Validated<T> {
  return { isValid: true, value };
}

export function invalid(faults: readonly ErrorDetail[]): Validated<never> {
  return { isValid: false, faults };
}

export function faultsOf(result: Validated<unknown>): readonly ErrorDetail[] {
  return result.isValid ? [] : result.faults;
}

/** Returns the value. Throws `invalid_request` with all errors if there is none. */
export function requireValid<T>(result: Validated<T>): T {
  if (result.isValid) return result.value;
  throw invalidRequest(result.faults);
}

export function invalidRequest(faults: readonly ErrorDetail[]): AppError {
  const { length } = faults;
  const listed = faults.slice(0, MAX_LISTED_FAULTS);
  const count = length === 1 ? 'an error' : `${length} errors`;
  const message =
    listed.length < length
      ? `The request has at least ${length} errors. \`details\` has the first ${listed.length}.`
      : `The request has ${count}. See \`details\`.`;
  return new AppError('invalid_request', message, { details: listed });
}
