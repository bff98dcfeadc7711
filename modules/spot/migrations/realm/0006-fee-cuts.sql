-- What has set the rates of a user; rows are only ever added. The permanent id of the command names
-- user and day, so that there is one for both.
CREATE TABLE spot_fee_cut (
  seq       bigint PRIMARY KEY,
  user_id   bigint NOT NULL,
  day       bigint NOT NULL,
  tier      smallint NOT NULL,
  volume    numeric NOT NULL CHECK (volume >= 0),
  maker_ppm integer NOT NULL,
  taker_ppm integer NOT NULL,
  at        bigint NOT NULL
);
CREATE INDEX spot_fee_cut_user ON spot_fee_cut (user_id, day);
-- Rates that a cut has set only lower what a market asks for; those of builds before replaced it.
ALTER TABLE spot_fee_tier ADD COLUMN by_cut boolean NOT NULL DEFAULT false;
CREATE INDEX spot_fee_cut_day ON spot_fee_cut (day);
