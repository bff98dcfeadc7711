-- When a stop fired and began to work as an order of the book; 0 for every other order. When those
-- fired that did so before this column came is not known: their last change was then or later.
ALTER TABLE open_order ADD COLUMN working_time bigint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN working_time bigint NOT NULL DEFAULT 0;
UPDATE open_order SET working_time = updated_at WHERE trigger_ticks > 0 AND status > 0;
UPDATE ended_order SET working_time = updated_at WHERE trigger_ticks > 0 AND filled > 0;
