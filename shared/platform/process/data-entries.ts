/** Names that the service creates in its data folder; anything else there belongs to others. */
export const DATA_ENTRIES = [
  'clickhouse',
  'clickhouse.json',
  'clickhouse.lock',
  'clickhouse.xml',
  'feeds',
  'journals',
  'ranking',
  'rejected',
  'spool',
];
