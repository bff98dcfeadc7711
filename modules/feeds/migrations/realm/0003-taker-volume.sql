-- The part of a candle's volumes in which the taker bought. Candles that are older than this column
-- say 0: who took is known of their trades, but nobody has counted it.
ALTER TABLE trade_candle
  ADD COLUMN taker_buy_volume numeric NOT NULL DEFAULT 0,
  ADD COLUMN taker_buy_quote_volume numeric NOT NULL DEFAULT 0;
