-- What ranking needs of a signal beside its vector. Rows from before have no tokens: they are ranked by
-- meaning and subtype alone until they are written again.
ALTER TABLE signals ADD COLUMN IF NOT EXISTS tokens Array(UInt16)
    COMMENT 'Word pieces of summary, as the model numbers them' CODEC(NONE) AFTER embedding;

ALTER TABLE signals ADD COLUMN IF NOT EXISTS confidence Float32 DEFAULT 0.5
    COMMENT 'Of signal_subtype: 1 where the source states it, else at most 0.6' AFTER tokens;

ALTER TABLE signals_by_type ADD COLUMN IF NOT EXISTS tokens Array(UInt16)
    COMMENT 'As in signals' CODEC(NONE) AFTER embedding;

ALTER TABLE signals_by_type ADD COLUMN IF NOT EXISTS confidence Float32 DEFAULT 0.5
    COMMENT 'As in signals' AFTER tokens;

ALTER TABLE signals_by_type_feed MODIFY QUERY
SELECT signal_id, detected_at, signal_type, signal_subtype, association, company_key, contact_key,
    contact_email, contact_network_url, type_key, subtype_key, industry_keys,
    employee_count_low, employee_count_high, embedding, tokens, confidence, version, is_deleted
FROM signals;

CREATE OR REPLACE VIEW signals_current AS SELECT * FROM signals FINAL;
