-- What a search reads of each signal it finds, in one column: of seven columns, each costs as much as a scan of
-- thousands of vectors. Numbers are little-endian.
ALTER TABLE signal_vectors ADD COLUMN IF NOT EXISTS hit String MATERIALIZED concat(
    UUIDToNum(signal_id), reinterpretAsFixedString(toUnixTimestamp64Milli(detected_at)),
    reinterpretAsFixedString(version), reinterpretAsFixedString(toUInt16(length(tokens))),
    reinterpretAsFixedString(toUInt16(length(signal_type))), reinterpretAsFixedString(toUInt16(length(company_key))),
    reinterpretAsString(tokens), signal_type, company_key, contact_key)
    COMMENT 'Of the other columns: signal_id, detected_at, version, tokens, signal_type, company_key, contact_key'
    CODEC(NONE);

-- Of what was stored before; until that is done, it is computed where it is read.
ALTER TABLE signal_vectors MATERIALIZE COLUMN hit;
