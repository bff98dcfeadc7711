-- The check beside the engine compares trades and ended orders in chunks of commands, in the order
-- of which their rows come.
CREATE INDEX trade_seq ON trade USING brin (seq) WITH (autosummarize = on);
CREATE INDEX ended_order_seq ON ended_order USING brin (seq) WITH (autosummarize = on);
