/**
 * Serves the monitoring endpoints: liveness, readiness and metrics. They are the same in every
 * process with a port. A process without an API gets an application with only these endpoints.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Express, IRouter } from 'express';
import type { Registry } from 'prom-client';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { createExpressApp } from '../http/create-express-app.js';
import { handleError, rejectPath } from '../http/handle-error.js';
import { openContext } from '../http/request-context.js';
import { mountGet } from '../operations/mount-operations.js';
import { type HealthCheck, serveLiveness, serveReadiness } from './health.js';

interface MonitoringDeps {
  registry: Registry;
  health: readonly HealthCheck[];
  /** Returns the names of data that is still being loaded, such as `demo`. May be absent. */
  loading?: () => readonly string[];
}

export function mountMonitoring(
  router: IRouter,
  { registry, health, loading }: MonitoringDeps,
): void {
  mountGet(router, '/health/live', serveLiveness);
  mountGet(router, '/health/ready', serveReadiness(health, loading));
  const readMetrics = sharedInTurn(() => registry.metrics());
  mountGet(router, '/metrics', async (_request, response) => {
    response.set('Content-Type', registry.contentType).send(await readMetrics());
  });
}

/**
 * Requests of one turn of the event loop share a text, which takes some milliseconds: otherwise a
 * hundred at once would hold up every other request for half a second in each turn.
 */
export function sharedInTurn(read: () => Promise<string>): () => Promise<string> {
  let shared: Promise<string> | undefined;
  return () => {
    shared ??= nextTurn().then(() => {
      shared = undefined;
      return read();
    });
    return shared;
  };
}

/** Creates the application of a process without an API. */
export function createMonitoringApp(deps: MonitoringDeps, logger: Logger): Express {
  const app = createExpressApp();
  app.use((request, response, next) => {
    openContext(request, response, systemClock.now());
    next();
  });
  mountMonitoring(app, deps);
  app.use(rejectPath);
  app.use(handleError(logger));
  return app;
}
