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
  const handlersByPath = new Map<string, Map<string, RequestHandler>>();
  for (const operation of operations) {
    const handlers = handlersByPath.get(operation.path) ?? new Map();
    handlersByPath.set(operation.path, handlers);
    handlers.set(operation.method, serve(operation));
  }
  for (const [path, handlers] of handlersByPath) {
    const refuse = refuseMethod([...handlers.keys()].join(', '));
    router.all(path, (request, response, next) => {
      const handle = handlers.get(request.method) ?? refuse;
      return handle(request, response, next);
    });
  }
}

/** Mounts a read-only path that is not an operation. */
export function mountGet(router: IRouter, path: string, handler: RequestHandler): void {
  router.route(path).get(handler).all(refuseMethod('GET, HEAD'));
}

/** Makes a handler that responds 405. `allowed` lists the methods that the path supports. */
export function refuseMethod(allowed: string): RequestHandler {
  return (request, response, next) => {
    response.set('Allow', allowed);
    const message = `${request.method} is not supported at this path. Supported methods: ${allowed}.`;
    next(new AppError('method_not_allowed', message));
  };
}
