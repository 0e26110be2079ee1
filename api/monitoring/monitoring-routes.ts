/**
 * Serves the monitoring endpoints: liveness, readiness and metrics. They are the same in every
 * process with a port. A process without an API gets an application with only these endpoints.
 */
import express, { type Express, type IRouter } from 'express';
import type { Registry } from 'prom-client';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { exactPaths } from '../http/exact-paths.js';
import { handleError } from '../http/handle-error.js';
import { pathNotFound } from '../http/path-not-found.js';
import { openRequest } from '../http/request-context.js';
import { getOnly } from '../operations/mount-operations.js';
import { type HealthCheck, live, ready } from './health.js';

interface Watched {
  registry: Registry;
  health: readonly HealthCheck[];
  /** Returns the names of data that is still being loaded, such as `demo`. May be absent. */
  loading?: () => readonly string[];
}

/** Metrics are collected at most this often, however many clients read them. */
const METRICS_KEPT_MS = 1_000;

export function mountMonitoring(router: IRouter, { registry, health, loading }: Watched): void {
  getOnly(router, '/health/live', live());
  getOnly(router, '/health/ready', ready(health, loading));
  const metrics = cacheResultFor(METRICS_KEPT_MS, () => registry.metrics());
  getOnly(router, '/metrics', async (_request, response) => {
    response.set('Content-Type', registry.contentType).send(await metrics());
  });
}

/** Calls `make` once at a time and keeps its result for `keptMs`. Failures are not kept. */
function cacheResultFor<T>(keptMs: number, make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    if (kept) return kept;
    const made = make();
    kept = made;
    const forget = () => {
      kept = undefined;
    };
    made.then(() => setTimeout(forget, keptMs).unref(), forget);
    return made;
  };
}

/** Creates the application of a process without an API. */
export function createWatchApp(watched: Watched, logger: Logger): Express {
  const app = exactPaths(express());
  app.use((request, response, next) => {
    openRequest(request, response, systemClock.now());
    next();
  });
  mountMonitoring(app, watched);
  app.use((_request, _response, next) => {
    next(pathNotFound());
  });
  app.use(handleError(logger));
  return app;
}
