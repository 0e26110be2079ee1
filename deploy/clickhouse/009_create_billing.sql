-- What makes charges trustworthy: caps by key, settled idempotency keys, statements, and how far each
-- source of charges has been moved into the ledger.
ALTER TABLE accounts ADD COLUMN IF NOT EXISTS
    deleted_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was deleted, NULL if not' AFTER created_at;

ALTER TABLE accounts ADD COLUMN IF NOT EXISTS
    former_anchors Array(Tuple(day UInt8, until DateTime64(3, 'UTC'))) COMMENT 'Earlier anchor days, oldest first, each with the instant until which it was in force' AFTER billing_anchor_day;

ALTER TABLE api_keys ADD COLUMN IF NOT EXISTS
    monthly_credit_cap Nullable(UInt64) COMMENT 'Credits per period this key may spend, NULL for no cap' AFTER revoked_at;

-- A charge leaves its journal once it is here, so it must be on disk by then.
ALTER TABLE credit_ledger MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;

CREATE OR REPLACE VIEW accounts_current AS SELECT * FROM accounts FINAL;
CREATE OR REPLACE VIEW api_keys_current AS SELECT * FROM api_keys FINAL;

-- sharded by cityHash64(scope)
CREATE TABLE IF NOT EXISTS idempotency_keys
(
    scope String COMMENT 'SHA-256 of account, method, path and the key given by the client',
    account_id String COMMENT 'Account that used it',
    fingerprint String COMMENT 'SHA-256 of the request it stands for',
    answer Nullable(String) COMMENT 'Body of the first answer, NULL when it was above 256 kB' CODEC(ZSTD(3)),
    settled_at DateTime64(3, 'UTC') COMMENT 'When it was answered; it is forgotten a day later'
)
ENGINE = ReplacingMergeTree
ORDER BY scope
TTL toDateTime(settled_at) + INTERVAL 2 DAY
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1
COMMENT 'Requests that are answered and charged once, however often they are sent';

-- sharded by cityHash64(source_id)
CREATE TABLE IF NOT EXISTS credit_sources
(
    source_id String COMMENT 'Journal (named by its folder, whoever opens it) or the stream of a Redis',
    kind LowCardinality(String) COMMENT 'journal or stream',
    description String COMMENT 'Where to look for it: host and folder, or address',
    drained_to DateTime64(3, 'UTC') COMMENT 'Every charge of this source before that instant is in the ledger',
    ended UInt8 COMMENT '1: stopped with nothing left',
    version UInt64 COMMENT 'Microseconds since the epoch, always above that of the row before'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY source_id
COMMENT 'What a billing period waits for before it is closed; read with FINAL';

-- Every statement is one insert whose deduplication token names account and period: comparing with the
-- tokens stored and storing it is one step of the table, so of closers at once only the first writes.
-- sharded by cityHash64(account_id)
CREATE TABLE IF NOT EXISTS billing_statements
(
    statement_id UUID COMMENT 'Id of the statement',
    account_id String COMMENT 'Account',
    period_start DateTime64(3, 'UTC') COMMENT 'First instant of the period',
    period_end DateTime64(3, 'UTC') COMMENT 'First instant of the next one',
    credits_used UInt64 COMMENT 'Credits of the period known when it was closed',
    monthly_limit UInt64 COMMENT 'Limit when it was closed; without meaning when unlimited',
    unlimited UInt8 COMMENT '1: no cap',
    routes Array(Tuple(route String, calls UInt64, credits UInt64)) COMMENT 'Calls and credits by endpoint',
    adjustments Array(Tuple(period_start DateTime64(3, 'UTC'), credits Int64)) COMMENT 'Credits of earlier periods that no statement had told of, each counted in the period of its debit',
    closed_at DateTime64(3, 'UTC') COMMENT 'When it was closed',
    precedence UInt64 DEFAULT 18446744073709551615 - toUnixTimestamp64Micro(now64(6)) COMMENT 'Given by the server, shrinks with time: should two ever be stored, the first stands'
)
ENGINE = ReplacingMergeTree(precedence)
ORDER BY (account_id, period_start)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 100000
COMMENT 'One statement per account and period; read with FINAL or through billing_statements_current';

CREATE OR REPLACE VIEW billing_statements_current AS SELECT * FROM billing_statements FINAL;
