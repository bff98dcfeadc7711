-- An index has a name of its own: BTC-USDT. Until here it was called by the market that followed
-- it, so ticks up to last_n were hashed under that market's symbol. What was hashed stays as it is:
-- the former name is kept, and getTickLog says it with each of those ticks.
CREATE TABLE feed_renamed (
  index_name text PRIMARY KEY,
  former text NOT NULL UNIQUE,
  last_n bigint NOT NULL
);

-- The names are those that the markets have by now, the real realm's before the demo realm's.
-- Where two of them were priced by the same pair, the one that was listed first hands its log on.
-- What belongs to no market, or to the second of two, keeps the name that it had.
DO $$
DECLARE realm text;
BEGIN
  FOREACH realm IN ARRAY ARRAY['real', 'demo'] LOOP
    CONTINUE WHEN to_regclass(realm || '.market') IS NULL;
    EXECUTE format('INSERT INTO feed_renamed (index_name, former, last_n)
      SELECT DISTINCT ON (m.index_name) m.index_name, m.symbol,
        coalesce((SELECT max(n) FROM feed_tick t WHERE t.symbol = m.symbol), 0)
      FROM %I.market m ORDER BY m.index_name, m.id
      ON CONFLICT DO NOTHING', realm);
  END LOOP;
END $$;

-- A week of twelve indices is seven million ticks: about two minutes, once.
UPDATE feed_tick t SET symbol = r.index_name FROM feed_renamed r WHERE r.former = t.symbol;
UPDATE feed_tick_pruned t SET symbol = r.index_name FROM feed_renamed r WHERE r.former = t.symbol;
UPDATE feed_candle t SET symbol = r.index_name FROM feed_renamed r WHERE r.former = t.symbol;
UPDATE feed_coverage t SET symbol = r.index_name FROM feed_renamed r WHERE r.former = t.symbol;

ALTER TABLE feed_tick RENAME COLUMN symbol TO index_name;
ALTER TABLE feed_tick_pruned RENAME COLUMN symbol TO index_name;
ALTER TABLE feed_candle RENAME COLUMN symbol TO index_name;
ALTER TABLE feed_coverage RENAME COLUMN symbol TO index_name;
