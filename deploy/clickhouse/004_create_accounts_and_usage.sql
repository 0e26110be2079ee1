-- Who may call, what was charged, what was asked.
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
    created_at DateTime64(3, 'UTC') COMMENT 'When the account was created',
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
