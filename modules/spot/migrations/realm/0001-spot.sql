-- Orders that are open, one row each: small, hot, loaded whole at start.
-- Prices in ticks, quantities in lots, money in units of 1e-8; codes as in core/order.
CREATE TABLE spot_order (
  id              bigint PRIMARY KEY,
  user_id         bigint NOT NULL,
  market          smallint NOT NULL,
  side            smallint NOT NULL,
  type            smallint NOT NULL,
  time_in_force   smallint NOT NULL,
  post_only       boolean NOT NULL,
  self_trade      smallint NOT NULL,
  amount          bigint NOT NULL,
  trigger_ticks   bigint NOT NULL,
  rises           boolean NOT NULL,
  slippage_ppm    integer NOT NULL,
  maker_ppm       integer NOT NULL,
  taker_ppm       integer NOT NULL,
  client_order_id text NOT NULL,
  created_at      bigint NOT NULL,
  limit_ticks     bigint NOT NULL,
  lots            bigint NOT NULL,
  filled          bigint NOT NULL,
  filled_quote    bigint NOT NULL,
  fee             bigint NOT NULL,
  fee_fraction    integer NOT NULL,
  held            bigint NOT NULL,
  status          smallint NOT NULL,
  place           bigint NOT NULL,
  updated_at      bigint NOT NULL,
  seq             bigint NOT NULL
) WITH (fillfactor = 60);
CREATE INDEX spot_order_user ON spot_order (user_id, id) WHERE user_id >= 1000;

-- Orders that ended, for history; rows are only ever added. Unfilled quotes of the house are not kept.
CREATE TABLE spot_order_done (LIKE spot_order);
ALTER TABLE spot_order_done ADD PRIMARY KEY (id);
CREATE INDEX spot_order_done_user ON spot_order_done (user_id, id) WHERE user_id >= 1000;

CREATE TABLE spot_trade (
  market      smallint NOT NULL,
  id          bigint NOT NULL,
  seq         bigint NOT NULL,
  at          bigint NOT NULL,
  ticks       bigint NOT NULL,
  lots        bigint NOT NULL,
  taker_side  smallint NOT NULL,
  taker_order bigint NOT NULL,
  maker_order bigint NOT NULL,
  taker_user  bigint NOT NULL,
  maker_user  bigint NOT NULL,
  taker_fee   bigint NOT NULL,
  maker_fee   bigint NOT NULL,
  PRIMARY KEY (market, id)
);
CREATE INDEX spot_trade_taker ON spot_trade (taker_user, seq) WHERE taker_user >= 1000;
CREATE INDEX spot_trade_maker ON spot_trade (maker_user, seq) WHERE maker_user >= 1000;

-- Fee rates of users who have their own.
CREATE TABLE spot_fee_tier (
  user_id   bigint PRIMARY KEY,
  maker_ppm integer NOT NULL,
  taker_ppm integer NOT NULL
);
