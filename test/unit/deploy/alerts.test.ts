/** The alerts for Prometheus use metrics that the service has, and say what to do. */
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createApiMetrics } from '../../../api/monitoring/metrics.js';
import { addFolderMetrics } from '../../../cli/compose/folder-metrics.js';
import { createIngestMetrics } from '../../../ingest/outcomes/ingest-metrics.js';
import { readDeployFile } from '../../helpers/deploy/environment.js';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const { groups }: { groups: { name: string; rules: Rule[] }[] } = parse(
  readDeployFile('prometheus/alerts.yml'),
);
const rules = groups.flatMap((group) => group.rules);
const metricNames = namesOfMetrics();

function namesOfMetrics(): string[] {
  const none = () => 0;
  const { registry } = createApiMetrics({ embedding: none, logs: none, lostLogs: none });
  const ofIngest = new Registry();
  createIngestMetrics(ofIngest);
  addFolderMetrics(ofIngest, { dataDir: '/', spoolDir: '/', clickhouse: { url: undefined } });
  return [registry, ofIngest].flatMap((each) =>
    each.getMetricsAsArray().map((metric) => metric.name),
  );
}

it.each(rules)('the alert $alert is about a metric of the service', ({ expr }) => {
  const used = expr.match(/\b(up(?=\{)|(signals|nodejs)_\w+)/g) ?? [];
  expect(used.length).toBeGreaterThan(0);
  for (const name of used) {
    const metric = name.replace(/_(bucket|count|sum)$/, '');
    if (metric !== 'up') expect(metricNames).toContain(metric);
  }
});

it.each(rules)('the alert $alert says what is wrong', ({ labels, annotations }) => {
  expect(['critical', 'warning']).toContain(labels.severity);
  expect(annotations.summary).toMatch(/^[A-Z]/);
  expect(annotations.description).toMatch(/\.$/);
});

it('every alert has a name of its own', () => {
  const names = rules.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
});
