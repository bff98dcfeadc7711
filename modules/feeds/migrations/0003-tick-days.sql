-- Days of ticks that are over, each with the head that was signed of it; the ticks themselves are in
-- a file below DATA_DIR/ticks, from which the head follows. Rows are never changed.
CREATE TABLE feed_tick_day (
  index_name text NOT NULL,
  -- Days since 1970-01-01 UTC.
  day integer NOT NULL,
  first_n bigint NOT NULL,
  last_n bigint NOT NULL,
  last_at bigint NOT NULL,
  hash bytea NOT NULL,
  root bytea NOT NULL,
  signature bytea NOT NULL,
  -- Of the file: its length and its SHA-256.
  bytes integer NOT NULL,
  file_hash bytea NOT NULL,
  sealed_at bigint NOT NULL,
  PRIMARY KEY (index_name, day)
);
