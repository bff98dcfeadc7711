-- When a stop fired and began to work as an order of the book; 0 for every other order, and for
-- stops that fired before this column came.
ALTER TABLE open_order ADD COLUMN working_time bigint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN working_time bigint NOT NULL DEFAULT 0;
