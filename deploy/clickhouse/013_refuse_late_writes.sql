-- A row that arrives after its process lost the turn to write would hide what others wrote meanwhile.
ALTER TABLE events ADD COLUMN IF NOT EXISTS
    store_until DateTime64(3, 'UTC') DEFAULT '2299-12-31 00:00:00' COMMENT 'Refused when it arrives later, by the clock of the server';

ALTER TABLE events ADD CONSTRAINT IF NOT EXISTS in_time CHECK now64(3) <= store_until;

ALTER TABLE snapshots ADD COLUMN IF NOT EXISTS
    store_until DateTime64(3, 'UTC') DEFAULT '2299-12-31 00:00:00' COMMENT 'Refused when it arrives later, by the clock of the server';

ALTER TABLE snapshots ADD CONSTRAINT IF NOT EXISTS in_time CHECK now64(3) <= store_until;
