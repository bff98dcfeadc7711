-- What was paid on each UTC day, by asset: of all together, and to each person. Added to by the
-- statement that adds commissions, so that staff and leaders read days and not every member's row.
CREATE TABLE commission_day_sum (
  day    bigint NOT NULL,
  asset  integer NOT NULL,
  fees   numeric NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (day, asset)
);
CREATE TABLE earner_day_sum (
  day     bigint NOT NULL,
  user_id bigint NOT NULL,
  asset   integer NOT NULL,
  amount  numeric NOT NULL,
  PRIMARY KEY (day, user_id, asset)
);

-- A command has a row for each level, and all of them the same fees: those of the first one count.
INSERT INTO commission_day_sum
  SELECT c.at / 86400000, c.asset,
    coalesce(sum(c.fees) FILTER (WHERE NOT EXISTS (
      SELECT 1 FROM commission f WHERE f.seq = c.seq AND f.asset = c.asset AND f.level < c.level
    )), 0), sum(c.amount)
  FROM commission c GROUP BY 1, 2;
INSERT INTO earner_day_sum
  SELECT at / 86400000, user_id, asset, sum(amount) FROM commission WHERE amount > 0
  GROUP BY 1, 2, 3;

CREATE FUNCTION add_to_commission_days() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO commission_day_sum AS s
    SELECT c.at / 86400000, c.asset,
      coalesce(sum(c.fees) FILTER (WHERE NOT EXISTS (
        SELECT 1 FROM commission f WHERE f.seq = c.seq AND f.asset = c.asset AND f.level < c.level
      )), 0), sum(c.amount)
    FROM added c GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, asset) DO UPDATE
    SET fees = s.fees + excluded.fees, amount = s.amount + excluded.amount;
  INSERT INTO earner_day_sum AS s
    SELECT at / 86400000, user_id, asset, sum(amount) FROM added WHERE amount > 0
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, user_id, asset) DO UPDATE SET amount = s.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER add_to_commission_days AFTER INSERT ON commission
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_commission_days();
