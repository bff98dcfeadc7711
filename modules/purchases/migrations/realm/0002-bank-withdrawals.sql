-- Withdrawals to banks from their request until their bank can no longer send them back; loaded
-- whole at start. id is the number of the withdrawal, amounts are units of 1e-8: what the house
-- takes, and what it pays of the bank money. paid_seq: the command that settled one.
CREATE TABLE bank_withdrawal (
  id       bigint PRIMARY KEY,
  user_id  bigint NOT NULL,
  asset    integer NOT NULL,
  amount   bigint NOT NULL CHECK (amount > 0),
  money    integer NOT NULL,
  proceeds bigint NOT NULL CHECK (proceeds > 0),
  digest   text NOT NULL,
  paid_seq bigint,
  paid_at  bigint
);

-- Those that came back; rows are only ever added.
CREATE TABLE returned_bank_withdrawal (
  id       bigint PRIMARY KEY,
  user_id  bigint NOT NULL,
  asset    integer NOT NULL,
  amount   bigint NOT NULL CHECK (amount > 0),
  money    integer NOT NULL,
  returned bigint NOT NULL CHECK (returned > 0),
  digest   text NOT NULL,
  payment  text NOT NULL,
  seq      bigint NOT NULL,
  at       bigint NOT NULL
);
CREATE INDEX returned_bank_withdrawal_digest ON returned_bank_withdrawal (digest);
CREATE INDEX returned_bank_withdrawal_seq ON returned_bank_withdrawal (seq);
