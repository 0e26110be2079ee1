-- Work that one process at a time may do, and which process does it.
-- sharded by cityHash64(lease)
CREATE TABLE IF NOT EXISTS leases
(
    lease String COMMENT 'What is held: credits',
    holder UUID COMMENT 'The process, by an id of its own',
    host String COMMENT 'Host of the process',
    pid UInt32 COMMENT 'Process id on its host',
    command LowCardinality(String) COMMENT 'What the process runs',
    expires_at DateTime64(3, 'UTC') COMMENT 'From then on it is free; renewed while the process lives',
    version UInt64 COMMENT 'Microseconds since the epoch'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY lease
COMMENT 'Who holds what; read with FINAL';
