-- Programs ask for an order that has ended by the name that they gave it. Orders of people have
-- none, and are not in it.
CREATE INDEX spot_order_done_name ON spot_order_done (user_id, client_order_id, id)
  WHERE user_id >= 1000 AND client_order_id <> '';
