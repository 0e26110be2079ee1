/** Routes every operation. Other methods of a known path get 405 with the supported methods. */
import type { IRouter, RequestHandler } from 'express';
import { AppError } from '../../shared/domain/errors.js';
import { contextOf } from '../http/request-context.js';
import type { Operation } from './operation.js';

/** Earlier paths win, so that `/signals/types` is not read as the id of a signal. */
export function mountOperations<Context>(
  router: IRouter,
  operations: readonly Operation<Context>[],
  serve: (operation: Operation<Context>) => RequestHandler,
): void {
  const paths = new Map<string, Map<string, { route: string; answer: RequestHandler }>>();
  for (const operation of operations) {
    const methods = paths.get(operation.path) ?? new Map();
    paths.set(operation.path, methods);
    methods.set(operation.method, { route: operation.route, answer: serve(operation) });
  }
  for (const [path, methods] of paths) {
    const taken = [...methods.keys()].join(', ');
    const [first] = methods.values();
    router.all(path, (request, response, next) => {
      const found = methods.get(request.method);
      contextOf(response).route = (found ?? first)?.route ?? null;
      if (found) return found.answer(request, response, next);
      return refuseMethod(taken)(request, response, next);
    });
  }
}

/** A read-only path that is not an operation. */
export function getOnly(router: IRouter, path: string, handler: RequestHandler): void {
  router.route(path).get(handler).all(refuseMethod('GET, HEAD'));
}

/** Same response as for an unknown path, so that hidden paths stay hidden. */
export function nothingHere(): AppError {
  return new AppError('not_found', 'No endpoint exists at this path.');
}

/** `taken`: the methods that the path has. */
export function refuseMethod(taken: string): RequestHandler {
  return (request, response, next) => {
    response.set('Allow', taken);
    const message = `${request.method} is not supported at this path. Supported methods: ${taken}.`;
    next(new AppError('method_not_allowed', message));
  };
}
