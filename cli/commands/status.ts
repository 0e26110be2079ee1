/** `signals status`: where the data is, what is in it, how to connect to it. */
import type { Command } from 'commander';
import { readServer } from '../../shared/clickhouse/folder.js';
import { createClickHouseProgressStore } from '../../shared/stores/clickhouse-progress-store.js';
import { show, table, withRuntime } from '../runtime.js';

export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('health, counts, versions, and how to connect a SQL client')
    .option('--json', 'print one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('status', async ({ clickhouse, config, open }) => {
        const started = performance.now();
        const [counts, versions, model] = await Promise.all([
          clickhouse.rows<Record<string, number>>(COUNTS),
          clickhouse.rows<{ version: string; migrations: number }>(VERSIONS),
          createClickHouseProgressStore(clickhouse).fact('embedding_model'),
        ]);
        const server = open.role() === 'server' ? null : readServer(config.dataDir);
        const document = {
          status: 'ok',
          data_dir: config.dataDir,
          clickhouse: {
            role: open.role(),
            url: server?.url ?? config.clickhouse.url ?? null,
            served_by: server ? { pid: server.pid, command: server.command } : null,
            analyst: server ? server.analyst : null,
            version: versions[0]?.version ?? null,
            latency_ms: Math.round(performance.now() - started),
          },
          counts: counts[0] ?? {},
          embedding_model: model,
          migrations: versions[0]?.migrations ?? 0,
          versions: { node: process.version },
        };
        show(options.json === true, document, () =>
          table([
            ['data folder', config.dataDir],
            ['ClickHouse', `${versions[0]?.version} at ${document.clickhouse.url ?? '(embedded)'}`],
            ['analyst', server ? `${server.analyst.user} / ${server.analyst.password}` : '—'],
            ...Object.entries(document.counts).map(([name, value]) => [name, String(value)]),
            ['embedding model', model ?? 'none yet'],
            ['Node.js', process.version],
          ]),
        );
      });
    });
}

const COUNTS = `SELECT
  (SELECT count() FROM signals_by_time FINAL) AS signals,
  (SELECT count() FROM companies FINAL) AS companies,
  (SELECT count() FROM contacts FINAL) AS contacts,
  (SELECT count() FROM events FINAL) AS events,
  (SELECT count() FROM accounts FINAL) AS accounts,
  (SELECT count() FROM file_progress FINAL WHERE ended = 0) AS unfinished_files`;

const VERSIONS = `SELECT version() AS version,
  (SELECT count() FROM schema_migrations FINAL) AS migrations`;
