/**
 * Settings that are sent with every request to a server, because its defaults differ between
 * versions and profiles, or because a cluster would otherwise answer before a write can be read.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import type { AnalystLimits } from '../../process/config.js';
import { analystSettings } from '../analysts/analyst-settings.js';

export const SERVER_SETTINGS: ClickHouseSettings = {
  date_time_input_format: 'best_effort',
  date_time_output_format: 'iso',
  // Servers before 25.8 quote these integers by default.
  output_format_json_quote_64bit_integers: 0,
  // Rows that withdraw another one leave out columns.
  input_format_null_as_default: 1,
  // On by default since 26.2: inserts would be acknowledged and deduplicated together.
  async_insert: 0,
  // With deduplication, a repeated block is skipped, and so are the views that failed at first.
  insert_deduplicate: 0,
  // An exception in the middle of a result then becomes the answer, not its last line.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
  // Statements use FINAL explicitly where they need it.
  final: 0,
  join_use_nulls: 0,
};

/** Settings for analysts. On a server, the grants of its user decide what an analyst may read. */
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
 * Settings for a cluster. Every read goes to the replica that writes go to, the first one alive,
 * and a write is acknowledged by most replicas. So acknowledged writes can be read; of two
 * replicas, also if one is lost.
 */
export const CLUSTER_SETTINGS: ClickHouseSettings = {
  // When an insert is acknowledged, its rows are on their shards, also in the tables of views.
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_timeout: 30_000,
  load_balancing: 'in_order',
  prefer_localhost_replica: 0,
  // A replica that was unavailable is used again when it has caught up.
  max_replica_delay_for_distributed_queries: '1',
  fallback_to_stale_replicas_for_distributed_queries: 0,
  // A subquery runs once, on all shards, and its result is sent to each of them.
  distributed_product_mode: 'global',
  // An unavailable shard is an error, never an incomplete result.
  skip_unavailable_shards: 0,
  distributed_ddl_task_timeout: '90',
};
