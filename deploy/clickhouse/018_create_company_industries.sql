-- What industries are called, for questions that name one: profiles have many companies and few industries.
-- sharded by cityHash64(industry)
CREATE TABLE IF NOT EXISTS company_industries
(
    industry String COMMENT 'As a profile spells or spelled it'
)
ENGINE = ReplacingMergeTree
ORDER BY industry
COMMENT 'Names of industries; filled from companies';

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS company_industries_feed TO company_industries AS
SELECT DISTINCT arrayJoin(industries) AS industry FROM companies;

-- Of what was stored before.
INSERT INTO company_industries SELECT DISTINCT arrayJoin(industries) AS industry FROM companies;
