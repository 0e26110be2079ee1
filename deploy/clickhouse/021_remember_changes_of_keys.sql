-- The table drops a second insert with the token of the first, so that of several changes of one key at the same time
-- the first is stored and the others start anew. A token needs to be remembered for a few seconds.
ALTER TABLE api_keys MODIFY SETTING non_replicated_deduplication_window = 1000;
