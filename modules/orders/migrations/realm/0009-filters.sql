-- What a history can be limited to stands in an index before what it is sorted by: a filter that
-- nothing of a long history passes then reads nothing. Lists over several markets are merged from
-- one of each, so that trades need no index without the market.
CREATE INDEX ended_order_filter ON ended_order (user_id, market, status, id) WHERE user_id >= 1000;
DROP INDEX trade_taker, trade_maker;
CREATE INDEX trade_taker ON trade (taker_user, market, seq) WHERE taker_user >= 1000;
CREATE INDEX trade_maker ON trade (maker_user, market, seq) WHERE maker_user >= 1000;
CREATE INDEX trade_taker_order ON trade (taker_order, seq) WHERE taker_user >= 1000;
CREATE INDEX trade_maker_order ON trade (maker_order, seq) WHERE maker_user >= 1000;
