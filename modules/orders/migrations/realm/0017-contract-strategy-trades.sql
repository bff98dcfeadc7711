-- The trades of house:earnContracts (owner 13) are public, newest first.
CREATE INDEX trade_contract_strategy_taker ON trade (seq, market, id) WHERE taker_user = 13;
CREATE INDEX trade_contract_strategy_maker ON trade (seq, market, id) WHERE maker_user = 13;
