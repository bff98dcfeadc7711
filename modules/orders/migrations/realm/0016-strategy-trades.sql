-- The trades of house:earnStrategy (owner 12) are public, newest first.
CREATE INDEX trade_strategy_taker ON trade (seq, market, id) WHERE taker_user = 12;
CREATE INDEX trade_strategy_maker ON trade (seq, market, id) WHERE maker_user = 12;
