-- Who has invited whom, as it was when they registered. Loaded whole at start.
CREATE TABLE referral (
  user_id     bigint PRIMARY KEY,
  referrer_id bigint NOT NULL CHECK (referrer_id < user_id),
  bound_at    bigint NOT NULL,
  paid_day    bigint NOT NULL
);
CREATE INDEX referral_of_referrer ON referral (referrer_id, user_id);

-- The last UTC day whose commissions are all paid, and its last command.
CREATE TABLE commission_day (
  one   integer PRIMARY KEY CHECK (one = 1),
  day   bigint NOT NULL,
  up_to bigint NOT NULL
);

-- Accounts that are taken for one person.
CREATE TABLE cluster_member (
  user_id    bigint PRIMARY KEY,
  cluster_id bigint NOT NULL,
  joined_at  bigint NOT NULL
);

-- What was paid of the fees that the house has kept, in units of 1e-8; rows are only ever added.
CREATE TABLE commission (
  seq       bigint NOT NULL,
  level     integer NOT NULL CHECK (level BETWEEN 1 AND 4),
  asset     integer NOT NULL,
  user_id   bigint NOT NULL,
  member_id bigint NOT NULL,
  day       bigint NOT NULL,
  fees      bigint NOT NULL CHECK (fees > 0),
  rate_ppm  integer NOT NULL,
  amount    bigint NOT NULL CHECK (amount >= 0 AND amount <= fees / 2),
  at        bigint NOT NULL,
  PRIMARY KEY (seq, level, asset),
  UNIQUE (member_id, day, level, asset)
);
CREATE INDEX commission_of_user ON commission (user_id, seq);
CREATE INDEX commission_at ON commission (at);
