-- Open withdrawals: few, loaded whole at start. id is the number of the command that requested one;
-- amounts in units of 1e-8; digest is the SHA-256 of the destination, which no evidence names.
CREATE TABLE withdrawal (
  id           bigint PRIMARY KEY,
  user_id      bigint NOT NULL,
  asset        integer NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),
  fee          bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
  digest       text NOT NULL,
  requested_at bigint NOT NULL,
  state        text NOT NULL,
  approved_seq bigint,
  approved_at  bigint,
  approved_by  bigint,
  paying_seq   bigint,
  paying_at    bigint
);
CREATE INDEX withdrawal_of_user ON withdrawal (user_id, id);

-- Those that ended; rows are only ever added.
CREATE TABLE ended_withdrawal (
  id           bigint PRIMARY KEY,
  user_id      bigint NOT NULL,
  asset        integer NOT NULL,
  amount       bigint NOT NULL,
  fee          bigint NOT NULL,
  digest       text NOT NULL,
  requested_at bigint NOT NULL,
  state        text NOT NULL,
  approved_seq bigint,
  approved_at  bigint,
  approved_by  bigint,
  paying_seq   bigint,
  paying_at    bigint,
  seq          bigint NOT NULL,
  ended_at     bigint NOT NULL,
  ended_by     bigint NOT NULL,
  reason       text NOT NULL,
  payout       text NOT NULL
);
CREATE INDEX ended_withdrawal_of_user ON ended_withdrawal (user_id, id);
CREATE INDEX ended_withdrawal_seq ON ended_withdrawal (seq);

-- What came in. The command's permanent id names chain, transaction and place, so each comes once.
CREATE TABLE deposit_credit (
  seq     bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  asset   integer NOT NULL,
  amount  bigint NOT NULL CHECK (amount > 0),
  digest  text NOT NULL,
  rules   integer NOT NULL,
  at      bigint NOT NULL
);
CREATE INDEX deposit_credit_of_user ON deposit_credit (user_id, seq);
