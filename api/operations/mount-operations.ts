/** Routes every operation. Other methods of a known path get 405 with the supported methods. */
import type { IRouter, RequestHandler } from 'express';
import { AppError } from '../../shared/domain/errors.js';
import type { Operation } from './operation.js';

/** Earlier paths win, so that `/signals/types` is not read as the id of a signal. */
export function mountOperations<Context>(
  router: IRouter,
  operations: readonly Operation<Context>[],
  serve: (operation: Operation<Context>) => RequestHandler,
): void {
  const paths = new Map<string, Map<string, RequestHandler>>();
  for (const operation of operations) {
    const methods = paths.get(operation.path) ?? new Map();
    paths.set(operation.path, methods);
    methods.set(operation.method, serve(operation));
  }
  for (const [path, methods] of paths) {
    const refuse = refuseMethod([...methods.keys()].join(', '));
    router.all(path, (request, response, next) => {
      const answer = methods.get(request.method) ?? refuse;
      return answer(request, response, next);
    });
  }
}

/** Mounts a read-only path that is not an operation. */
export function getOnly(router: IRouter, path: string, handler: RequestHandler): void {
  router.route(path).get(handler).all(refuseMethod('GET, HEAD'));
}

/** Makes a handler that responds 405. `taken` lists the methods that the path supports. */
export function refuseMethod(taken: string): RequestHandler {
  return (request, response, next) => {
    response.set('Allow', taken);
    const message = `${request.method} is not supported at this path. Supported methods: ${taken}.`;
    next(new AppError('method_not_allowed', message));
  };
}
