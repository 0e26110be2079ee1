-- Companies and people as their newest profiles describe them, and the lookups that find them.
-- sharded by cityHash64(company_key)
CREATE TABLE IF NOT EXISTS companies
(
    company_key String COMMENT 'The domain; without one, the first other identifier',
    domain String COMMENT 'Domain, lower case, empty when unknown',
    name String COMMENT 'Name as the profile spells it',
    network_url String COMMENT 'Profile URL without scheme, empty when unknown',
    industries Array(LowCardinality(String)) COMMENT 'Industries as the profile spells them',
    employee_count_low Nullable(Int64) COMMENT 'Lower bound of the head count, NULL when unknown',
    employee_count_high Nullable(Int64) COMMENT 'Upper bound of the head count, NULL when unknown',
    country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2, empty when unknown',
    aliases Array(String) COMMENT 'Other names',
    boards Array(String) COMMENT 'Slugs of job boards, prefixed by their host kind',
    tickers Array(String) COMMENT 'Stock tickers, upper case',
    cik String COMMENT 'SEC central index key, ten digits, empty when unknown',
    normalised_name String COMMENT 'Name as names are compared',
    identifiers Array(String) COMMENT 'All identifiers, prefixed by their kind',
    source LowCardinality(String) COMMENT 'Feed of the newest profile',
    event_id String COMMENT 'Event of the newest profile',
    observed_at DateTime64(3, 'UTC') COMMENT 'When the newest profile was observed',
    version UInt128 COMMENT 'Orders versions: observed_at, content hash, time of writing',
    is_deleted UInt8 DEFAULT 0 COMMENT '1 withdraws the company'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY company_key
SETTINGS index_granularity = 64
COMMENT 'Company profiles; read with FINAL or through companies_current';

-- filled in place
CREATE TABLE IF NOT EXISTS company_identifiers
(
    identifier String COMMENT 'Prefixed by its kind: domain:, cik:, ticker:, network:, name:',
    company_key String COMMENT 'Company that holds or held it; companies.identifiers decides'
)
ENGINE = ReplacingMergeTree
ORDER BY (identifier, company_key)
SETTINGS index_granularity = 64
COMMENT 'Finds companies by identifier; filled from companies';

CREATE MATERIALIZED VIEW IF NOT EXISTS company_identifiers_feed TO company_identifiers AS
SELECT arrayJoin(identifiers) AS identifier, company_key FROM companies WHERE is_deleted = 0;

-- sharded by cityHash64(normalised_name)
CREATE TABLE IF NOT EXISTS company_names
(
    company_key String COMMENT 'Company, or name:<normalised name> for one without a profile',
    normalised_name String COMMENT 'Name as names are compared',
    trigrams Array(UInt32) COMMENT 'Hashes of its trigrams, each once'
)
ENGINE = ReplacingMergeTree
ORDER BY (normalised_name, company_key)
SETTINGS index_granularity = 256
COMMENT 'Every name a company is or was known by';

-- filled in place
CREATE TABLE IF NOT EXISTS company_trigrams
(
    trigram UInt32 COMMENT 'Hash of three characters',
    trigram_count UInt16 COMMENT 'How many trigrams the whole name has',
    name_hash UInt64 COMMENT 'Tells names apart',
    normalised_name String COMMENT 'Name as names are compared',
    company_key String COMMENT 'As in company_names'
)
ENGINE = ReplacingMergeTree
ORDER BY (trigram, trigram_count, name_hash, company_key)
SETTINGS index_granularity = 256
COMMENT 'Finds names that share trigrams; filled from company_names';

CREATE MATERIALIZED VIEW IF NOT EXISTS company_trigrams_feed TO company_trigrams AS
SELECT arrayJoin(trigrams) AS trigram, length(trigrams) AS trigram_count,
    cityHash64(normalised_name) AS name_hash, normalised_name, company_key
FROM company_names;

-- sharded by cityHash64(contact_key)
CREATE TABLE IF NOT EXISTS contacts
(
    contact_key String COMMENT 'email:<address>, or network:<profile URL> without one',
    email String COMMENT 'Work e-mail, lower case, empty when unknown',
    network_url String COMMENT 'Profile URL without scheme, empty when unknown',
    name String COMMENT 'Full name, empty when unknown',
    title String COMMENT 'Job title, empty when unknown',
    company_domain String COMMENT 'Domain of the current employer, empty when unknown',
    company_name String COMMENT 'Name of the current employer, empty when unknown',
    company_key String COMMENT 'Links to companies and signals',
    reference String COMMENT 'What the profile said about the employer, as JSON' CODEC(ZSTD(1)),
    identifiers Array(String) COMMENT 'All identifiers, prefixed by their kind',
    employer_identifiers Array(String) COMMENT 'Identifiers in reference',
    source LowCardinality(String) COMMENT 'Feed of the newest profile',
    event_id String COMMENT 'Event of the newest profile',
    observed_at DateTime64(3, 'UTC') COMMENT 'When the newest profile was observed',
    version UInt128 COMMENT 'Orders versions: observed_at, content hash, time of writing',
    is_deleted UInt8 DEFAULT 0 COMMENT '1 withdraws the contact'
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY contact_key
SETTINGS index_granularity = 64
COMMENT 'People; read with FINAL or through contacts_current';

-- filled in place
CREATE TABLE IF NOT EXISTS contact_identifiers
(
    identifier String COMMENT 'Prefixed by its kind: email:, network:, employer-…',
    contact_key String COMMENT 'Contact that holds or held it; contacts decides'
)
ENGINE = ReplacingMergeTree
ORDER BY (identifier, contact_key)
SETTINGS index_granularity = 64
COMMENT 'Finds contacts by identifier or employer; filled from contacts';

CREATE MATERIALIZED VIEW IF NOT EXISTS contact_identifiers_feed TO contact_identifiers AS
SELECT arrayJoin(arrayConcat(identifiers, arrayMap(i -> concat('employer-', i), employer_identifiers)))
    AS identifier, contact_key
FROM contacts WHERE is_deleted = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS contact_identifiers_from_signals TO contact_identifiers AS
SELECT arrayJoin([
    if(contact_email = '', '', concat('email:', contact_email)),
    if(contact_network_url = '', '', concat('network:', contact_network_url))
]) AS identifier, contact_key
FROM signals WHERE is_deleted = 0 AND contact_key != '' AND identifier != '';
