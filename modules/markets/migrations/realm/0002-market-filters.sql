-- What orders at market keep to, and how far from the reference price a limit of each side may
-- stand. A market that was listed before has what then held for all orders.
ALTER TABLE market
  ADD COLUMN market_step_size numeric,
  ADD COLUMN market_min_quantity numeric,
  ADD COLUMN market_max_quantity numeric,
  ADD COLUMN bid_multiplier_up_ppm integer,
  ADD COLUMN bid_multiplier_down_ppm integer,
  ADD COLUMN ask_multiplier_up_ppm integer,
  ADD COLUMN ask_multiplier_down_ppm integer;

UPDATE market SET
  market_step_size = step_size,
  market_min_quantity = min_quantity,
  market_max_quantity = max_quantity,
  bid_multiplier_up_ppm = 5000000,
  bid_multiplier_down_ppm = 200000,
  ask_multiplier_up_ppm = 5000000,
  ask_multiplier_down_ppm = 200000;

ALTER TABLE market
  ALTER COLUMN market_step_size SET NOT NULL,
  ALTER COLUMN market_min_quantity SET NOT NULL,
  ALTER COLUMN market_max_quantity SET NOT NULL,
  ALTER COLUMN bid_multiplier_up_ppm SET NOT NULL,
  ALTER COLUMN bid_multiplier_down_ppm SET NOT NULL,
  ALTER COLUMN ask_multiplier_up_ppm SET NOT NULL,
  ALTER COLUMN ask_multiplier_down_ppm SET NOT NULL;
