-- The check beside the engine reads chunks of commands. The summaries that it used are made late, or
-- never on a server whose housekeeping is behind: each chunk then read the whole table.
DROP INDEX trade_seq, ended_order_seq, amendment_seq;
CREATE INDEX trade_seq ON trade (seq);
CREATE INDEX ended_order_seq ON ended_order (seq);
CREATE INDEX amendment_seq ON amendment (seq);
