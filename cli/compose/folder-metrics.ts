/** Prometheus metrics of the folders of a process: the room on the disk, and the files that wait. */
import { Gauge, type Registry } from 'prom-client';
import { entriesIn } from '../../ingest/sources/spool-folders.js';
import { freeBytes } from '../../shared/platform/clickhouse/engine/disk-room.js';
import type { Config } from '../../shared/platform/process/config.js';

interface Folders extends Pick<Config, 'dataDir' | 'spoolDir'> {
  clickhouse: Pick<Config['clickhouse'], 'url'>;
}

export function addFolderMetrics(registry: Registry, config: Folders): void {
  const { dataDir, spoolDir, clickhouse } = config;
  // With a ClickHouse server, the disk may be small, because its data is elsewhere.
  if (clickhouse.url === undefined) {
    addGauge(registry, {
      name: 'signals_data_free_bytes',
      help: 'Free bytes on the disk of the data folder',
      value: () => freeBytes(dataDir),
    });
  }
  addGauge(registry, {
    name: 'signals_spool_files',
    help: 'Files in the spool folder that are not loaded completely',
    value: () => entriesIn(spoolDir).files.length,
  });
}

interface GaugeOptions {
  name: string;
  help: string;
  /** Returns the value. If it throws, because there is no such folder, there is no value. */
  value: () => number;
}

function addGauge(registry: Registry, { name, help, value }: GaugeOptions): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      try {
        this.set(value());
      } catch {
        this.remove();
      }
    },
  });
}
