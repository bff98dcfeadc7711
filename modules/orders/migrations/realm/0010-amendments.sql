-- Amendments that kept the priority of their order. What was amended before is in the log only.
CREATE TABLE amendment (
  order_id    bigint NOT NULL,
  seq         bigint NOT NULL,
  user_id     bigint NOT NULL,
  at          bigint NOT NULL,
  former_name text NOT NULL,
  name        text NOT NULL,
  former_lots bigint NOT NULL,
  lots        bigint NOT NULL,
  PRIMARY KEY (order_id, seq)
);
-- For the check beside the engine, as in 0006.
CREATE INDEX amendment_seq ON amendment USING brin (seq) WITH (autosummarize = on);
