-- The vectors of signals, each once and as bfloat16, with what filters and ranking need beside them. The
-- writer fills it before it writes the row of signals: a row whose version signal_keys does not have does
-- not count.
-- sharded by cityHash64(signal_id)
CREATE TABLE IF NOT EXISTS signal_vectors
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
    embedding_base64 String EPHEMERAL '' COMMENT 'Insert only: little-endian bfloat16 values',
    embedding Array(BFloat16) DEFAULT reinterpret(base64Decode(embedding_base64), 'Array(BFloat16)')
        COMMENT 'Unit vector of summary, each number rounded to bfloat16' CODEC(NONE),
    tokens Array(UInt16) COMMENT 'Word pieces of summary, as the model numbers them' CODEC(NONE),
    confidence Float32 COMMENT 'As in signals',
    version UInt128 COMMENT 'As in signals',
    is_deleted UInt8 COMMENT 'As in signals'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (type_key, detected_at, signal_id)
SETTINGS index_granularity = 256
COMMENT 'Vectors of signals, one type together; current where signal_keys has the same version';

-- Of what was stored before.
INSERT INTO signal_vectors
SELECT signal_id, detected_at, signal_type, signal_subtype, association, company_key, contact_key,
    contact_email, contact_network_url, type_key, subtype_key, industry_keys,
    employee_count_low, employee_count_high, CAST(embedding, 'Array(BFloat16)') AS embedding, tokens, confidence,
    version, is_deleted
FROM signals_by_type;
