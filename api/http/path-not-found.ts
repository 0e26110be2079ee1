/** The error for unknown paths and for hidden ones, so that hidden paths stay hidden. */
import type { RequestHandler } from 'express';
import { AppError } from '../../shared/domain/errors.js';

export function pathNotFound(): AppError {
  return new AppError('not_found', 'No endpoint exists at this path.');
}

export const rejectPath: RequestHandler = (_request, _response, next) => next(pathNotFound());
