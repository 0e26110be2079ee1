-- Five minutes after the last insert the parts become one: FINAL then has nothing to merge, and a count takes
-- what reading a column takes. While rows keep arriving, merges stay as small as they were.
ALTER TABLE signals_by_time MODIFY SETTING min_age_to_force_merge_seconds = 300,
    min_age_to_force_merge_on_partition_only = 1;
