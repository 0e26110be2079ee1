/** The HTTP application: its middleware, in the order in which it runs, and all operations. */
import { join } from 'node:path';
import type { Express, RequestHandler } from 'express';
import type { Prices } from '../shared/domain/billing/prices.js';
import { packageRoot } from '../shared/domain/package-root.js';
import type { Logger } from '../shared/domain/ports/logger.js';
import type { HitCounter, RateWindow } from '../shared/domain/ports/rate-window.js';
import type { RequestLogSink } from '../shared/domain/ports/request-log.js';
import { authenticate } from './callers/authenticate.js';
import { createRefuseAdmin, createWrongKeys } from './callers/credentials.js';
import { limitRate } from './callers/limit-rate.js';
import { consoleRouter } from './console/console-router.js';
import { docsRouter } from './docs/docs-router.js';
import { createExpressApp } from './http/create-express-app.js';
import { handleError, rejectPath } from './http/handle-error.js';
import { openContext } from './http/request-context.js';
import { serveMcp } from './mcp/serve-mcp.js';
import type { ApiMetrics } from './monitoring/metrics.js';
import { mountMonitoring } from './monitoring/monitoring-routes.js';
import { mountOperations } from './operations/mount-operations.js';
import { holdBodyFaults } from './request/hold-body-faults.js';
import { logRequests } from './request/log-requests.js';
import { readBody } from './request/read-body.js';
import { serveAdmin } from './request/serve-admin.js';
import { loadBalance, serveOperation } from './request/serve-operation.js';
import type { Services } from './services/services.js';
import { type AppRankingDeps, createAppRanking } from './signals/ranking/app-ranking.js';
import { OPERATIONS, routeOf } from './table/operations.js';

type AppDeps = AppRankingDeps & Omit<Services, 'ranking'> & HttpDeps;

/** What is needed in addition to the services of the operations and of ranking. */
interface HttpDeps {
  requestLog: RequestLogSink;
  rateWindow: RateWindow;
  /** Counts requests with a wrong key by client address. */
  wrongKeyHits: HitCounter;
  prices: Prices;
  logger: Logger;
  metrics: ApiMetrics;
  /** The number of proxies whose `X-Forwarded-For` header is trusted. */
  trustProxy: number;
  /** The operators' secret. If it is `undefined`, the admin endpoints do not exist. */
  adminKey: string | undefined;
  /** The host names that agents may use to reach the service, in addition to loopback names. */
  mcpHosts: readonly string[];
}

export function createApp(appDeps: AppDeps): Express {
  const deps = { ...appDeps, ranking: createAppRanking(appDeps) };
  const app = createExpressApp();
  app.set('trust proxy', deps.trustProxy);
  app.use(startRequest(deps));
  mountMonitoring(app, { ...deps, registry: deps.metrics.registry });
  const wrongKeys = createWrongKeys(deps.clock, deps.wrongKeyHits);
  const refuseAdmin = createRefuseAdmin(wrongKeys.refuse, deps.logger);
  app.use(docsRouter(deps.adminKey, refuseAdmin));
  app.use(consoleRouter(join(packageRoot(), 'dist/console')));
  const bodyReader = readBody();
  app.use(serveAdmin(deps, refuseAdmin, bodyReader));
  // REST and MCP share these, so that a caller has one rate limit and one balance for both.
  const middleware = {
    authenticate: authenticate(deps.accounts, deps.clock, wrongKeys),
    limitRate: limitRate(deps.rateWindow, deps.clock, () => deps.metrics.rateLimited.inc()),
    loadBalance: loadBalance(deps.meter),
    readBody: bodyReader,
  };
  app.use('/v1', [
    middleware.authenticate,
    logRequests(deps.requestLog, deps.clock, 'api'),
    middleware.loadBalance,
    middleware.limitRate,
    holdBodyFaults(bodyReader),
  ]);
  mountOperations(app, OPERATIONS, (each) => serveOperation(deps, each));
  app.all('/mcp', serveMcp({ ...deps, hosts: deps.mcpHosts }, middleware));
  app.use(rejectPath);
  app.use(handleError(deps.logger));
  return app;
}

/**
 * Opens the context of the request, names in a header the data that is still being loaded, and
 * measures the time until the response is sent.
 */
function startRequest({ clock, metrics, loading }: AppDeps): RequestHandler {
  return (request, response, next) => {
    const context = openContext(request, response, clock.now());
    context.route = routeOf(request.method, request.path);
    const stopTimer = metrics.requestSeconds.startTimer();
    const incomplete = loading();
    if (incomplete.length > 0) response.set('X-Signals-Loading', incomplete.join(', '));
    response.once('finish', () => {
      const route = context.route ?? 'other';
      stopTimer({ method: request.method, route, status: String(response.statusCode) });
    });
    next();
  };
}
