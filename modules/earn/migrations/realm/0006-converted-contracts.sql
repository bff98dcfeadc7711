-- The tick of the index that made USDT of what a contract would have brought at a cut, and its
-- price; null: it was USDT, as in every cut from before.
ALTER TABLE strategy_cut_contract
  ADD COLUMN conversion_tick bigint,
  ADD COLUMN conversion_price bigint;
