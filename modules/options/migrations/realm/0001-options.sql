-- Options: open ones and what they need are small and loaded whole; ended ones, settlements and void
-- windows are only ever added. Amounts and prices in units of 1e-8; ids and seq are numbers of commands.
-- Nothing about a person touches a price, a payout, a delay or a result (decision 0068).

CREATE TABLE ended_option (
  id           bigint NOT NULL,
  user_id      bigint NOT NULL,
  market       text NOT NULL,
  direction    text NOT NULL,
  term_ms      integer NOT NULL,
  stake        bigint NOT NULL,
  payout_ppm   integer NOT NULL,
  payout       bigint NOT NULL,
  fee_ppm      integer NOT NULL,
  fee          bigint NOT NULL,
  window_ms    integer NOT NULL,
  needed       integer NOT NULL,
  tick_ms      integer NOT NULL,
  version      bigint NOT NULL,
  spot_n       bigint NOT NULL,
  spot         bigint NOT NULL,
  issued_at    bigint NOT NULL,
  signature    text NOT NULL,
  slippage_ppm integer,
  accepted_at  bigint NOT NULL,
  after_n      bigint NOT NULL,
  expires_at   bigint NOT NULL,
  entry_n      bigint,
  entry_at     bigint,
  entry_price  bigint,
  result       text NOT NULL,
  reason       text NOT NULL,
  exit_price   bigint,
  exit_n       bigint,
  paid         bigint NOT NULL,
  seq          bigint NOT NULL,
  ended_at     bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE open_option (
  id           bigint NOT NULL,
  user_id      bigint NOT NULL,
  market       text NOT NULL,
  direction    text NOT NULL,
  term_ms      integer NOT NULL,
  stake        bigint NOT NULL,
  payout_ppm   integer NOT NULL,
  payout       bigint NOT NULL,
  fee_ppm      integer NOT NULL,
  fee          bigint NOT NULL,
  window_ms    integer NOT NULL,
  needed       integer NOT NULL,
  tick_ms      integer NOT NULL,
  version      bigint NOT NULL,
  spot_n       bigint NOT NULL,
  spot         bigint NOT NULL,
  issued_at    bigint NOT NULL,
  signature    text NOT NULL,
  slippage_ppm integer,
  accepted_at  bigint NOT NULL,
  after_n      bigint NOT NULL,
  expires_at   bigint NOT NULL,
  state        text NOT NULL,
  entry_n      bigint,
  entry_at     bigint,
  entry_price  bigint,
  sale_seq     bigint,
  sale_at      bigint,
  sale_after_n bigint,
  sale_least   bigint,
  PRIMARY KEY (id)
);

CREATE TABLE option_day (
  market      text NOT NULL,
  day         integer NOT NULL,
  won         integer NOT NULL,
  lost        integer NOT NULL,
  tied        integer NOT NULL,
  voided      integer NOT NULL,
  sold        integer NOT NULL,
  stakes      bigint NOT NULL,
  fees        bigint NOT NULL,
  paid        bigint NOT NULL,
  theory      bigint NOT NULL,
  refunded    bigint NOT NULL,
  crowd_right integer NOT NULL,
  crowd_wrong integer NOT NULL,
  PRIMARY KEY (market, day)
);

CREATE TABLE option_feed (
  index_name text NOT NULL,
  n          bigint NOT NULL,
  at         bigint NOT NULL,
  hash       text NOT NULL,
  PRIMARY KEY (index_name)
);

CREATE TABLE option_market (
  market          text NOT NULL,
  index_name      text NOT NULL,
  asset           integer NOT NULL,
  status          text NOT NULL,
  tick_ms         integer NOT NULL,
  least_stake     bigint NOT NULL,
  most_stake      bigint NOT NULL,
  capacity_expiry bigint NOT NULL,
  capacity_open   bigint NOT NULL,
  fee_ppm         integer NOT NULL,
  volatility_ppm  integer NOT NULL,
  sale_fee_ppm    integer NOT NULL,
  version         bigint NOT NULL,
  counted_until   bigint NOT NULL,
  PRIMARY KEY (market)
);

CREATE TABLE option_person (
  user_id          bigint NOT NULL,
  daily_stake      bigint,
  next_daily_stake bigint,
  next_from        bigint NOT NULL,
  excluded_until   bigint NOT NULL,
  day              integer NOT NULL,
  staked           bigint NOT NULL,
  losses_in_a_row  integer NOT NULL,
  last_loss_at     bigint NOT NULL,
  PRIMARY KEY (user_id)
);

CREATE TABLE option_rate (
  market     text NOT NULL,
  term_ms    integer NOT NULL,
  payout_ppm integer NOT NULL,
  PRIMARY KEY (market, term_ms)
);

CREATE TABLE option_series (
  market     text NOT NULL,
  expires_at bigint NOT NULL,
  window_ms  integer NOT NULL,
  escrow     bigint NOT NULL,
  house      bigint NOT NULL,
  count      integer NOT NULL,
  opened_at  bigint NOT NULL,
  net        bigint NOT NULL,
  needed     integer NOT NULL,
  state      text NOT NULL,
  price      bigint,
  reason     text NOT NULL,
  PRIMARY KEY (market, expires_at, window_ms)
);

CREATE TABLE option_settlement (
  market     text NOT NULL,
  expires_at bigint NOT NULL,
  window_ms  integer NOT NULL,
  ticks      integer NOT NULL,
  needed     integer NOT NULL,
  first_n    bigint,
  last_n     bigint,
  price      bigint,
  reason     text NOT NULL,
  head_n     bigint NOT NULL,
  head       text NOT NULL,
  seq        bigint NOT NULL,
  at         bigint NOT NULL,
  PRIMARY KEY (market, expires_at, window_ms)
);

CREATE TABLE option_tick (
  index_name text NOT NULL,
  n          bigint NOT NULL,
  at         bigint NOT NULL,
  price      bigint NOT NULL,
  PRIMARY KEY (index_name, n)
);

CREATE TABLE option_void (
  seq        bigint NOT NULL,
  index_name text NOT NULL,
  from_at    bigint NOT NULL,
  to_at      bigint NOT NULL,
  reason     text NOT NULL,
  windows    integer NOT NULL,
  at         bigint NOT NULL,
  PRIMARY KEY (seq)
);

CREATE INDEX ended_option_of_user ON ended_option (user_id, id);
CREATE INDEX ended_option_of_series ON ended_option (market, expires_at, window_ms);
CREATE INDEX ended_option_seq ON ended_option (seq);
CREATE INDEX open_option_of_user ON open_option (user_id, id);
CREATE INDEX option_settlement_seq ON option_settlement (seq);
