-- Trailing stops: their distance in basis points, the price from which they follow, the number of the
-- row that they follow from, and when they began to, in ms; 0 for every other order.
ALTER TABLE open_order ADD COLUMN trailing_delta smallint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN trailing_delta smallint NOT NULL DEFAULT 0;
ALTER TABLE open_order ADD COLUMN activation_ticks bigint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN activation_ticks bigint NOT NULL DEFAULT 0;
ALTER TABLE open_order ADD COLUMN trailing_since bigint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN trailing_since bigint NOT NULL DEFAULT 0;
ALTER TABLE open_order ADD COLUMN trailing_time bigint NOT NULL DEFAULT 0;
ALTER TABLE ended_order ADD COLUMN trailing_time bigint NOT NULL DEFAULT 0;

-- What they have followed, and prices that have reached some that have not fired yet
-- (core/order/life/trail.ts).
CREATE TABLE trail (
  market  smallint NOT NULL,
  side    smallint NOT NULL,
  since   bigint NOT NULL,
  ticks   bigint NOT NULL,
  PRIMARY KEY (market, side, since)
);
CREATE TABLE trail_reached (
  market  smallint NOT NULL,
  side    smallint NOT NULL,
  at      bigint NOT NULL,
  ticks   bigint NOT NULL,
  PRIMARY KEY (market, side, at)
);
