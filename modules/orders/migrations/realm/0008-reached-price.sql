-- Prices that have reached stops which have not fired yet (core/order/life/stop-queue.ts).
CREATE TABLE reached_price (
  market  smallint NOT NULL,
  source  smallint NOT NULL,
  rises   boolean NOT NULL,
  before  bigint NOT NULL,
  ticks   bigint NOT NULL,
  PRIMARY KEY (market, source, rises, before)
);
