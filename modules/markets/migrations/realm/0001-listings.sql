-- What may be held and what may be traded. Written by the engine only, in the batch that lists it.
-- The numbers are the listing as the operator wrote it; the engine derives its integers from them.
CREATE TABLE asset (
  id integer PRIMARY KEY,
  symbol text NOT NULL UNIQUE,
  name text NOT NULL
);

CREATE TABLE market (
  id integer PRIMARY KEY,
  symbol text NOT NULL UNIQUE,
  base_asset integer NOT NULL REFERENCES asset,
  quote_asset integer NOT NULL REFERENCES asset,
  tick_size numeric NOT NULL,
  step_size numeric NOT NULL,
  max_price numeric NOT NULL,
  min_quantity numeric NOT NULL,
  max_quantity numeric NOT NULL,
  min_notional numeric NOT NULL,
  max_notional numeric NOT NULL,
  maker_fee_ppm integer NOT NULL,
  taker_fee_ppm integer NOT NULL,
  status text NOT NULL
);
