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
