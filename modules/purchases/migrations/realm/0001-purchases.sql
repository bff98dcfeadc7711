-- Open quick purchases: few, loaded whole at start. id is the number of the command that accepted
-- one; amounts in units of 1e-8; digest is the SHA-256 of the order's row, which no evidence names.
CREATE TABLE purchase (
  id          bigint PRIMARY KEY,
  user_id     bigint NOT NULL,
  asset       integer NOT NULL,
  amount      bigint NOT NULL CHECK (amount > 0),
  money       integer NOT NULL,
  cost        bigint NOT NULL CHECK (cost > 0),
  digest      text NOT NULL,
  accepted_at bigint NOT NULL,
  deadline    bigint NOT NULL
);
CREATE INDEX purchase_digest ON purchase (digest);

-- Those that ended; rows are only ever added.
CREATE TABLE ended_purchase (
  id          bigint PRIMARY KEY,
  user_id     bigint NOT NULL,
  asset       integer NOT NULL,
  amount      bigint NOT NULL,
  money       integer NOT NULL,
  cost        bigint NOT NULL,
  digest      text NOT NULL,
  accepted_at bigint NOT NULL,
  deadline    bigint NOT NULL,
  state       text NOT NULL,
  seq         bigint NOT NULL,
  ended_at    bigint NOT NULL,
  ended_by    bigint NOT NULL,
  reason      text NOT NULL,
  ground      text NOT NULL,
  payment     text NOT NULL
);
CREATE INDEX ended_purchase_digest ON ended_purchase (digest);
CREATE INDEX ended_purchase_seq ON ended_purchase (seq);
