-- Where prices come from, and since when; the last row counts. `seed` belongs to simulated prices:
-- its hash is public at once, the seed itself when the operator tells it.
CREATE TABLE feed_source (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  seed text NOT NULL,
  seed_hash text NOT NULL,
  started_at bigint NOT NULL
);

-- The tick log: one row a symbol and second, chained by hash (see the module's README for the text
-- that is hashed). The hash of the row before it is not repeated here. NULL as price: too few
-- sources were left; that is noted once when it begins.
CREATE TABLE feed_tick (
  symbol text NOT NULL,
  n bigint NOT NULL,
  at bigint NOT NULL,
  index_price numeric,
  parts text NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (symbol, n)
);
CREATE INDEX feed_tick_at ON feed_tick USING brin (at);

-- The last tick of each symbol that was removed for its age, so that the next one can be checked.
CREATE TABLE feed_tick_pruned (
  symbol text PRIMARY KEY,
  n bigint NOT NULL,
  hash bytea NOT NULL
);

-- Candles of the index at the levels from which all intervals are folded. `level` and `minute`
-- count minutes, prices and volume units of 1e-8.
CREATE TABLE feed_candle (
  symbol text NOT NULL,
  level smallint NOT NULL,
  minute integer NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  volume numeric NOT NULL,
  PRIMARY KEY (symbol, level, minute)
);

-- Minutes of a symbol that were lived through or asked from the source: nothing more will come.
CREATE TABLE feed_coverage (
  symbol text PRIMARY KEY,
  covered int4multirange NOT NULL
);
