-- What brings a fee voucher, as it was published, and for how many people something is set aside.
CREATE TABLE reward_task (
  task_id      bigint PRIMARY KEY,
  kind         text NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),
  share_ppm    integer NOT NULL CHECK (share_ppm BETWEEN 1 AND 500000),
  days         integer NOT NULL CHECK (days > 0),
  people       integer NOT NULL CHECK (people > 0),
  taken        integer NOT NULL CHECK (taken BETWEEN 0 AND people),
  published_at bigint NOT NULL,
  ended_at     bigint
);

-- Fee vouchers, in units of 1e-8. Loaded whole at start: one a person and kind of task.
CREATE TABLE fee_voucher (
  voucher_id bigint PRIMARY KEY,
  task_id    bigint NOT NULL,
  user_id    bigint NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  remaining  bigint NOT NULL CHECK (remaining BETWEEN 0 AND amount),
  share_ppm  integer NOT NULL CHECK (share_ppm BETWEEN 1 AND 500000),
  from_day   bigint NOT NULL,
  last_day   bigint NOT NULL CHECK (last_day > from_day),
  paid_day   bigint NOT NULL,
  taken_at   bigint NOT NULL,
  ended_at   bigint,
  UNIQUE (user_id, task_id)
);

-- What they have given back, a day once; rows are only ever added.
CREATE TABLE voucher_payment (
  seq        bigint NOT NULL,
  voucher_id bigint NOT NULL,
  user_id    bigint NOT NULL,
  day        bigint NOT NULL,
  fees       bigint NOT NULL CHECK (fees > 0),
  amount     bigint NOT NULL CHECK (amount > 0 AND amount <= fees / 2),
  at         bigint NOT NULL,
  PRIMARY KEY (seq, voucher_id),
  UNIQUE (voucher_id, day)
);
CREATE INDEX voucher_payment_of_user ON voucher_payment (user_id, seq);
