-- Programs list pairs of orders; few orders are of one.
CREATE INDEX spot_order_done_oco ON spot_order_done (user_id, oco) WHERE oco > 0;
