-- Ledgers made before charges could be voided; on a cluster none is that old.
-- A charge whose request was refused is voided by a row of the same id that wins in any order of arrival.
-- Rows that come while the table changes places are copied afterwards; whatever is copied twice counts once.
-- one server only
CREATE OR REPLACE TABLE credit_ledger_rebuilt
(
    entry_id UUID COMMENT 'Id of the charge; a repeated insert counts once',
    account_id String COMMENT 'Account charged',
    api_key_id String COMMENT 'Key used',
    request_id String COMMENT 'X-Request-Id of the call',
    route LowCardinality(String) COMMENT 'Method and route pattern',
    credits UInt64 COMMENT 'Credits charged; 0 when voided',
    units UInt64 COMMENT 'What the price was multiplied by',
    period_start DateTime64(3, 'UTC') COMMENT 'Billing period the charge counts in',
    charged_at DateTime64(3, 'UTC') COMMENT 'When it was charged',
    voided UInt8 DEFAULT 0 COMMENT '1: the request was refused after all, so it costs nothing'
)
ENGINE = ReplacingMergeTree(voided)
ORDER BY (account_id, period_start, entry_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
COMMENT 'One row per charge; read with FINAL or through credit_ledger_current';

-- one server only
INSERT INTO credit_ledger_rebuilt
    (entry_id, account_id, api_key_id, request_id, route, credits, units, period_start, charged_at)
SELECT entry_id, account_id, api_key_id, request_id, route, credits, units, period_start, charged_at
FROM credit_ledger FINAL;

-- one server only
EXCHANGE TABLES credit_ledger AND credit_ledger_rebuilt;

-- one server only
INSERT INTO credit_ledger
    (entry_id, account_id, api_key_id, request_id, route, credits, units, period_start, charged_at)
SELECT entry_id, account_id, api_key_id, request_id, route, credits, units, period_start, charged_at
FROM credit_ledger_rebuilt FINAL;

-- one server only
DROP TABLE IF EXISTS credit_ledger_rebuilt;

CREATE OR REPLACE VIEW credit_ledger_current AS SELECT * FROM credit_ledger FINAL;

CREATE OR REPLACE VIEW credit_usage_daily AS
SELECT toDate(charged_at) AS day, account_id, route, countIf(voided = 0) AS calls, sum(credits) AS credits
FROM credit_ledger FINAL
GROUP BY day, account_id, route;
