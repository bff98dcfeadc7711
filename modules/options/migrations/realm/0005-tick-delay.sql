-- How long no tick counts after a purchase or a request to sell; null: not at all.
ALTER TABLE option_market ADD COLUMN tick_delay_ms integer;
ALTER TABLE open_option ADD COLUMN tick_delay_ms integer;
ALTER TABLE ended_option ADD COLUMN tick_delay_ms integer;
