-- Where a market is in its life. Whatever was listed before is open.
ALTER TABLE market ADD COLUMN stage text;

UPDATE market SET stage = 'open';

ALTER TABLE market ALTER COLUMN stage SET NOT NULL;
