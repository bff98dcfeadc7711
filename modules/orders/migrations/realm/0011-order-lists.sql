-- Orders that wait until another of their list is filled (decision 0024): that an order was placed
-- as one of them, and why one was rejected when its turn came.
ALTER TABLE open_order ADD COLUMN follows boolean NOT NULL DEFAULT false;
ALTER TABLE ended_order ADD COLUMN follows boolean NOT NULL DEFAULT false;
ALTER TABLE open_order ADD COLUMN rejection smallint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN rejection smallint NOT NULL DEFAULT 0;
