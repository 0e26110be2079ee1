-- What has been ingested: events, files, what is derived from several events, and whose turn it is.
-- A row that arrives after its process lost the turn to write would hide what others wrote meanwhile.
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
    version UInt128 COMMENT 'Orders versions: observed_at, content hash, time of writing',
    store_until DateTime64(3, 'UTC') DEFAULT '2299-12-31 00:00:00' COMMENT 'Refused when it arrives later, by the clock of the server',
    CONSTRAINT in_time CHECK now64(3) <= store_until
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
    version UInt128 COMMENT 'Orders versions: observed_at, content hash, time of writing',
    store_until DateTime64(3, 'UTC') DEFAULT '2299-12-31 00:00:00' COMMENT 'Refused when it arrives later, by the clock of the server',
    CONSTRAINT in_time CHECK now64(3) <= store_until
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

-- Stories of the press, each as it came; a group of one story in several papers is one signal.
-- sharded by cityHash64(story_id)
CREATE TABLE IF NOT EXISTS stories
(
    story_id UUID COMMENT 'Signal id of the story by itself',
    group_id UUID COMMENT 'Signal that shows it; its own id when it stands alone or came first',
    company_key String COMMENT 'Company of the story, as in signals',
    subtype_key LowCardinality(String) COMMENT 'Subtype of the story, as in signals',
    title_key String COMMENT 'Headline as headlines are compared',
    cluster_key String COMMENT 'title_key of the stories that tell the same',
    published_at DateTime64(3, 'UTC') COMMENT 'detected_at of the story by itself',
    arrival UInt64 COMMENT 'When it first came, microseconds since the epoch',
    record String COMMENT 'The signal it is by itself, as JSON' CODEC(ZSTD(1)),
    identifiers Array(String) COMMENT 'What its event said about companies, prefixed by kind',
    embedding_base64 String EPHEMERAL '' COMMENT 'Insert only: little-endian float32 values',
    embedding Array(Float32) DEFAULT reinterpret(base64Decode(embedding_base64), 'Array(Float32)')
        COMMENT 'Unit vector of the summary' CODEC(NONE),
    version UInt128 COMMENT 'Orders versions: observed_at, content hash, time of writing'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY story_id
SETTINGS index_granularity = 256
COMMENT 'Stories of the press by themselves; read with FINAL';

-- filled in place
CREATE TABLE IF NOT EXISTS story_places
(
    company_key String COMMENT 'As in stories',
    subtype_key LowCardinality(String) COMMENT 'As in stories',
    published_at DateTime64(3, 'UTC') COMMENT 'As in stories',
    story_id UUID COMMENT 'Story that stands or stood there; stories decides',
    title_key String COMMENT 'As in stories',
    cluster_key String COMMENT 'As in stories'
)
ENGINE = ReplacingMergeTree
ORDER BY (company_key, subtype_key, published_at, story_id, title_key, cluster_key)
SETTINGS index_granularity = 256
COMMENT 'Finds the stories about a company; filled from stories';

CREATE MATERIALIZED VIEW IF NOT EXISTS story_places_feed TO story_places AS
SELECT company_key, subtype_key, published_at, story_id, title_key, cluster_key FROM stories;

CREATE MATERIALIZED VIEW IF NOT EXISTS signal_references_from_stories TO signal_references AS
SELECT arrayJoin(identifiers) AS identifier, story_id AS signal_id, version FROM stories;

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
