-- Which product a market is of, and the index that it follows, by names of their own: a symbol is
-- unique over all products, and several markets may follow one index. What was listed before is of
-- spot and follows the index of its pair. base is what the market prices; base_asset is that asset
-- where the product's trades move it, else NULL.
ALTER TABLE market
  ADD COLUMN product text,
  ADD COLUMN index_name text,
  ADD COLUMN base text,
  ALTER COLUMN base_asset DROP NOT NULL;

UPDATE market m SET product = 'spot', index_name = b.symbol || '-' || q.symbol, base = b.symbol
  FROM asset b, asset q WHERE b.id = m.base_asset AND q.id = m.quote_asset;

ALTER TABLE market
  ALTER COLUMN product SET NOT NULL,
  ALTER COLUMN index_name SET NOT NULL,
  ALTER COLUMN base SET NOT NULL;
