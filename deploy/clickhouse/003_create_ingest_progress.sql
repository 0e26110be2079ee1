-- What has been ingested: the newest version of every event, and how far each file has been read.
-- sharded by cityHash64(source, event_id)
CREATE TABLE IF NOT EXISTS events
(
    source LowCardinality(String) COMMENT 'Feed',
    event_id String COMMENT 'Id within the feed',
    kind LowCardinality(String) COMMENT 'Event kind',
    observed_at DateTime64(3, 'UTC') COMMENT 'When this version was observed',
    payload_hash String COMMENT 'SHA-256 of the canonical payload, hexadecimal',
    signal_ids Array(UUID) COMMENT 'Signals of this version',
    decision String COMMENT 'Subtype decided for a story without tag, kept on replay; else empty',
    version UInt128 COMMENT 'Orders versions: observed_at, content hash, time of writing'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (source, event_id)
SETTINGS index_granularity = 256
COMMENT 'Newest version of each event; read with FINAL';

-- sharded by cityHash64(file_key)
CREATE TABLE IF NOT EXISTS file_progress
(
    file_key String COMMENT 'SHA-256 of path, size, modification time and source',
    lines UInt64 COMMENT 'Lines that are in the stores',
    tallies String COMMENT 'Counts so far, as JSON',
    ended UInt8 COMMENT '1 when the file was read to its end',
    version UInt64 COMMENT 'Microseconds since the epoch'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY file_key
COMMENT 'How far files were loaded; read with FINAL';

-- sharded by cityHash64(fact)
CREATE TABLE IF NOT EXISTS service_facts
(
    fact String COMMENT 'Name',
    value String COMMENT 'Value',
    version UInt64 COMMENT 'Microseconds since the epoch'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY fact
COMMENT 'Facts about the stored data: the embedding model, the demo data''s day; read with FINAL';
