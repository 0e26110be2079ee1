/** Prometheus metrics of ingest. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Tally } from './tally.js';

export type IngestMetrics = ReturnType<typeof createIngestMetrics>;

const OUTCOMES = ['accepted', 'duplicates', 'ignored', 'rejected'] as const;

export function createIngestMetrics(registry: Registry) {
  const events = new Counter({
    name: 'signals_ingest_events_total',
    help: 'Events read, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const signals = new Counter({
    name: 'signals_ingest_signals_total',
    help: 'Signals written',
    registers: [registry],
  });
  const batch = new Histogram({
    name: 'signals_ingest_batch_events',
    help: 'Number of events per written batch',
    buckets: [1, 4, 16, 64, 256, 1_024],
    registers: [registry],
  });
  return {
    lag: new Gauge({
      name: 'signals_ingest_lag_messages',
      help: 'Messages of a partition of this process that are not yet written; no value while the broker does not answer',
      labelNames: ['topic', 'partition'],
      registers: [registry],
    }),
    waiting: new Gauge({
      name: 'signals_ingest_waiting',
      help: '1 while ingest waits for a store',
      registers: [registry],
    }),
    count(tally: Tally): void {
      for (const outcome of OUTCOMES) events.inc({ outcome }, tally[outcome]);
      signals.inc(tally.signals);
      batch.observe(tally.read);
    },
  };
}
