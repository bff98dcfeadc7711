-- Sums of executions by month (counted from 1970), contract, ending and reason: of each person, and
-- of all together as user 0. They are counted from receipts as these are written, and refusals as
-- they are said; receipts can be counted again.
CREATE TABLE cfd_quality (
  user_id     bigint NOT NULL,
  month       integer NOT NULL,
  contract    text NOT NULL,
  ending      text NOT NULL CHECK (ending IN ('filled', 'ended', 'refused')),
  reason      text NOT NULL,
  count       bigint NOT NULL,
  -- Of those that had a price to compare with: at a better one, at a worse one, and by how much.
  measured    bigint NOT NULL,
  better      bigint NOT NULL,
  worse       bigint NOT NULL,
  better_by   numeric NOT NULL,
  worse_by    numeric NOT NULL,
  -- Of those that were asked for just then: how long until the tick that filled them.
  timed       bigint NOT NULL,
  wait_ms     numeric NOT NULL,
  longest_ms  bigint NOT NULL,
  within_1s   bigint NOT NULL,
  within_2s   bigint NOT NULL,
  within_5s   bigint NOT NULL,
  PRIMARY KEY (user_id, month, contract, ending, reason)
);

-- The last command whose receipts are counted.
CREATE TABLE cfd_quality_progress (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL
);
INSERT INTO cfd_quality_progress (seq) VALUES (0);
