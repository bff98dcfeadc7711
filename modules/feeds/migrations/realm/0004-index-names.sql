-- Prices are of an index by its own name. The names are those of this realm's markets by now; of
-- two markets that follow one index, the one that was listed first hands its price on.
DO $$
BEGIN
  IF to_regclass('market') IS NOT NULL THEN
    UPDATE reference_price p SET symbol = m.index_name
      FROM (SELECT DISTINCT ON (index_name) index_name, symbol FROM market
            ORDER BY index_name, id) m
      WHERE m.symbol = p.symbol;
  END IF;
END $$;
ALTER TABLE reference_price RENAME COLUMN symbol TO index_name;
