-- What was paid on each UTC day, and how often: added to by the statement that adds rewards.
CREATE TABLE reward_day_sum (
  day     bigint PRIMARY KEY,
  rewards bigint NOT NULL,
  amount  numeric NOT NULL
);
INSERT INTO reward_day_sum
  SELECT at / 86400000, count(*), sum(amount) FROM reward GROUP BY 1;

CREATE FUNCTION add_to_reward_days() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO reward_day_sum AS s
    SELECT at / 86400000, count(*), sum(amount) FROM added GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE
    SET rewards = s.rewards + excluded.rewards, amount = s.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER add_to_reward_days AFTER INSERT ON reward
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_reward_days();
