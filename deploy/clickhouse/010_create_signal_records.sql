-- What an answer shows of a signal, whole in one column: one read of a few rows, by company and by id.
-- Parts are compact, so that a row is in one place.
-- sharded by cityHash64(company_key)
CREATE TABLE IF NOT EXISTS signals_by_company
(
    company_key String COMMENT 'As in signals',
    detected_at DateTime64(3, 'UTC') COMMENT 'As in signals',
    signal_id UUID COMMENT 'Signal',
    signal_type LowCardinality(String) COMMENT 'As in signals',
    signal_subtype LowCardinality(String) COMMENT 'As in signals',
    association LowCardinality(String) COMMENT 'As in signals',
    contact_key String COMMENT 'As in signals',
    contact_email String COMMENT 'As in signals',
    contact_network_url String COMMENT 'As in signals',
    type_key LowCardinality(String) COMMENT 'As in signals',
    subtype_key LowCardinality(String) COMMENT 'As in signals',
    industry_keys Array(LowCardinality(String)) COMMENT 'As in signals',
    employee_count_low Nullable(Int64) COMMENT 'As in signals',
    employee_count_high Nullable(Int64) COMMENT 'As in signals',
    record String COMMENT 'What answers show of the signal, as a JSON list' CODEC(ZSTD(1)),
    version UInt128 COMMENT 'As in signals',
    is_deleted UInt8 COMMENT 'As in signals'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (company_key, detected_at, signal_id)
SETTINGS index_granularity = 64, min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000
COMMENT 'What filters and answers need, one company together; filled from signals';

-- sharded by cityHash64(signal_id)
CREATE TABLE IF NOT EXISTS signal_records
(
    signal_id UUID COMMENT 'Signal',
    record String COMMENT 'As in signals_by_company' CODEC(ZSTD(1)),
    version UInt128 COMMENT 'As in signals',
    is_deleted UInt8 COMMENT '1 when the signal was withdrawn'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY signal_id
SETTINGS index_granularity = 64, min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000
COMMENT 'What answers show of a signal, by its id; filled from signals_by_company';

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS signal_records_feed TO signal_records AS
SELECT signal_id, record, version, is_deleted FROM signals_by_company;

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS signals_by_company_feed TO signals_by_company AS
SELECT company_key, detected_at, signal_id, signal_type, signal_subtype, association, contact_key,
    contact_email, contact_network_url, type_key, subtype_key, industry_keys,
    employee_count_low, employee_count_high,
    formatRowNoNewline('JSONCompactEachRow', signal_id, signal_type, signal_subtype, signal_name,
        toUnixTimestamp64Milli(detected_at), association, company_domain, company_name, company_network_url,
        industries, employee_count_low, employee_count_high, contact_email, contact_network_url, contact_name,
        contact_title, data, company_key, contact_key) AS record, version, is_deleted
FROM signals;

-- Of what was stored before; fills signal_records as well.
INSERT INTO signals_by_company
SELECT company_key, detected_at, signal_id, signal_type, signal_subtype, association, contact_key,
    contact_email, contact_network_url, type_key, subtype_key, industry_keys,
    employee_count_low, employee_count_high,
    formatRowNoNewline('JSONCompactEachRow', signal_id, signal_type, signal_subtype, signal_name,
        toUnixTimestamp64Milli(detected_at), association, company_domain, company_name, company_network_url,
        industries, employee_count_low, employee_count_high, contact_email, contact_network_url, contact_name,
        contact_title, data, company_key, contact_key) AS record, version, is_deleted
FROM signals;
