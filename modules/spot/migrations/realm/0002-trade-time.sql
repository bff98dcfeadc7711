-- Volumes of the last thirty days are read by time. Trades come in order of time, so a summary of
-- each range of pages is all the index that this needs.
CREATE INDEX spot_trade_at ON spot_trade USING brin (at);
