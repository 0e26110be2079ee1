/**
 * Settings sent with every request to a server, because its own defaults differ between versions and
 * profiles, or because a cluster would otherwise answer before a write can be read.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import type { AnalystLimits } from '../../process/config.js';
import { analystSettings } from '../analysts/analyst-settings.js';

export const SERVER_SETTINGS: ClickHouseSettings = {
  date_time_input_format: 'best_effort',
  date_time_output_format: 'iso',
  // Quoted until 25.8.
  output_format_json_quote_64bit_integers: 0,
  // On by default since 26.2: an insert would be acknowledged with others and deduplicated with them.
  async_insert: 0,
  // A repeated block would be skipped, and with it the views that failed the first time.
  insert_deduplicate: 0,
  // An exception in the middle of a result is the answer, not its last line.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
  // Statements use FINAL explicitly where they need it.
  final: 0,
  join_use_nulls: 0,
};

/** On a server, its user's grants decide what an analyst may read. */
export function serverSettingsOfAnalyst(limits: AnalystLimits): ClickHouseSettings {
  return {
    date_time_output_format: 'iso',
    output_format_json_quote_64bit_integers: 0,
    cancel_http_readonly_queries_on_client_close: 1,
    ...analystSettings(limits),
    readonly: '1',
  };
}

/**
 * Every read goes to the replica that writes go to, the first one alive, and a write is acknowledged
 * by most replicas: what was acknowledged is read, of two replicas also when one is lost.
 */
export const CLUSTER_SETTINGS: ClickHouseSettings = {
  // Rows are on their shards, in views' tables too, when an insert is acknowledged.
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_timeout: 30_000,
  load_balancing: 'in_order',
  prefer_localhost_replica: 0,
  // A replica that was unavailable is used again when it has caught up.
  max_replica_delay_for_distributed_queries: '1',
  fallback_to_stale_replicas_for_distributed_queries: 0,
  // A subquery is asked once, of all shards, and its result sent to each.
  distributed_product_mode: 'global',
  // An unavailable shard is an error, never an incomplete result.
  skip_unavailable_shards: 0,
  distributed_ddl_task_timeout: '90',
};
