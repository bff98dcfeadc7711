-- Orders and trades belong to every product that trades on a book, not to spot alone. What spot has
-- stored so far is taken over with its indexes; `priority` is what was called place.
ALTER TABLE spot_order RENAME TO open_order;
ALTER TABLE spot_order_done RENAME TO ended_order;
ALTER TABLE spot_trade RENAME TO trade;
ALTER TABLE open_order RENAME COLUMN place TO priority;
ALTER TABLE ended_order RENAME COLUMN place TO priority;
ALTER INDEX spot_order_pkey RENAME TO open_order_pkey;
ALTER INDEX spot_order_user RENAME TO open_order_user;
ALTER INDEX spot_order_done_pkey RENAME TO ended_order_pkey;
ALTER INDEX spot_order_done_user RENAME TO ended_order_user;
ALTER INDEX spot_order_done_name RENAME TO ended_order_name;
ALTER INDEX spot_order_done_oco RENAME TO ended_order_oco;
ALTER INDEX spot_trade_pkey RENAME TO trade_pkey;
ALTER INDEX spot_trade_taker RENAME TO trade_taker;
ALTER INDEX spot_trade_maker RENAME TO trade_maker;
ALTER INDEX spot_trade_at RENAME TO trade_at;
