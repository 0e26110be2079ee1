-- For questions such as "raised more than 500 million": what is stored before this is not found by them.
ALTER TABLE signal_vectors ADD COLUMN IF NOT EXISTS largest_money Float32 DEFAULT 0
    COMMENT 'Largest amount of money that summary tells, 0 for none' AFTER confidence;

ALTER TABLE signal_vectors ADD COLUMN IF NOT EXISTS largest_people Float32 DEFAULT 0
    COMMENT 'Largest number of people that summary tells, 0 for none' AFTER largest_money;
