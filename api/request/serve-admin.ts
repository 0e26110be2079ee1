/**
 * Serves the admin API. One secret from the configuration gives access; if it is not set, no admin
 * endpoint exists. Changes run one after the other, so that none is lost. Every call leaves a log
 * line without secrets.
 */
import { type RequestHandler, Router } from 'express';
import { createSerialQueue } from '../../shared/domain/concurrency/serial-queue.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { createAdminCheck, type RefuseKey } from '../callers/credentials.js';
import { EXACT_PATHS } from '../http/create-express-app.js';
import { rejectPath } from '../http/handle-error.js';
import { jsonInSlices } from '../http/json-in-slices.js';
import { contextOf } from '../http/request-context.js';
import { sendAnswer } from '../http/send-answer.js';
import { mountOperations } from '../operations/mount-operations.js';
import { ADMIN_PATH, type Operation } from '../operations/operation.js';
import type { Services } from '../services/services.js';
import { ADMIN_OPERATIONS } from '../table/operations.js';
import { requireValid } from '../validation/validated.js';
import { holdBodyFaults, rawRequest } from './hold-body-faults.js';

interface AdminDeps extends Services {
  logger: Logger;
  /** The operators' secret. If it is `undefined`, every admin path is unknown. */
  adminKey: string | undefined;
}

/** Checks the key before `readBody`, so that a stranger's body is not read. */
export function serveAdmin(deps: AdminDeps, refuse: RefuseKey, readBody: RequestHandler): Router {
  const router = Router(EXACT_PATHS);
  router.use(ADMIN_PATH, requireAdmin(deps, refuse), holdBodyFaults(readBody));
  // Each change must read what the previous one has written.
  const changes = createSerialQueue();
  mountOperations(router, ADMIN_OPERATIONS, (operation) => answerAdmin(deps, operation, changes));
  router.use(ADMIN_PATH, rejectPath);
  return router;
}

function requireAdmin({ adminKey }: AdminDeps, refuse: RefuseKey): RequestHandler {
  if (adminKey === undefined) return rejectPath;
  const isAdmin = createAdminCheck(adminKey);
  return (request, response, next) =>
    next(isAdmin(request) ? undefined : refuse(request, response));
}

function answerAdmin(
  deps: AdminDeps,
  operation: Operation<Services>,
  changes: ReturnType<typeof createSerialQueue>,
): RequestHandler {
  return async (request, response) => {
    const { requestId, route } = contextOf(response);
    const work = requireValid(operation.validate(rawRequest(request, response), deps.clock.now()));
    const perform = () => work.perform(deps);
    const answer = await (operation.method === 'GET' ? perform() : changes.run(perform));
    // Only the ids in the answer are logged, because anything else in a request may be a secret.
    const ids = {
      account_id: textIn(answer.body, 'account_id'),
      key_id: textIn(answer.body, 'key_id'),
    };
    deps.logger.info({ request_id: requestId, route, ...ids }, 'admin_call');
    await sendAnswer(response, operation.status, await jsonInSlices(answer.body));
  };
}

function textIn(body: object, field: string): string | undefined {
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' ? value : undefined;
}
