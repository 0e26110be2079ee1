-- Who may call, what was charged, what was asked, and what each billing period came to.
-- sharded by cityHash64(account_id)
CREATE TABLE IF NOT EXISTS accounts
(
    account_id String COMMENT 'Id chosen by the operator',
    name String COMMENT 'Customer name',
    monthly_limit UInt64 COMMENT 'Credits per billing period; without meaning when unlimited',
    unlimited UInt8 COMMENT '1: no cap',
    rate_limit UInt32 COMMENT 'Requests per minute',
    early_access UInt8 COMMENT '1: may call announced endpoints',
    billing_anchor_day UInt8 COMMENT 'Day of the month (1 to 28) on which periods start, 00:00 UTC',
    former_anchors Array(Tuple(day UInt8, until DateTime64(3, 'UTC'))) COMMENT 'Earlier anchor days, oldest first, each with the instant until which it was in force',
    created_at DateTime64(3, 'UTC') COMMENT 'When the account was created',
    deleted_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was deleted, NULL if not',
    version UInt64 COMMENT 'Microseconds since the epoch'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY account_id
COMMENT 'Accounts; read with FINAL or through accounts_current';

-- sharded by cityHash64(key_id)
CREATE TABLE IF NOT EXISTS api_keys
(
    key_id String COMMENT 'Id of the key, safe to show',
    account_id String COMMENT 'Account it belongs to',
    name String COMMENT 'Name given at issue',
    prefix String COMMENT 'First 12 characters, to recognise a key by',
    hash String COMMENT 'SHA-256 of the key, hexadecimal; the key itself is not stored',
    created_at DateTime64(3, 'UTC') COMMENT 'When it was issued',
    expires_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it ends, NULL for never',
    revoked_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was revoked, NULL if not',
    monthly_credit_cap Nullable(UInt64) COMMENT 'Credits per period this key may spend, NULL for no cap',
    version UInt64 COMMENT 'Microseconds since the epoch',
    INDEX hash_index hash TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX account_index account_id TYPE bloom_filter(0.001) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
ORDER BY key_id
SETTINGS index_granularity = 256
COMMENT 'API keys; read with FINAL or through api_keys_current';

-- sharded by cityHash64(key_id)
CREATE TABLE IF NOT EXISTS api_key_uses
(
    key_id String COMMENT 'Key',
    last_used_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Newest use known'
)
ENGINE = AggregatingMergeTree
ORDER BY key_id
COMMENT 'When each key was last used, to the minute';

-- A charge leaves its journal once it is here, so it must be on disk by then. One whose request was
-- refused is voided by a row of the same id that wins in any order of arrival.
-- sharded by cityHash64(entry_id)
CREATE TABLE IF NOT EXISTS credit_ledger
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

-- sharded by cityHash64(log_id)
CREATE TABLE IF NOT EXISTS request_logs
(
    log_id UUID COMMENT 'Id of the row; a repeated insert counts once',
    account_id String COMMENT 'Caller',
    api_key_id String COMMENT 'Key used',
    request_id String COMMENT 'X-Request-Id of the call',
    timestamp DateTime64(3, 'UTC') COMMENT 'When the request arrived',
    method LowCardinality(String) COMMENT 'HTTP method',
    path String COMMENT 'Path without query string',
    route LowCardinality(String) COMMENT 'Route pattern, empty when none matched',
    status UInt16 COMMENT 'HTTP status of the answer',
    error LowCardinality(String) COMMENT 'Error code of the answer, empty for none',
    latency_ms Float64 COMMENT 'From arrival to the end of the answer, milliseconds',
    credits_charged UInt64 COMMENT 'Credits charged for the call',
    result_count Nullable(UInt64) COMMENT 'Results in the answer, NULL where it has none',
    source LowCardinality(String) COMMENT 'rest or mcp',
    user_agent String COMMENT 'User-Agent of the client, at most 200 characters'
)
ENGINE = ReplacingMergeTree
ORDER BY (account_id, timestamp, log_id)
COMMENT 'One row per authenticated request; read with FINAL or through request_logs_current';

-- sharded by cityHash64(scope)
CREATE TABLE IF NOT EXISTS idempotency_keys
(
    scope String COMMENT 'SHA-256 of account, method, path and the key given by the client',
    account_id String COMMENT 'Account that used it',
    fingerprint String COMMENT 'SHA-256 of the request it stands for',
    answer Nullable(String) COMMENT 'Body of the first answer, gzip in base64; NULL when it was above 1 MB' CODEC(ZSTD(3)),
    recomputed UInt8 DEFAULT 0 COMMENT 'How often its answer was computed anew since the charge',
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
