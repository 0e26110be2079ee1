-- Vectors and word pieces are in signal_vectors alone.
ALTER TABLE signals_by_type_feed MODIFY QUERY
SELECT signal_id, detected_at, signal_type, signal_subtype, association, company_key, contact_key,
    contact_email, contact_network_url, type_key, subtype_key, industry_keys,
    employee_count_low, employee_count_high, version, is_deleted
FROM signals;

ALTER TABLE signals_by_type DROP COLUMN IF EXISTS embedding;

ALTER TABLE signals_by_type DROP COLUMN IF EXISTS tokens;

ALTER TABLE signals_by_type DROP COLUMN IF EXISTS confidence;

ALTER TABLE signals DROP COLUMN IF EXISTS embedding;

ALTER TABLE signals DROP COLUMN IF EXISTS embedding_base64;

ALTER TABLE signals DROP COLUMN IF EXISTS tokens;

ALTER TABLE stories MODIFY COLUMN embedding Array(BFloat16)
    DEFAULT reinterpret(base64Decode(embedding_base64), 'Array(BFloat16)')
    COMMENT 'Unit vector of the summary, each number rounded to bfloat16' CODEC(NONE);

ALTER TABLE stories COMMENT COLUMN embedding_base64 'Insert only: little-endian bfloat16 values';

CREATE OR REPLACE VIEW signals_current AS SELECT * FROM signals FINAL;

-- Small without the vectors: its parts become one when it is quiet, as those of signals_by_time.
ALTER TABLE signals_by_type MODIFY SETTING min_age_to_force_merge_seconds = 300,
    min_age_to_force_merge_on_partition_only = 1;
