-- What each level has brought each person, by asset: sums of commissions, added to by the statement
-- that adds these. A page of somebody whose commissions are many costs no more than anybody's.
CREATE TABLE commission_sum (
  user_id bigint NOT NULL,
  level   integer NOT NULL,
  asset   integer NOT NULL,
  fees    numeric NOT NULL,
  amount  numeric NOT NULL,
  PRIMARY KEY (user_id, level, asset)
);
INSERT INTO commission_sum
  SELECT user_id, level, asset, sum(fees), sum(amount) FROM commission
  GROUP BY user_id, level, asset;

CREATE FUNCTION add_to_commission_sum() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO commission_sum AS s
    SELECT user_id, level, asset, sum(fees), sum(amount) FROM added
    GROUP BY user_id, level, asset ORDER BY user_id, level, asset
  ON CONFLICT (user_id, level, asset) DO UPDATE
    SET fees = s.fees + excluded.fees, amount = s.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER add_to_commission_sum AFTER INSERT ON commission
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_commission_sum();
