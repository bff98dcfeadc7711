-- Prices are of an index by its own name; feed_renamed says how each was called before.
UPDATE reference_price p SET symbol = r.index_name
  FROM public.feed_renamed r WHERE r.former = p.symbol;
ALTER TABLE reference_price RENAME COLUMN symbol TO index_name;
