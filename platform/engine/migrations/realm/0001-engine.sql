-- One row: who may write here (epoch), how far the realm has come, and the head of its hash chain.
CREATE TABLE engine (
  one        boolean PRIMARY KEY DEFAULT true CHECK (one),
  epoch      bigint NOT NULL DEFAULT 0,
  holder     text NOT NULL DEFAULT '',
  backend    integer NOT NULL DEFAULT 0,
  renewed_at timestamptz NOT NULL DEFAULT to_timestamp(0),
  last_seq   bigint NOT NULL DEFAULT 0,
  last_at    bigint NOT NULL DEFAULT 0,
  head       text NOT NULL DEFAULT ''
);
INSERT INTO engine DEFAULT VALUES;

-- Every command with its outcome, in order, a batch a row: one line of JSON a command.
-- ids: for each command that carried an id, 8 bytes of its key and 4 bytes of its place in the batch.
CREATE TABLE engine_batch (
  first_seq bigint PRIMARY KEY,
  last_seq  bigint NOT NULL,
  epoch     bigint NOT NULL,
  at        bigint NOT NULL,
  head      text NOT NULL,
  ids       bytea NOT NULL,
  log       text NOT NULL
);
