-- Loans. Amounts in units of 1e-8, rates in millionths, times in milliseconds; digests are SHA-256
-- in hexadecimal digits, of rows and texts that no evidence names.

-- Every version of every product; the last one of each is what is offered now.
CREATE TABLE loan_product (
  product         text NOT NULL,
  version         integer NOT NULL,
  is_open         boolean NOT NULL,
  lender          text NOT NULL,
  least           bigint NOT NULL CHECK (least > 0),
  most            bigint NOT NULL CHECK (most >= least),
  daily_ppm       integer NOT NULL,
  period_days     integer NOT NULL,
  instalments     integer NOT NULL,
  method          text NOT NULL,
  late_hundredths integer NOT NULL,
  cap_ppm         integer NOT NULL,
  set_at          bigint NOT NULL,
  PRIMARY KEY (product, version)
);

-- Offers and loans that are open: few, loaded whole at start. id is the number of the command that
-- offered one.
CREATE TABLE loan (
  id            bigint PRIMARY KEY,
  user_id       bigint NOT NULL,
  product       text NOT NULL,
  version       integer NOT NULL,
  asset         integer NOT NULL,
  amount        bigint NOT NULL CHECK (amount > 0),
  application   text NOT NULL,
  contract      text NOT NULL,
  offered_at    bigint NOT NULL,
  offer_until   bigint NOT NULL,
  state         text NOT NULL,
  issued_at     bigint NOT NULL,
  days          integer NOT NULL,
  repaid        bigint NOT NULL CHECK (repaid >= 0 AND repaid <= amount),
  interest      bigint NOT NULL,
  interest_paid bigint NOT NULL CHECK (interest_paid <= interest),
  penalty       bigint NOT NULL,
  penalty_paid  bigint NOT NULL CHECK (penalty_paid <= penalty),
  interest_due  bigint NOT NULL
);
CREATE INDEX loan_application ON loan (application);

-- Those that ended; rows are only ever added.
CREATE TABLE ended_loan (
  id            bigint PRIMARY KEY,
  user_id       bigint NOT NULL,
  product       text NOT NULL,
  version       integer NOT NULL,
  asset         integer NOT NULL,
  amount        bigint NOT NULL,
  application   text NOT NULL,
  contract      text NOT NULL,
  offered_at    bigint NOT NULL,
  offer_until   bigint NOT NULL,
  state         text NOT NULL,
  issued_at     bigint NOT NULL,
  days          integer NOT NULL,
  repaid        bigint NOT NULL,
  interest      bigint NOT NULL,
  interest_paid bigint NOT NULL,
  penalty       bigint NOT NULL,
  penalty_paid  bigint NOT NULL,
  interest_due  bigint NOT NULL,
  seq           bigint NOT NULL,
  ended_at      bigint NOT NULL,
  ended_by      bigint NOT NULL,
  reason        text NOT NULL
);
CREATE INDEX ended_loan_application ON ended_loan (application);
CREATE INDEX ended_loan_seq ON ended_loan (seq);

-- What each day of each loan costs; rows are only ever added.
CREATE TABLE loan_day (
  loan_id  bigint NOT NULL,
  day      integer NOT NULL,
  interest bigint NOT NULL CHECK (interest >= 0),
  penalty  bigint NOT NULL CHECK (penalty >= 0),
  seq      bigint NOT NULL,
  PRIMARY KEY (loan_id, day)
);
CREATE INDEX loan_day_seq ON loan_day (seq);

-- What was paid, with the parts to which it went; rows are only ever added.
CREATE TABLE loan_payment (
  seq       bigint PRIMARY KEY,
  loan_id   bigint NOT NULL,
  user_id   bigint NOT NULL,
  source    text NOT NULL,
  penalty   bigint NOT NULL CHECK (penalty >= 0),
  interest  bigint NOT NULL CHECK (interest >= 0),
  principal bigint NOT NULL CHECK (principal >= 0),
  payment   text NOT NULL,
  at        bigint NOT NULL
);
CREATE INDEX loan_payment_loan ON loan_payment (loan_id);
