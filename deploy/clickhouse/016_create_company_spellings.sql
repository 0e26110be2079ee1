-- Finds names and domains of which the beginning is typed with an error: without one character each, the right and
-- the wrong spelling are the same. Beginnings have five characters, for short texts, and eight, without blanks,
-- dots and hyphens.
-- sharded by cityHash64(piece)
CREATE TABLE IF NOT EXISTS company_spellings
(
    piece String COMMENT 'A beginning, whole or without one of its characters',
    name String COMMENT 'As in company_names; empty for a domain',
    company_key String COMMENT 'As in company_names; for a domain, the domain'
)
ENGINE = ReplacingMergeTree
ORDER BY (piece, name, company_key)
SETTINGS index_granularity = 256
COMMENT 'Finds misspelt names and domains; filled from company_names and company_domains';

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS company_spellings_of_names TO company_spellings AS
WITH replaceAll(normalised_name, ' ', '') AS text,
    substringUTF8(text, 1, arrayJoin([5, 8])) AS start,
    arrayJoin(range(1, lengthUTF8(start) + 2)) AS at
SELECT concat(substringUTF8(start, 1, at - 1), substringUTF8(start, at + 1)) AS piece,
    normalised_name AS name, company_key
FROM company_names;

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS company_spellings_of_domains TO company_spellings AS
WITH replaceAll(arrayStringConcat(arrayPopBack(splitByChar('.', domain))), '-', '') AS text,
    substringUTF8(text, 1, arrayJoin([5, 8])) AS start,
    arrayJoin(range(1, lengthUTF8(start) + 2)) AS at
SELECT concat(substringUTF8(start, 1, at - 1), substringUTF8(start, at + 1)) AS piece,
    '' AS name, domain AS company_key
FROM company_domains;

-- Domains are found by their spellings.
DROP TABLE IF EXISTS company_domain_trigrams_feed;

DROP TABLE IF EXISTS company_domain_trigrams;

-- Of what was stored before: the views read what is inserted.
INSERT INTO company_names SELECT * FROM company_names;

INSERT INTO company_domains SELECT * FROM company_domains;
