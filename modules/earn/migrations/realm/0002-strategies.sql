-- Earn products of the kind strategy: terms with their units and the cut under way, and holdings, are
-- loaded whole; ended holdings and cuts are only ever added. Amounts and units in units of 1e-8, days
-- since the epoch in UTC; ids and seq are numbers of commands. That a day is cut once is the key of
-- strategy_cut.

CREATE TABLE earn_strategy (
  product     text NOT NULL,
  asset       integer NOT NULL,
  strategy    text NOT NULL,
  status      text NOT NULL,
  least       bigint NOT NULL,
  most        bigint NOT NULL,
  most_person bigint NOT NULL,
  quota       bigint NOT NULL,
  version     bigint NOT NULL,
  listed_seq  bigint NOT NULL,
  listed_at   bigint NOT NULL,
  seed        bigint NOT NULL,
  units       bigint NOT NULL,
  house_units bigint NOT NULL,
  day         integer NOT NULL,
  cut_seq     bigint NOT NULL,
  cut_at      bigint NOT NULL,
  cut_value   bigint NOT NULL,
  cut_units   bigint NOT NULL,
  paid_in     bigint NOT NULL,
  issued      bigint NOT NULL,
  paid_out    bigint NOT NULL,
  redeemed    bigint NOT NULL,
  PRIMARY KEY (product)
);

CREATE TABLE strategy_holding (
  id          bigint NOT NULL,
  user_id     bigint NOT NULL,
  product     text NOT NULL,
  asset       integer NOT NULL,
  amount      bigint NOT NULL,
  accepted_at bigint NOT NULL,
  state       text NOT NULL,
  units       bigint NOT NULL,
  issued_day  integer,
  asked_day   integer,
  asked_seq   bigint,
  asked_at    bigint,
  paid        bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE ended_holding (
  id          bigint NOT NULL,
  user_id     bigint NOT NULL,
  product     text NOT NULL,
  asset       integer NOT NULL,
  amount      bigint NOT NULL,
  accepted_at bigint NOT NULL,
  state       text NOT NULL,
  units       bigint NOT NULL,
  issued_day  integer,
  asked_day   integer,
  asked_seq   bigint,
  asked_at    bigint,
  paid        bigint NOT NULL,
  seq         bigint NOT NULL,
  ended_at    bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE strategy_cut (
  product    text NOT NULL,
  day        integer NOT NULL,
  valued_seq bigint NOT NULL,
  at         bigint NOT NULL,
  value      bigint NOT NULL,
  units      bigint NOT NULL,
  paid_in    bigint NOT NULL,
  issued     bigint NOT NULL,
  paid_out   bigint NOT NULL,
  redeemed   bigint NOT NULL,
  waiting    bigint NOT NULL,
  seq        bigint NOT NULL,
  PRIMARY KEY (product, day)
);

CREATE TABLE strategy_cut_asset (
  product text NOT NULL,
  day     integer NOT NULL,
  asset   integer NOT NULL,
  amount  bigint NOT NULL,
  price   bigint NOT NULL,
  n       bigint NOT NULL,
  seq     bigint NOT NULL,
  PRIMARY KEY (product, day, asset)
);

CREATE INDEX strategy_holding_of_user ON strategy_holding (user_id);
CREATE INDEX ended_holding_of_user ON ended_holding (user_id, id);
CREATE INDEX ended_holding_seq ON ended_holding (seq);
CREATE INDEX strategy_cut_seq ON strategy_cut (seq);
CREATE INDEX strategy_cut_asset_seq ON strategy_cut_asset (seq);
