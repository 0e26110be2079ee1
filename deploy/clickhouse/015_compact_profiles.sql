-- Parts are compact, so that a profile is in one place: companies and people are read by their keys, a few at a time.
ALTER TABLE companies MODIFY SETTING min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000;

ALTER TABLE contacts MODIFY SETTING min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000;
