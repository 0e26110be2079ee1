/** The error of an unknown path, and of a hidden one, so that hidden paths stay hidden. */
import { AppError } from '../../shared/domain/errors.js';

export function nothingHere(): AppError {
  return new AppError('not_found', 'No endpoint exists at this path.');
}
