-- Of each capacity of a market, what one buyer may take at most, in millionths; null: all of it.
ALTER TABLE option_market ADD COLUMN buyer_share_ppm integer;
