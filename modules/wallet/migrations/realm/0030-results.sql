-- What people's trading has made so far, added up from the journal and the trades (decision 0087). A
-- summary: whatever is here follows from both, and can be added up again. Units of 1e-8.
CREATE TABLE result_person (
  user_id   bigint PRIMARY KEY,
  -- The command up to which it is added up.
  seq       bigint NOT NULL DEFAULT 0,
  -- Realised, in USDT: of selling what was held, and of contracts.
  spot      numeric NOT NULL DEFAULT 0,
  contracts numeric NOT NULL DEFAULT 0
);

-- What somebody holds of an asset, and what that has cost in USDT.
CREATE TABLE result_holding (
  user_id  bigint NOT NULL REFERENCES result_person,
  asset    integer NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  cost     numeric NOT NULL CHECK (cost >= 0),
  -- Not while something of it came in when there was no price.
  is_known boolean NOT NULL,
  PRIMARY KEY (user_id, asset)
);

-- At which price what came in otherwise than by a trade was counted; null: there was none.
CREATE TABLE result_arrival (
  user_id bigint NOT NULL REFERENCES result_person,
  seq     bigint NOT NULL,
  n       integer NOT NULL,
  asset   integer NOT NULL,
  amount  bigint NOT NULL CHECK (amount > 0),
  price   bigint,
  at      bigint NOT NULL,
  PRIMARY KEY (user_id, seq, n)
);
