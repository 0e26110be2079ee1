-- Finds companies by a part of their domain, also those that only signals know.
-- sharded by cityHash64(domain)
CREATE TABLE IF NOT EXISTS company_domains
(
    domain String COMMENT 'Domain that a company has or had; its company_key'
)
ENGINE = ReplacingMergeTree
ORDER BY domain
SETTINGS index_granularity = 256
COMMENT 'Every domain a company is or was known by; filled from companies and signals';

-- filled in place
CREATE TABLE IF NOT EXISTS company_domain_trigrams
(
    trigram String COMMENT 'Three characters of the domain without its last label',
    trigram_count UInt16 COMMENT 'How many trigrams it has',
    domain String COMMENT 'As in company_domains'
)
ENGINE = ReplacingMergeTree
ORDER BY (trigram, trigram_count, domain)
SETTINGS index_granularity = 256
COMMENT 'Finds domains that share trigrams; filled from company_domains';

CREATE MATERIALIZED VIEW IF NOT EXISTS company_domain_trigrams_feed TO company_domain_trigrams AS
WITH arrayStringConcat(arrayPopBack(splitByChar('.', domain)), '.') AS stem,
    arrayDistinct(ngrams(concat(' ', stem, ' '), 3)) AS trigrams
SELECT arrayJoin(trigrams) AS trigram, length(trigrams) AS trigram_count, domain
FROM company_domains
WHERE stem != '';

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS company_domains_of_companies TO company_domains AS
SELECT domain FROM companies WHERE is_deleted = 0 AND domain != '';

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS company_domains_of_signals TO company_domains AS
SELECT DISTINCT company_domain AS domain FROM signals WHERE is_deleted = 0 AND company_domain != '';

INSERT INTO company_domains SELECT domain FROM companies WHERE is_deleted = 0 AND domain != '';

INSERT INTO company_domains SELECT DISTINCT company_domain FROM signals WHERE is_deleted = 0 AND company_domain != '';
