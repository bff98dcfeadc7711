-- Terms of an order that only its market's product knows, packed in one whole number (core/order).
ALTER TABLE open_order ADD COLUMN terms bigint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN terms bigint NOT NULL DEFAULT 0;
