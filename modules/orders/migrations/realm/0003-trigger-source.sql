-- The price that fires a stop: 0 of the last trade, 1 of the index, 2 the mark price. Every order
-- so far goes by the last trade.
ALTER TABLE open_order ADD COLUMN trigger_source smallint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN trigger_source smallint NOT NULL DEFAULT 0;
