-- Of two orders of which one cancels the other: the id of the limit order; else 0.
ALTER TABLE spot_order ADD COLUMN oco bigint NOT NULL DEFAULT 0;
ALTER TABLE spot_order_done ADD COLUMN oco bigint NOT NULL DEFAULT 0;
