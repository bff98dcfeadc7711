-- New coins: projects and open subscriptions are loaded whole; results and moves are only ever added.
-- Ids and seq are numbers of commands; lots are whole, all other amounts in units of 1e-8 (decision 0076).

CREATE TABLE launch (
  id          bigint NOT NULL,
  symbol      text NOT NULL,
  asset       integer NOT NULL,
  terms       text NOT NULL,
  lot_units   bigint NOT NULL,
  lot_price   bigint NOT NULL,
  supply_lots bigint NOT NULL,
  cap_lots    bigint NOT NULL,
  most_lots   bigint NOT NULL,
  opens_at    bigint NOT NULL,
  closes_at   bigint NOT NULL,
  lists_at    bigint NOT NULL,
  withdrawable boolean NOT NULL,
  phase       text NOT NULL,
  total_lots  bigint NOT NULL,
  people      integer NOT NULL,
  last_number integer NOT NULL,
  cursor      integer NOT NULL,
  looked      bigint NOT NULL,
  cap_from    bigint NOT NULL,
  num         bigint NOT NULL,
  den         bigint NOT NULL,
  cut         bigint NOT NULL,
  ties        integer NOT NULL,
  sold_lots   bigint NOT NULL,
  releases    integer NOT NULL,
  releasing   boolean NOT NULL,
  paid_out    boolean NOT NULL,
  reason      text NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE launch_subscription (
  launch_id bigint NOT NULL,
  number    integer NOT NULL,
  user_id   bigint NOT NULL,
  lots      bigint NOT NULL,
  at        bigint NOT NULL,
  allotted  bigint,
  released  bigint NOT NULL,
  PRIMARY KEY (launch_id, number)
);

CREATE TABLE launch_result (
  launch_id bigint NOT NULL,
  number    integer NOT NULL,
  user_id   bigint NOT NULL,
  lots      bigint NOT NULL,
  at        bigint NOT NULL,
  allotted  bigint NOT NULL,
  seq       bigint NOT NULL,
  paid_at   bigint NOT NULL,
  PRIMARY KEY (launch_id, number)
);

CREATE TABLE launch_move (
  launch_id bigint NOT NULL,
  phase     text NOT NULL,
  seq       bigint NOT NULL,
  at        bigint NOT NULL,
  PRIMARY KEY (launch_id, phase)
);

CREATE INDEX launch_subscription_of_user ON launch_subscription (user_id);
CREATE INDEX launch_result_of_user ON launch_result (user_id, launch_id);
CREATE INDEX launch_result_seq ON launch_result (seq);
CREATE INDEX launch_move_seq ON launch_move (seq);
