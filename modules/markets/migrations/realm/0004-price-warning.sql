-- How far from the mark price an order may trade before our tickets ask about it, in ppm. Markets that
-- were listed before have the default of new ones.
ALTER TABLE market ADD COLUMN price_warning_ppm integer;

UPDATE market SET price_warning_ppm = 50000;

ALTER TABLE market ALTER COLUMN price_warning_ppm SET NOT NULL;
