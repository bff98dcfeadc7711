-- Earn: products and orders in custody are loaded whole; ended terms and booked days are only ever
-- added. Amounts in units of 1e-8, rates in billionths a day, days since the epoch in UTC; ids and seq
-- are numbers of commands. That a day is booked once for an order is the key of earn_accrual.

CREATE TABLE earn_product (
  product     text NOT NULL,
  asset       integer NOT NULL,
  status      text NOT NULL,
  cycle_days  integer NOT NULL,
  daily_ppb   integer NOT NULL,
  payout      text NOT NULL,
  cost_ppm    integer NOT NULL,
  least       bigint NOT NULL,
  most        bigint NOT NULL,
  most_person bigint NOT NULL,
  quota       bigint NOT NULL,
  version     bigint NOT NULL,
  PRIMARY KEY (product)
);

CREATE TABLE earn_order (
  id          bigint NOT NULL,
  user_id     bigint NOT NULL,
  product     text NOT NULL,
  asset       integer NOT NULL,
  principal   bigint NOT NULL,
  accepted_at bigint NOT NULL,
  payout      text NOT NULL,
  cycle_days  integer NOT NULL,
  term        integer NOT NULL,
  first_day   integer NOT NULL,
  daily_ppb   integer NOT NULL,
  cost_ppm    integer NOT NULL,
  version     bigint NOT NULL,
  days        integer NOT NULL,
  renews      boolean NOT NULL,
  state       text NOT NULL,
  code        text NOT NULL,
  asked_at    bigint,
  due_at      bigint,
  cost        bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE ended_earn (
  id          bigint NOT NULL,
  term        integer NOT NULL,
  user_id     bigint NOT NULL,
  product     text NOT NULL,
  asset       integer NOT NULL,
  principal   bigint NOT NULL,
  accepted_at bigint NOT NULL,
  payout      text NOT NULL,
  cycle_days  integer NOT NULL,
  first_day   integer NOT NULL,
  daily_ppb   integer NOT NULL,
  cost_ppm    integer NOT NULL,
  version     bigint NOT NULL,
  days        integer NOT NULL,
  renews      boolean NOT NULL,
  code        text NOT NULL,
  asked_at    bigint,
  due_at      bigint,
  cost        bigint NOT NULL,
  state       text NOT NULL,
  not_renewed text NOT NULL,
  earned      bigint NOT NULL,
  late_yield  bigint NOT NULL,
  seq         bigint NOT NULL,
  ended_at    bigint NOT NULL,
  PRIMARY KEY (id, term)
);

CREATE TABLE earn_accrual (
  order_id bigint NOT NULL,
  day      integer NOT NULL,
  amount   bigint NOT NULL,
  seq      bigint NOT NULL,
  PRIMARY KEY (order_id, day)
);

CREATE TABLE earn_day (
  product   text NOT NULL,
  day       integer NOT NULL,
  paid      bigint NOT NULL,
  principal bigint NOT NULL,
  orders    integer NOT NULL,
  PRIMARY KEY (product, day)
);

CREATE INDEX ended_earn_of_user ON ended_earn (user_id, seq);
CREATE INDEX ended_earn_seq ON ended_earn (seq);
CREATE INDEX earn_accrual_seq ON earn_accrual (seq);
CREATE INDEX earn_order_of_user ON earn_order (user_id);
