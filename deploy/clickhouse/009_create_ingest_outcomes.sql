-- What became of the lines that were read, batch by batch, and the rejected lines themselves.
-- sharded by cityHash64(origin_name, run)
CREATE TABLE IF NOT EXISTS ingest_outcomes
(
    origin_kind LowCardinality(String) COMMENT 'file, topic, or stream for standard input',
    origin_name String COMMENT 'Name of the file or of the topic',
    topic_partition Int32 COMMENT 'Partition of the topic, -1 for others',
    run String COMMENT 'Tells loads of one file apart; empty for topics',
    first_position UInt64 COMMENT 'Line (from 1) or offset at which the batch begins',
    next_position UInt64 COMMENT 'Line or offset after the batch',
    lag Nullable(UInt64) COMMENT 'Messages of the partition behind the batch, NULL if it is not a topic',
    feeds Array(Tuple(feed String, accepted UInt64, duplicates UInt64, ignored UInt64, rejected UInt64)) COMMENT 'Lines of the batch by feed and outcome; the feed is empty for lines that name none',
    accepted_positions Array(UInt64) COMMENT 'Lines or offsets of accepted events: they stay accepted if the batch is repeated' CODEC(Delta, ZSTD(1)),
    written_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When the batch was written, by the clock of the server',
    version UInt64 DEFAULT toUnixTimestamp64Micro(now64(6)) COMMENT 'Given by the server: of a repeated batch the last row counts'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (origin_kind, origin_name, topic_partition, run, first_position)
SETTINGS index_granularity = 256
COMMENT 'Outcomes of lines by batch; read with FINAL';

-- sharded by cityHash64(rejected_id)
CREATE TABLE IF NOT EXISTS rejected_events
(
    rejected_id UUID COMMENT 'Made from the origin, its run and the position, so that a repeat counts once',
    origin_kind LowCardinality(String) COMMENT 'As in ingest_outcomes',
    origin_name String COMMENT 'As in ingest_outcomes',
    topic_partition Int32 COMMENT 'As in ingest_outcomes',
    position UInt64 COMMENT 'Line (from 1) or offset',
    feed LowCardinality(String) COMMENT 'Feed, empty if the line names none that exists',
    code LowCardinality(String) COMMENT 'Code of the reason',
    message String COMMENT 'What is wrong and what to do' CODEC(ZSTD(3)),
    field String COMMENT 'Path of the field, empty for the whole line',
    line String COMMENT 'The line, at most 2,000 characters of it' CODEC(ZSTD(3)),
    line_bytes UInt64 COMMENT 'Length of the whole line in bytes',
    rejected_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When its batch was written, by the clock of the server'
)
ENGINE = ReplacingMergeTree
ORDER BY rejected_id
TTL toDateTime(rejected_at) + INTERVAL 90 DAY
SETTINGS index_granularity = 256
COMMENT 'Rejected lines of the last 90 days; read with FINAL';
