-- Which process decides and writes what follows from its events: one at a time.
-- sharded by cityHash64(process)
CREATE TABLE IF NOT EXISTS ingest_turns
(
    process UUID COMMENT 'The process, by an id of its own',
    place String COMMENT 'Machine and process namespace, where process ids are unique',
    pid UInt32 COMMENT 'Process id at its place',
    state LowCardinality(String) COMMENT 'idle, waiting, or writing: it writes, or is about to when nobody else does',
    asked UInt64 COMMENT 'When it asked for its turn, microseconds since the epoch; the earliest goes first',
    stored_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'By the clock of the server; renewed while the process lives',
    version UInt64 COMMENT 'Microseconds since the epoch, later than all that the process has written'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY process
TTL toDateTime(stored_at) + INTERVAL 7 DAY
COMMENT 'Whose turn it is to ingest; read with FINAL';
