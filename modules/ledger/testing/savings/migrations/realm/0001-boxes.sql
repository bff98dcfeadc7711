-- Savings boxes. id is the number of the command that opened the box, and the journal has its money.
CREATE TABLE savings_box (id bigint PRIMARY KEY, user_id bigint NOT NULL, asset integer NOT NULL,
  amount bigint NOT NULL, ends_at bigint NOT NULL, state text NOT NULL);
CREATE INDEX savings_box_of_user ON savings_box (user_id);
