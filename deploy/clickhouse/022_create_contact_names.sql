-- Finds people by name, for questions that name somebody. Each name is stored as it is written and with the last word
-- first, so that a misspelt first name is found as well as a misspelt last one.
-- sharded by cityHash64(piece)
CREATE TABLE IF NOT EXISTS contact_names
(
    piece String COMMENT 'The name, as it is written or with its last word first',
    name String COMMENT 'Name of the person in lower case, words one space apart',
    contact_key String COMMENT 'As in signals'
)
ENGINE = ReplacingMergeTree
ORDER BY (piece, name, contact_key)
SETTINGS index_granularity = 256
COMMENT 'Names of two or more words that people have or had; filled from signals';

-- to every shard
CREATE MATERIALIZED VIEW IF NOT EXISTS contact_names_feed TO contact_names AS
WITH arrayFilter(word -> word != '', splitByWhitespace(lowerUTF8(contact_name))) AS words
SELECT DISTINCT
    arrayStringConcat(arrayJoin([words, arrayConcat([words[-1]], arrayPopBack(words))]), ' ') AS piece,
    arrayStringConcat(words, ' ') AS name, contact_key
FROM signals WHERE is_deleted = 0 AND contact_key != '' AND length(words) > 1;

-- Of what was stored before.
INSERT INTO contact_names
SELECT
    arrayStringConcat(arrayJoin([words, arrayConcat([words[-1]], arrayPopBack(words))]), ' ') AS piece,
    arrayStringConcat(words, ' ') AS name, contact_key
FROM (
    SELECT arrayFilter(word -> word != '', splitByWhitespace(lowerUTF8(contact_name))) AS words, contact_key
    FROM signals WHERE is_deleted = 0 AND contact_key != '')
WHERE length(words) > 1;
