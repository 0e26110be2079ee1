-- The table drops a second insert with the token of the first, so that an account is created once, even if two
-- processes create it at the same time. A token needs to be remembered for a few seconds.
ALTER TABLE accounts MODIFY SETTING non_replicated_deduplication_window = 1000;
