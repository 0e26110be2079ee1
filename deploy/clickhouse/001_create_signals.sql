-- The truth about signals: one row per signal, newest version wins, sorted for company timelines.
-- A row with is_deleted = 1 withdraws the row under the same key; FINAL hides both.
-- sharded by cityHash64(company_key)
CREATE TABLE IF NOT EXISTS signals
(
    signal_id UUID COMMENT 'UUIDv5 of source, event id and what tells the event''s signals apart',
    signal_type LowCardinality(String) COMMENT 'Type slug, for instance news or sec-8k',
    signal_subtype LowCardinality(String) COMMENT 'Subtype within the type',
    signal_name LowCardinality(String) COMMENT 'Human-readable name of the subtype',
    detected_at DateTime64(3, 'UTC') COMMENT 'When the signal happened or was published, UTC',
    association LowCardinality(String) COMMENT 'company or contact',
    company_domain String COMMENT 'Today''s domain of the company, empty when unknown',
    company_name String COMMENT 'Today''s name of the company',
    company_network_url String COMMENT 'Company profile URL without scheme, empty when unknown',
    industries Array(LowCardinality(String)) COMMENT 'Today''s industries of the company',
    employee_count_low Nullable(Int64) COMMENT 'Lower bound of the head count, NULL when unknown',
    employee_count_high Nullable(Int64) COMMENT 'Upper bound of the head count, NULL when unknown',
    contact_email String COMMENT 'Today''s e-mail of the person, empty for company signals',
    contact_network_url String COMMENT 'Profile URL of the person, empty when unknown',
    contact_name String COMMENT 'Name of the person, empty when unknown',
    contact_title String COMMENT 'Today''s job title of the person, empty when unknown',
    summary String COMMENT 'One sentence; the text that is embedded' CODEC(ZSTD(1)),
    data String COMMENT 'Signal-specific fields as a JSON object' CODEC(ZSTD(1)),
    source LowCardinality(String) COMMENT 'Feed the event came from',
    event_id String COMMENT 'Id of the event within its source',
    observed_at DateTime64(3, 'UTC') COMMENT 'When the event was observed; the newest version wins',
    company_key String COMMENT 'Links to companies: the domain, or name:<normalised name>',
    contact_key String COMMENT 'Links to contacts; empty for company signals',
    type_key LowCardinality(String) COMMENT 'signal_type folded for comparison',
    subtype_key LowCardinality(String) COMMENT 'signal_subtype folded for comparison',
    industry_keys Array(LowCardinality(String)) COMMENT 'industries folded for comparison',
    reference String COMMENT 'What the event said about company and person, as JSON' CODEC(ZSTD(1)),
    identifiers Array(String) COMMENT 'Identifiers in reference, prefixed by their kind',
    embedding_model LowCardinality(String) COMMENT 'Model that made the embedding',
    embedding_base64 String EPHEMERAL '' COMMENT 'Insert only: little-endian float32 values',
    embedding Array(Float32) DEFAULT reinterpret(base64Decode(embedding_base64), 'Array(Float32)')
        COMMENT 'Unit vector of summary' CODEC(NONE),
    version UInt128 COMMENT 'Orders versions: observed_at, content hash, time of writing',
    is_deleted UInt8 DEFAULT 0 COMMENT '1 withdraws the row under this key'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (company_key, detected_at, signal_id)
SETTINGS index_granularity = 256
COMMENT 'Signals; read with FINAL or through signals_current';

-- sharded by cityHash64(signal_id)
CREATE TABLE IF NOT EXISTS signal_keys
(
    signal_id UUID COMMENT 'Signal',
    company_key String COMMENT 'Where its current row stands in signals',
    detected_at DateTime64(3, 'UTC') COMMENT 'Where its current row stands in signals',
    type_key LowCardinality(String) COMMENT 'Where its current row stands in signals_by_type',
    contact_key String COMMENT 'Where its current row stands in signals_by_contact',
    version UInt128 COMMENT 'As in signals',
    is_deleted UInt8 COMMENT '1 when the signal was withdrawn'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY signal_id
SETTINGS index_granularity = 256
COMMENT 'Finds a signal by its id; filled from signals';

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS signal_keys_feed TO signal_keys AS
SELECT signal_id, company_key, detected_at, type_key, contact_key, version, is_deleted FROM signals;

-- filled in place
CREATE TABLE IF NOT EXISTS signals_by_time
(
    signal_id UUID COMMENT 'Signal',
    detected_at DateTime64(3, 'UTC') COMMENT 'As in signals',
    signal_type LowCardinality(String) COMMENT 'As in signals',
    signal_subtype LowCardinality(String) COMMENT 'As in signals',
    association LowCardinality(String) COMMENT 'As in signals',
    company_key String COMMENT 'As in signals',
    contact_key String COMMENT 'As in signals',
    contact_email String COMMENT 'As in signals',
    contact_network_url String COMMENT 'As in signals',
    type_key LowCardinality(String) COMMENT 'As in signals',
    subtype_key LowCardinality(String) COMMENT 'As in signals',
    industry_keys Array(LowCardinality(String)) COMMENT 'As in signals',
    employee_count_low Nullable(Int64) COMMENT 'As in signals',
    employee_count_high Nullable(Int64) COMMENT 'As in signals',
    version UInt128 COMMENT 'As in signals',
    is_deleted UInt8 COMMENT 'As in signals'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (detected_at, signal_id)
SETTINGS index_granularity = 1024
COMMENT 'What filters need, newest signals together; filled from signals';

CREATE MATERIALIZED VIEW IF NOT EXISTS signals_by_time_feed TO signals_by_time AS
SELECT signal_id, detected_at, signal_type, signal_subtype, association, company_key, contact_key,
    contact_email, contact_network_url, type_key, subtype_key, industry_keys,
    employee_count_low, employee_count_high, version, is_deleted
FROM signals;

-- filled in place
CREATE TABLE IF NOT EXISTS signals_by_type
(
    signal_id UUID COMMENT 'Signal',
    detected_at DateTime64(3, 'UTC') COMMENT 'As in signals',
    signal_type LowCardinality(String) COMMENT 'As in signals',
    signal_subtype LowCardinality(String) COMMENT 'As in signals',
    association LowCardinality(String) COMMENT 'As in signals',
    company_key String COMMENT 'As in signals',
    contact_key String COMMENT 'As in signals',
    contact_email String COMMENT 'As in signals',
    contact_network_url String COMMENT 'As in signals',
    type_key LowCardinality(String) COMMENT 'As in signals',
    subtype_key LowCardinality(String) COMMENT 'As in signals',
    industry_keys Array(LowCardinality(String)) COMMENT 'As in signals',
    employee_count_low Nullable(Int64) COMMENT 'As in signals',
    employee_count_high Nullable(Int64) COMMENT 'As in signals',
    embedding Array(Float32) COMMENT 'As in signals' CODEC(NONE),
    version UInt128 COMMENT 'As in signals',
    is_deleted UInt8 COMMENT 'As in signals'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (type_key, detected_at, signal_id)
SETTINGS index_granularity = 256
COMMENT 'What filters need and the vectors, one type together; filled from signals';

CREATE MATERIALIZED VIEW IF NOT EXISTS signals_by_type_feed TO signals_by_type AS
SELECT signal_id, detected_at, signal_type, signal_subtype, association, company_key, contact_key,
    contact_email, contact_network_url, type_key, subtype_key, industry_keys,
    employee_count_low, employee_count_high, embedding, version, is_deleted
FROM signals;

-- filled in place
CREATE TABLE IF NOT EXISTS signals_by_contact
(
    contact_key String COMMENT 'As in signals',
    detected_at DateTime64(3, 'UTC') COMMENT 'As in signals',
    signal_id UUID COMMENT 'Signal',
    signal_type LowCardinality(String) COMMENT 'As in signals',
    signal_subtype LowCardinality(String) COMMENT 'As in signals',
    association LowCardinality(String) COMMENT 'As in signals',
    company_key String COMMENT 'As in signals',
    contact_email String COMMENT 'As in signals',
    contact_network_url String COMMENT 'As in signals',
    type_key LowCardinality(String) COMMENT 'As in signals',
    subtype_key LowCardinality(String) COMMENT 'As in signals',
    industry_keys Array(LowCardinality(String)) COMMENT 'As in signals',
    employee_count_low Nullable(Int64) COMMENT 'As in signals',
    employee_count_high Nullable(Int64) COMMENT 'As in signals',
    version UInt128 COMMENT 'As in signals',
    is_deleted UInt8 COMMENT 'As in signals'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (contact_key, detected_at, signal_id)
SETTINGS index_granularity = 256
COMMENT 'Signals of people, one person together; filled from signals';

CREATE MATERIALIZED VIEW IF NOT EXISTS signals_by_contact_feed TO signals_by_contact AS
SELECT contact_key, detected_at, signal_id, signal_type, signal_subtype, association, company_key,
    contact_email, contact_network_url, type_key, subtype_key, industry_keys,
    employee_count_low, employee_count_high, version, is_deleted
FROM signals
WHERE contact_key != '';

-- filled in place
CREATE TABLE IF NOT EXISTS signal_references
(
    identifier String COMMENT 'For instance cik:0000789019, name:microsoft, email:…',
    signal_id UUID COMMENT 'Signal whose event named that identifier',
    version UInt128 COMMENT 'As in signals'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (identifier, signal_id)
SETTINGS index_granularity = 256
COMMENT 'Finds the signals that a new profile may claim; filled from signals';

CREATE MATERIALIZED VIEW IF NOT EXISTS signal_references_feed TO signal_references AS
SELECT arrayJoin(identifiers) AS identifier, signal_id, version FROM signals WHERE is_deleted = 0;
