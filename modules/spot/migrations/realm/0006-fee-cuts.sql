-- What has set the rates of a user, once a day at most; rows are only ever added.
CREATE TABLE spot_fee_cut (
  seq       bigint PRIMARY KEY,
  user_id   bigint NOT NULL,
  day       bigint NOT NULL,
  tier      smallint NOT NULL,
  volume    numeric NOT NULL CHECK (volume >= 0),
  maker_ppm integer NOT NULL,
  taker_ppm integer NOT NULL,
  at        bigint NOT NULL,
  UNIQUE (user_id, day)
);
-- Rates that a cut has set only lower what a market asks for; those of builds before replaced it.
ALTER TABLE spot_fee_tier ADD COLUMN by_cut boolean NOT NULL DEFAULT false;
CREATE INDEX spot_fee_cut_day ON spot_fee_cut (day);
