-- Where somebody is in the sign-in cycle: the last calendar day (in days since 1970-01-01) and its
-- slot from 1 to 7. Loaded whole at start.
CREATE TABLE sign_in (
  user_id bigint PRIMARY KEY,
  day     bigint NOT NULL,
  slot    integer NOT NULL CHECK (slot BETWEEN 1 AND 7)
);

-- What was paid, in units of 1e-8, once for a person and a day; rows are only ever added.
CREATE TABLE reward (
  seq     bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  day     bigint NOT NULL,
  slot    integer NOT NULL,
  asset   integer NOT NULL,
  amount  bigint NOT NULL CHECK (amount > 0),
  at      bigint NOT NULL,
  UNIQUE (user_id, day)
);
CREATE INDEX reward_of_user ON reward (user_id, seq);
CREATE INDEX reward_at ON reward (at);
