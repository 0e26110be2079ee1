/** Prometheus metrics of the API process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

interface QueueDepths {
  /** Returns the number of texts that wait to be embedded. */
  embedding(): number;
  /** Returns the number of log rows that wait to be written. */
  logs(): number;
  /** Returns the number of log rows that were lost because the queue was full. */
  lostLogs(): number;
}

/**
 * Milliseconds between two samples of the event loop. The metrics `nodejs_eventloop_lag_*` include
 * one such interval, so a short one keeps them close to the true delay. With 2 ms, an idle process
 * takes 3 % of a core, with 5 ms 1 %.
 */
const EVENT_LOOP_TICK_MS = 5;

export function createApiMetrics(queues: QueueDepths) {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_TICK_MS,
  });
  const addGauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  addGauge('signals_embedding_queue_texts', 'Texts waiting to be embedded', queues.embedding);
  addGauge('signals_log_queue_rows', 'Log rows waiting to be written', queues.logs);
  addGauge('signals_log_rows_lost', 'Log rows lost because the queue was full', queues.lostLogs);
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'signals_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      registers: [registry],
    }),
    creditsCharged: new Counter({
      name: 'signals_credits_charged_total',
      help: 'Credits charged',
      labelNames: ['route'],
      registers: [registry],
    }),
    rateLimited: new Counter({
      name: 'signals_rate_limited_total',
      help: 'Requests rejected by the rate limit',
      registers: [registry],
    }),
  };
}
