-- When somebody last converted small balances; loaded whole at start.
CREATE TABLE last_conversion (
  user_id bigint PRIMARY KEY,
  at      bigint NOT NULL
);

-- What was converted, one row for each asset of a command; rows are only ever added. Amounts in units
-- of 1e-8, price, value and fee of USDT.
CREATE TABLE conversion (
  seq     bigint NOT NULL,
  asset   integer NOT NULL,
  user_id bigint NOT NULL,
  amount  bigint NOT NULL CHECK (amount > 0),
  price   bigint NOT NULL CHECK (price > 0),
  value   bigint NOT NULL CHECK (value > 0),
  fee     bigint NOT NULL CHECK (fee >= 0 AND fee < value),
  at      bigint NOT NULL,
  PRIMARY KEY (seq, asset)
);
CREATE INDEX conversion_of_user ON conversion (user_id, seq);
