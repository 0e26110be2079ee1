-- What events said about companies, people and job boards; records and signals are derived from the whole set.
-- sharded by cityHash64(source, event_id)
CREATE TABLE IF NOT EXISTS snapshots
(
    source LowCardinality(String) COMMENT 'Feed',
    event_id String COMMENT 'Id within the feed',
    taken_at DateTime64(3, 'UTC') COMMENT 'observed_at; 1970 for events whose versions replace each other',
    kind LowCardinality(String) COMMENT 'company, contact or board',
    identifiers Array(String) COMMENT 'company:<key>; email:, network:; board:<source>/<slug>',
    facts String COMMENT 'What was seen, as JSON' CODEC(ZSTD(1)),
    jobs String COMMENT 'Open jobs of a board, as JSON' CODEC(ZSTD(3)),
    observed_at DateTime64(3, 'UTC') COMMENT 'When it was observed',
    version UInt128 COMMENT 'Orders versions: observed_at, content hash, time of writing'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (source, event_id, taken_at)
SETTINGS index_granularity = 64
COMMENT 'Snapshots by observation; read with FINAL';

-- filled in place
CREATE TABLE IF NOT EXISTS snapshot_identifiers
(
    identifier String COMMENT 'As in snapshots.identifiers',
    source LowCardinality(String) COMMENT 'Feed',
    event_id String COMMENT 'Id within the feed',
    taken_at DateTime64(3, 'UTC') COMMENT 'As in snapshots'
)
ENGINE = ReplacingMergeTree
ORDER BY (identifier, source, event_id, taken_at)
SETTINGS index_granularity = 256
COMMENT 'Finds snapshots by identifier; snapshots.identifiers decides; filled from snapshots';

CREATE MATERIALIZED VIEW IF NOT EXISTS snapshot_identifiers_feed TO snapshot_identifiers AS
SELECT arrayJoin(identifiers) AS identifier, source, event_id, taken_at FROM snapshots;
