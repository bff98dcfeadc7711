-- Candles of the trades of this realm. Level 1 holds the minutes with trades, of trades alone. The
-- coarser levels hold each span with a trade as people see it: its minutes with trades, and the
-- index in the minutes without. Units as in feed_candle. first_trade is the id of the first trade
-- in it: from the one of a market's last minute on, trades are read again after a crash.
CREATE TABLE trade_candle (
  market text NOT NULL,
  level smallint NOT NULL,
  minute integer NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  volume numeric NOT NULL,
  quote_volume numeric NOT NULL,
  trades integer NOT NULL,
  first_trade bigint NOT NULL,
  PRIMARY KEY (market, level, minute)
);
