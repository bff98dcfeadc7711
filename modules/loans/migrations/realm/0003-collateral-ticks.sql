-- Ticks whose loans were too many for the command that recorded them: what is left of each, until
-- commands of the engine itself have gone over it. seq is the command that recorded it.
CREATE TABLE collateral_tick (
  seq        bigint NOT NULL,
  asset      integer NOT NULL,
  n          bigint NOT NULL,
  price      bigint NOT NULL,
  -- The number of the last loan that was looked at; 0: none was.
  after_loan bigint NOT NULL CHECK (after_loan >= 0),
  PRIMARY KEY (seq, asset)
);
