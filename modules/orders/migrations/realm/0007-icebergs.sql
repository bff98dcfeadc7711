-- Of an iceberg: lots that it shows at a time, and lots that it shows now; 0 for every other order.
ALTER TABLE open_order ADD COLUMN iceberg bigint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN iceberg bigint NOT NULL DEFAULT 0;
ALTER TABLE open_order ADD COLUMN shown bigint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN shown bigint NOT NULL DEFAULT 0;
