-- What each holder of a prepaid contract has: lots, above zero of the long side.
CREATE TABLE prepaid_position (user_id bigint NOT NULL, market smallint NOT NULL,
  lots bigint NOT NULL, PRIMARY KEY (user_id, market));
