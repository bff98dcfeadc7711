-- The id that a client gave a list of orders, apart from the ids of its orders. A list of before has
-- none: it is known by the client order id of its first order.
ALTER TABLE open_order ADD COLUMN list_name text NOT NULL DEFAULT '';
ALTER TABLE ended_order ADD COLUMN list_name text NOT NULL DEFAULT '';
-- Programs ask for a list by the id that they gave it, also when it is done.
CREATE INDEX ended_order_list_name ON ended_order (user_id, list_name, id)
  WHERE user_id >= 1000 AND list_name <> '';
