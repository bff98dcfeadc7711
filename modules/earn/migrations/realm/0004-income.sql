-- What ended terms of each person have brought, by asset, less what redemptions have cost: added to
-- by the statement that adds the terms. However many have ended, a total is a row.
CREATE TABLE earn_income (
  user_id bigint NOT NULL,
  asset   integer NOT NULL,
  income  numeric NOT NULL,
  PRIMARY KEY (user_id, asset)
);
INSERT INTO earn_income
  SELECT user_id, asset, sum(earned + late_yield - cost) FROM ended_earn GROUP BY user_id, asset;

CREATE FUNCTION add_to_earn_income() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO earn_income AS i
    SELECT user_id, asset, sum(earned + late_yield - cost) FROM added
    GROUP BY user_id, asset ORDER BY user_id, asset
  ON CONFLICT (user_id, asset) DO UPDATE SET income = i.income + excluded.income;
  RETURN NULL;
END $$;
CREATE TRIGGER add_to_earn_income AFTER INSERT ON ended_earn
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_earn_income();
