-- The last index price of each symbol that this realm's engine was given; what it triggers stops,
-- checks bands and values accounts with. One row a symbol, rewritten with every recordPrices.
-- A column index_price and not index: INDEX is a word of SQL's own.
CREATE TABLE reference_price (
  symbol text PRIMARY KEY,
  index_price numeric NOT NULL,
  n bigint NOT NULL,
  at bigint NOT NULL
) WITH (fillfactor = 50);
