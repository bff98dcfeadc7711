-- Loans against collateral. Amounts and prices in units of 1e-8, shares and rates in millionths,
-- times in milliseconds; the digests are SHA-256 in hexadecimal digits, of texts that terms make.

-- Every version of the terms of each asset; the last one that has taken effect holds.
CREATE TABLE collateral_terms (
  asset           integer NOT NULL,
  version         integer NOT NULL,
  is_open         boolean NOT NULL,
  initial_ppm     integer NOT NULL CHECK (initial_ppm > 0 AND initial_ppm < call_ppm),
  call_ppm        integer NOT NULL CHECK (call_ppm < liquidation_ppm),
  liquidation_ppm integer NOT NULL CHECK (liquidation_ppm < 1000000),
  fee_ppm         integer NOT NULL CHECK (fee_ppm >= 0),
  apr_ppm         integer NOT NULL CHECK (apr_ppm > 0),
  least           bigint NOT NULL CHECK (least > 0),
  most            bigint NOT NULL CHECK (most >= least),
  capacity        bigint NOT NULL CHECK (capacity >= 0),
  set_at          bigint NOT NULL,
  valid_from      bigint NOT NULL CHECK (valid_from >= set_at),
  PRIMARY KEY (asset, version)
);

-- Those that are open: few, loaded whole at start. id is the number of the command that opened one.
CREATE TABLE collateral_loan (
  id            bigint PRIMARY KEY,
  user_id       bigint NOT NULL,
  asset         integer NOT NULL,
  version       integer NOT NULL,
  lent          integer NOT NULL,
  amount        bigint NOT NULL CHECK (amount > 0),
  period_days   integer NOT NULL,
  contract      text NOT NULL,
  opened_at     bigint NOT NULL,
  collateral    bigint NOT NULL CHECK (collateral > 0),
  hours         integer NOT NULL CHECK (hours > 0),
  repaid        bigint NOT NULL CHECK (repaid >= 0 AND repaid <= amount),
  interest      bigint NOT NULL CHECK (interest >= 0),
  interest_paid bigint NOT NULL CHECK (interest_paid <= interest),
  calls         smallint NOT NULL,
  called_at     bigint NOT NULL
);

-- Those that ended; rows are only ever added.
CREATE TABLE ended_collateral_loan (
  id            bigint PRIMARY KEY,
  user_id       bigint NOT NULL,
  asset         integer NOT NULL,
  version       integer NOT NULL,
  lent          integer NOT NULL,
  amount        bigint NOT NULL,
  period_days   integer NOT NULL,
  contract      text NOT NULL,
  opened_at     bigint NOT NULL,
  collateral    bigint NOT NULL,
  hours         integer NOT NULL,
  repaid        bigint NOT NULL,
  interest      bigint NOT NULL,
  interest_paid bigint NOT NULL,
  calls         smallint NOT NULL,
  called_at     bigint NOT NULL,
  state         text NOT NULL,
  lost          bigint NOT NULL CHECK (lost >= 0),
  seq           bigint NOT NULL,
  ended_at      bigint NOT NULL
);
CREATE INDEX ended_collateral_loan_user ON ended_collateral_loan (user_id, id);
CREATE INDEX ended_collateral_loan_seq ON ended_collateral_loan (seq);

-- What happened to each, with what there was before; rows are only ever added.
CREATE TABLE collateral_event (
  seq            bigint NOT NULL,
  loan_id        bigint NOT NULL,
  user_id        bigint NOT NULL,
  what           text NOT NULL,
  had_collateral bigint NOT NULL,
  owed_interest  bigint NOT NULL,
  owed_principal bigint NOT NULL,
  tick           bigint NOT NULL,
  price          bigint NOT NULL,
  collateral     bigint NOT NULL CHECK (collateral >= 0),
  value          bigint NOT NULL,
  fee            bigint NOT NULL,
  interest       bigint NOT NULL CHECK (interest >= 0),
  principal      bigint NOT NULL CHECK (principal >= 0),
  lost           bigint NOT NULL CHECK (lost >= 0),
  at             bigint NOT NULL,
  PRIMARY KEY (seq, loan_id)
);
CREATE INDEX collateral_event_loan ON collateral_event (loan_id, seq);
