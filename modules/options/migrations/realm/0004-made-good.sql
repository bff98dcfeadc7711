-- Settled windows that were wrong are made good (decision 0116): what each would owe is kept for 30
-- days; what was declared and paid is only ever added.
CREATE TABLE option_window (
  market      text NOT NULL,
  expires_at  bigint NOT NULL,
  window_ms   integer NOT NULL,
  part        integer NOT NULL,
  count       integer NOT NULL,
  missing     bigint NOT NULL,
  hash        text NOT NULL,
  crowd       text NOT NULL,
  crowd_day   integer NOT NULL,
  declared_by bigint,
  PRIMARY KEY (market, expires_at, window_ms, part)
);

CREATE TABLE option_made_good (
  seq        bigint NOT NULL,
  asset      integer NOT NULL,
  index_name text NOT NULL,
  from_at    bigint NOT NULL,
  to_at      bigint NOT NULL,
  reason     text NOT NULL,
  windows    integer NOT NULL,
  amount     bigint NOT NULL,
  at         bigint NOT NULL,
  PRIMARY KEY (seq, asset)
);

CREATE TABLE made_good_option (
  id          bigint NOT NULL,
  user_id     bigint NOT NULL,
  market      text NOT NULL,
  amount      bigint NOT NULL,
  own         bigint NOT NULL,
  declared_by bigint NOT NULL,
  seq         bigint NOT NULL,
  at          bigint NOT NULL,
  PRIMARY KEY (id)
);

-- The command that ended the virtual account of somebody or reset it; null: none.
ALTER TABLE option_person ADD COLUMN cleared_by bigint;

CREATE INDEX made_good_option_of_user ON made_good_option (user_id, id);
