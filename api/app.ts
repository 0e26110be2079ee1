/** The HTTP application: who calls, how often, what it costs, and one handler per operation. */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { takeTurns } from '../shared/embedding/take-turns.js';
import type { AccountStore } from '../shared/ports/account-store.js';
import type { Clock } from '../shared/ports/clock.js';
import type { CreditMeter } from '../shared/ports/credit-meter.js';
import type { IntentIndex } from '../shared/ports/intent-index.js';
import type { Logger } from '../shared/ports/logger.js';
import type { HitCounter, RateWindow } from '../shared/ports/rate-window.js';
import type { RequestLogSink } from '../shared/ports/request-log.js';
import type { UsageStore } from '../shared/ports/usage-store.js';
import type { SignalTypes } from '../shared/signal-types.js';
import { authenticate } from './authenticate.js';
import { type Handler, recordOf } from './call.js';
import { createWrongKeys } from './credentials.js';
import type { Prices } from './credits/prices.js';
import { docsRouter } from './docs.js';
import { holdBodyFaults } from './door-faults.js';
import { exactPaths } from './exact-paths.js';
import { handleError, toAppError } from './handle-error.js';
import type { HealthCheck } from './health.js';
import { INTENT } from './intent/constants.js';
import { logRequests } from './log-requests.js';
import { serveMcp } from './mcp/serve-mcp.js';
import type { ApiMetrics } from './metrics.js';
import { mountOperations, nothingHere } from './mount-operations.js';
import { openRequest } from './open-request.js';
import { OPERATIONS } from './operations.js';
import { limitRate } from './rate-limit.js';
import { readBody } from './read-body.js';
import { accountRoutes } from './routes/account.js';
import { companyRoutes } from './routes/companies.js';
import { contactRoutes } from './routes/contacts.js';
import { intentRoutes } from './routes/intent.js';
import { signalTypeRoutes } from './routes/signal-types.js';
import { signalRoutes } from './routes/signals.js';
import type { SearchDeps } from './search/search-signals.js';
import { serveAdmin } from './serve-admin.js';
import { serveOperation, showBalance } from './serve-operation.js';
import { mountWatch } from './watch.js';

export interface AppDeps extends SearchDeps {
  intent: IntentIndex;
  accounts: AccountStore;
  usage: UsageStore;
  meter: CreditMeter;
  requestLog: RequestLogSink;
  rateWindow: RateWindow;
  /** Of requests with a wrong key, by address. */
  wrongKeys: HitCounter;
  prices: Prices;
  types: SignalTypes;
  clock: Clock;
  logger: Logger;
  metrics: ApiMetrics;
  health: readonly HealthCheck[];
  /** Names of data that is being loaded, of which answers have a part only; none unless given. */
  loading?: () => readonly string[];
  /** Number of proxies whose X-Forwarded-For is believed. */
  trustProxy: number;
  /** Secret of operators; unset: no admin endpoints. */
  adminKey: string | undefined;
  /** Names beside those of loopback by which agents reach the service. */
  mcpHosts: readonly string[];
}

export function createApp(given: AppDeps): Express {
  const deps = { ...given, embedder: takeTurns(given.embedder) };
  const app = exactPaths(express());
  app.set('trust proxy', deps.trustProxy);
  app.use(startRequest(deps));
  mountWatch(app, { ...deps, registry: deps.metrics.registry });
  app.use(docsRouter(deps.adminKey));
  const wrongKeys = createWrongKeys(deps.clock, deps.wrongKeys);
  const bodyReader = readBody();
  app.use(serveAdmin(deps, wrongKeys.refuse, bodyReader));
  // Shared, so that a caller has one rate and one balance whichever door is taken.
  const doors = {
    authenticate: authenticate(deps.accounts, deps.clock, wrongKeys),
    limitRate: limitRate(deps.rateWindow, deps.clock, () => deps.metrics.rateLimited.inc()),
    showBalance: showBalance(deps.meter),
    readBody: bodyReader,
  };
  app.use('/v1', [
    doors.authenticate,
    logRequests(deps.requestLog, deps.clock, 'api'),
    doors.showBalance,
    doors.limitRate,
    holdBodyFaults(bodyReader),
  ]);
  const handlers: Record<string, Handler> = {
    ...signalRoutes(deps),
    ...signalTypeRoutes(deps),
    ...companyRoutes(deps),
    ...contactRoutes(deps),
    ...intentRoutes({ ...deps, constants: INTENT }),
    ...accountRoutes(deps),
  };
  mountOperations(app, OPERATIONS, handlers, (operation, handler) =>
    serveOperation(deps, operation, handler),
  );
  app.use('/mcp', serveMcp({ ...deps, handlers, hosts: deps.mcpHosts }, doors));
  app.use((_request, _response, next) => {
    next(nothingHere());
  });
  app.use(noteError);
  app.use(handleError(deps.logger));
  return app;
}

/** Opens the request's record, says what its answer may lack, and measures it. */
function startRequest({ clock, metrics, loading }: AppDeps): RequestHandler {
  return (request, response, next) => {
    const record = openRequest(request, response, clock.now());
    const stopTimer = metrics.requestSeconds.startTimer();
    const incomplete = loading?.() ?? [];
    if (incomplete.length > 0) response.set('X-Signals-Loading', incomplete.join(', '));
    response.once('finish', () => {
      const route = record.route ?? 'other';
      stopTimer({ method: request.method, route, status: String(response.statusCode) });
    });
    next();
  };
}

const noteError: ErrorRequestHandler = (error, _request, response, next) => {
  recordOf(response).error = toAppError(error).code;
  next(error);
};
