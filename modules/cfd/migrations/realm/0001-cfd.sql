-- Contracts against the house (decisions 0066, 0067). Prices, lots and amounts are units of 1e-8.
CREATE TABLE cfd_contract (
  id             integer PRIMARY KEY,
  symbol         text NOT NULL UNIQUE,
  index_name     text NOT NULL,
  underlying     text NOT NULL,
  contract_size  bigint NOT NULL CHECK (contract_size > 0),
  lot_step       bigint NOT NULL CHECK (lot_step > 0),
  tick_size      bigint NOT NULL,
  min_lots       bigint NOT NULL,
  max_lots       bigint NOT NULL,
  max_leverage   integer NOT NULL CHECK (max_leverage > 0),
  spread         bigint NOT NULL CHECK (spread > 0),
  thin_ms        bigint NOT NULL,
  thin_percent   integer NOT NULL,
  calm_ppm       integer NOT NULL,
  premium_ppm    integer NOT NULL,
  guaranteed_ppm integer NOT NULL,
  carry          bigint NOT NULL,
  carry_days     bigint NOT NULL,
  admin_ppm      integer NOT NULL,
  nights         text NOT NULL,
  holidays       text NOT NULL,
  max_net_lots   bigint NOT NULL,
  stress_ppm     integer NOT NULL,
  status         text NOT NULL,
  version        integer NOT NULL,
  listed_at      bigint NOT NULL
);

-- Every version of the terms, as it was published; rows are only ever added.
CREATE TABLE cfd_terms (
  seq      bigint NOT NULL,
  contract integer NOT NULL,
  version  integer NOT NULL,
  at       bigint NOT NULL,
  listing  text NOT NULL,
  PRIMARY KEY (contract, version)
);
CREATE INDEX cfd_terms_seq ON cfd_terms (seq);

-- The last tick of each contract, rewritten with every tick.
CREATE TABLE cfd_quote (
  contract  integer PRIMARY KEY,
  seq       bigint NOT NULL,
  n         bigint NOT NULL,
  at        bigint NOT NULL,
  price     bigint NOT NULL,
  bid       bigint NOT NULL,
  ask       bigint NOT NULL,
  spread    bigint NOT NULL,
  recent    text NOT NULL,
  rolled_at bigint NOT NULL
) WITH (fillfactor = 50);

-- Ticks that are not worked through: none, unless one meant more work than one command does.
CREATE TABLE cfd_tick (
  seq      bigint NOT NULL,
  contract integer NOT NULL,
  n        bigint NOT NULL,
  at       bigint NOT NULL,
  price    bigint NOT NULL,
  PRIMARY KEY (seq, contract)
);

CREATE TABLE cfd_account (
  user_id    bigint PRIMARY KEY,
  netted     boolean NOT NULL,
  used       bigint NOT NULL CHECK (used >= 0),
  reserved   bigint NOT NULL CHECK (reserved >= 0),
  held       bigint NOT NULL CHECK (held >= 0),
  deficit    bigint NOT NULL CHECK (deficit >= 0),
  owed       bigint NOT NULL CHECK (owed >= 0),
  owed_since bigint NOT NULL,
  level      smallint NOT NULL,
  endangered bigint NOT NULL
);

CREATE TABLE cfd_leg (
  user_id  bigint NOT NULL,
  contract integer NOT NULL,
  side     smallint NOT NULL,
  guard    bigint NOT NULL,
  PRIMARY KEY (user_id, contract, side)
);

-- Waiting orders and open positions: few for each person, loaded whole at start.
CREATE TABLE cfd_order (
  id              bigint PRIMARY KEY,
  user_id         bigint NOT NULL,
  contract        integer NOT NULL,
  kind            text NOT NULL,
  side            smallint NOT NULL,
  lots            bigint NOT NULL CHECK (lots > 0),
  leverage        integer NOT NULL,
  policy_leverage integer NOT NULL,
  price           bigint NOT NULL,
  worst           bigint NOT NULL,
  take_profit     bigint NOT NULL,
  stop_loss       bigint NOT NULL,
  trail           bigint NOT NULL,
  guaranteed      boolean NOT NULL,
  held            bigint NOT NULL CHECK (held >= 0),
  expires_at      bigint NOT NULL,
  accepted_at     bigint NOT NULL
);
CREATE INDEX cfd_order_of_user ON cfd_order (user_id, id);

CREATE TABLE cfd_position (
  id            bigint PRIMARY KEY,
  user_id       bigint NOT NULL,
  contract      integer NOT NULL,
  side          smallint NOT NULL,
  lots          bigint NOT NULL CHECK (lots > 0),
  entry         bigint NOT NULL CHECK (entry > 0),
  leverage      integer NOT NULL CHECK (leverage > 0),
  margin        bigint NOT NULL,
  opened_at     bigint NOT NULL,
  take_profit   bigint NOT NULL,
  stop_loss     bigint NOT NULL,
  trail         bigint NOT NULL,
  guaranteed    boolean NOT NULL,
  premium       bigint NOT NULL CHECK (premium >= 0),
  since         bigint NOT NULL,
  closing       bigint NOT NULL,
  closing_since bigint NOT NULL,
  closing_worst bigint NOT NULL,
  financing     bigint NOT NULL,
  financed_to   bigint NOT NULL
);
CREATE INDEX cfd_position_of_user ON cfd_position (user_id, id);

-- How far the price went for stops that trail.
CREATE TABLE cfd_peak (
  contract integer NOT NULL,
  side     smallint NOT NULL,
  seq      bigint NOT NULL,
  peak     bigint NOT NULL,
  PRIMARY KEY (contract, side, seq)
);

-- What happened, with all that its amounts follow from; rows are only ever added.
CREATE TABLE cfd_receipt (
  seq          bigint NOT NULL,
  n            integer NOT NULL,
  kind         text NOT NULL,
  why          text NOT NULL,
  user_id      bigint NOT NULL,
  contract     integer NOT NULL,
  version      integer NOT NULL,
  id           bigint NOT NULL,
  side         smallint NOT NULL,
  lots         bigint NOT NULL,
  leverage     integer NOT NULL,
  entry        bigint NOT NULL,
  price        bigint NOT NULL,
  tick         bigint NOT NULL,
  tick_at      bigint NOT NULL,
  index_price  bigint NOT NULL,
  spread       bigint NOT NULL,
  recent       text NOT NULL,
  amount       bigint NOT NULL,
  margin       bigint NOT NULL,
  premium      bigint NOT NULL,
  carry_nights smallint NOT NULL,
  admin_nights smallint NOT NULL,
  worst        bigint NOT NULL,
  started_at   bigint NOT NULL,
  at           bigint NOT NULL,
  PRIMARY KEY (seq, n)
);
CREATE INDEX cfd_receipt_of_user ON cfd_receipt (user_id, seq, n);
