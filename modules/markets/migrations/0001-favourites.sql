-- Markets that a person wants at hand; the same in both realms.
CREATE TABLE favourite (
  user_id bigint NOT NULL,
  market text NOT NULL,
  added_at bigint NOT NULL,
  PRIMARY KEY (user_id, market)
);
