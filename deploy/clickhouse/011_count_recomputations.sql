-- How often a paid answer that was not kept was computed anew without a charge.
ALTER TABLE idempotency_keys ADD COLUMN IF NOT EXISTS
    recomputed UInt8 DEFAULT 0 COMMENT 'How often its answer was computed anew since the charge' AFTER answer;

ALTER TABLE idempotency_keys COMMENT COLUMN
    answer 'Body of the first answer, gzip in base64; NULL when it was above 1 MB';
