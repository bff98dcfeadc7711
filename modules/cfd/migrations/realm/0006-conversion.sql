-- The index whose price turns amounts in another currency into USDT, and how; null: they count one
-- for one, as in every contract from before.
ALTER TABLE cfd_contract
  ADD COLUMN conversion_index text,
  ADD COLUMN conversion_way text CHECK (conversion_way IN ('times', 'over'));

-- Prices of that index at which a direction of a contract is to be looked at; null: none.
ALTER TABLE cfd_leg
  ADD COLUMN conversion_floor bigint,
  ADD COLUMN conversion_ceiling bigint;

-- The price that converted the margin, and the tick that converted the amounts of a receipt.
ALTER TABLE cfd_position ADD COLUMN conversion_entry bigint;
ALTER TABLE cfd_receipt
  ADD COLUMN conversion_tick bigint,
  ADD COLUMN conversion_tick_at bigint,
  ADD COLUMN conversion_price bigint;

-- Whether what the house owed was paid at a tick of which more is left to do.
ALTER TABLE cfd_tick ADD COLUMN paid boolean;
