/** Prometheus metrics of the API process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface ApiMetrics {
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  creditsCharged: Counter<'route'>;
  rateLimited: Counter;
  stop(): void;
}

export interface QueueDepths {
  /** Texts that wait to be embedded. */
  embedding(): number;
  /** Rows that wait to be written. */
  logs(): number;
}

const RESOLUTION_MS = 10;
const QUANTILES = [0.5, 0.99, 1];

export function createApiMetrics(queues: QueueDepths): ApiMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  new Gauge({
    name: 'signals_event_loop_delay_seconds',
    help: 'How late timers fire in the API process since the last scrape',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of QUANTILES) {
        // The histogram holds the time between two ticks, the tick itself included.
        const late = Math.max(0, delay.percentile(quantile * 100) / 1e6 - RESOLUTION_MS);
        this.set({ quantile: String(quantile) }, late / 1_000);
      }
      delay.reset();
    },
  });
  depthGauge(
    registry,
    'signals_embedding_queue_texts',
    'Texts that wait to be embedded',
    queues.embedding,
  );
  depthGauge(registry, 'signals_log_queue_rows', 'Log rows that wait to be written', queues.logs);
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'signals_request_duration_seconds',
      help: 'Time from arrival to the end of the answer',
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
      help: 'Requests refused by the rate limit',
      registers: [registry],
    }),
    stop: () => delay.disable(),
  };
}

function depthGauge(registry: Registry, name: string, help: string, depth: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(depth());
    },
  });
}
